Feature: What a crossing costs

  Background:
    Given the ship "Tern" sails SK at "2026-05-06 12:00"

  Scenario Outline: People pay by age and season
    Given <people> travels
    When the fare is asked for on <date>
    Then it costs "<fare>"

    Examples: in the middle of the year
      | people                  | date | fare  |
      | 1 adult                 | 506  | 12.80 |
      | 2 adults and 1 child    | 506  | 27.90 |
      | 1 senior and 1 youth    | 506  | 20.80 |
      | 1 adult and 2 infants   | 506  | 12.80 |

    Examples: in other seasons
      | people   | date | fare  |
      | 1 adult  | 704  | 17.00 |
      | 1 adult  | 115  | 10.40 |
      | 1 youth  | 1231 | 8.00  |

  Scenario: Weekends of the high season cost more
    Given the ship "Heron" sails KU at "2026-07-11 10:30"
    And 1 adult travels
    When the fare of the outer islands is asked for on 711
    Then it costs "48.60"

  Scenario Outline: Vehicles pay by the metre or by the piece
    Given 1 adult travels
    And they bring a <kind> of <length> m, <height> m high
    When the fare is asked for on 506
    Then it costs "<fare>"

    Examples:
      | kind       | length | height | fare  |
      | car        | 3.60   | 1.45   | 30.80 |
      | car        | 4.21   | 1.45   | 35.30 |
      | car        | 4.20   | 1.90   | 35.30 |
      | van        | 5.00   | 2.10   | 40.95 |
      | bicycle    | 1.80   | 1.10   | 15.80 |
      | motorcycle | 2.10   | 1.10   | 21.80 |

  Scenario: A quote lists what is charged and what is taken off
    Given these people travel:
      | name       | age | notes    |
      | Ida Berg   | 41  | resident |
      | Ola Berg   | 7   | resident |
    And they bring a car of 4.30 m, 1.50 m high
    When the fare is asked for on 506, 5 days ahead, there and back
    Then the quote reads:
      """
      1 adult                     12.00
      1 child                      6.00
      car                         22.50
      resident and return 50%    -20.25
      harbour tax                  1.60
      total                       21.85
      """

  Scenario: There is no fare for a route that is not on the list
    Given the ship "Heron" sails SH at "2026-05-08 06:00"
    And 1 adult travels
    When the fare of the outer islands is asked for on 508
    Then they are refused: "no fare is known for Storvik-Havn"
