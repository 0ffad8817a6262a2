Feature: Wind and waves

  Background:
    Given it is "2026-05-04 08:00"
    And these sailings:
      | route | departs          | ship  | seats |
      | SK    | 2026-05-06 07:15 | Tern  | 60    |
      | SK    | 2026-05-06 12:00 | Tern  | 60    |
      | SK    | 2026-05-06 17:30 | Heron | 5     |

  Scenario Outline: What the weather means for a ship
    When the wind blows with <wind> knots and the waves are <wave> cm
    Then for the "<ship>" that means "<verdict>"

    Examples:
      | wind | wave | ship  | verdict |
      | 22   | 180  | Tern  | run     |
      | 23   | 100  | Tern  | warn    |
      | 28   | 100  | Tern  | warn    |
      | 29   | 100  | Tern  | stop    |
      | 10   | 181  | Tern  | stop    |
      | 36   | 260  | Heron | warn    |
      | 31   | 100  | Skua  | stop    |
      | 24   | 200  | Skua  | warn    |

  Scenario: A breeze stops nobody
    When the wind blows with 20 knots and the waves are 100 cm
    Then nothing was cancelled
    And the sailing "SK 07:15" is open

  Scenario: Passengers move to the next ship that can take them
    Given 3 adults travel
    And they have booked "SK 07:15"
    And they have paid "38.40" of "38.40"
    And 4 adults travel
    And they have booked "SK 12:00"
    And they have paid "51.20" of "51.20"
    When the wind blows with 30 knots and the waves are 150 cm
    Then the sailing "SK 07:15" is cancelled
    And the sailing "SK 12:00" is cancelled
    And the sailing "SK 17:30" is open
    And these sailings were cleared:
      | sailing  | moved | refunded |
      | SK 07:15 | 1     | 0        |
      | SK 12:00 | 0     | 1        |
    And the booking is cancelled
    And booking "SK000016" is confirmed
    And the office has taken "38.40"

  Scenario: A crossing arrives when it should
    Then it arrives at "08:00"
