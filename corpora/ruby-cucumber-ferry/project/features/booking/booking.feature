Feature: Booking a crossing

  Background:
    Given it is "2026-05-04 08:00"
    And the ship "Tern" sails SK at "2026-05-06 12:00"

  Scenario: A booking is held, paid for, checked in and boarded
    Given 2 adults and 1 infant travel
    When they book
    Then the booking is held
    And its number is "SK000016"
    And 58 seats and 90.0 metres of the deck are left
    When they pay "30.00" of "25.60"
    Then "4.40" comes back
    And the office has taken "25.60"
    When 3000 minutes pass
    And they check in
    And they board
    Then it went through "held > confirmed > checked_in > boarded"

  Scenario: Too little money does not do
    Given 1 adult travels
    And they have booked
    When they pay "12.00" of "12.80"
    Then they are refused: "0.80 more is due"
    And the booking is held

  Scenario Outline: A hold lapses after twenty minutes
    Given 1 adult travels
    And they have booked
    When <minutes> minutes pass
    And unpaid bookings lapse
    Then <count> of them have lapsed
    And the booking is <state>
    And <seats> seats and 90.0 metres of the deck are left

    Examples:
      | minutes | count | state   | seats |
      | 20      | 0     | held    | 59    |
      | 21      | 1     | expired | 60    |

  Scenario Outline: The check-in closes half an hour before
    Given 1 adult travels
    And they have booked
    And they have paid "12.80" of "12.80"
    When <minutes> minutes pass
    And they check in
    Then the booking is <state>

    Examples:
      | minutes | state      |
      | 3090    | checked in |
      | 3091    | confirmed  |

  Scenario: Nobody boards who has not checked in
    Given 1 adult travels
    And they have booked
    When they board
    Then they are refused: "a held booking cannot be boarded"

  Scenario Outline: Giving a booking up costs a part of the fare
    Given 2 adults travel
    And they have booked
    And they have paid "25.60" of "25.60"
    When <minutes> minutes pass
    And they cancel
    Then "<back>" comes back
    And the office has taken "<kept>"
    And the booking is cancelled
    And 60 seats and 90.0 metres of the deck are left

    Examples:
      | minutes | back | kept  |
      | 10      | 7.80 | 17.80 |
      | 2000    | 1.40 | 24.20 |
      | 3080    | 0.00 | 25.60 |

  Scenario: A booking moves to another sailing of its route
    Given the ship "Heron" sails SK at "2026-05-08 17:30"
    And 1 adult travels
    And they have booked "SK 12:00"
    And they have paid "12.80" of "12.80"
    When they change to "SK 17:30"
    Then "5.00" is asked for the change
    And they travel on "SK 17:30"
    And the office has taken "17.80"
    And 60 seats and 90.0 metres of the deck are left

  Scenario: A booking does not move to another route
    Given the ship "Heron" sails KU at "2026-05-08 09:00"
    And 1 adult travels
    And they have booked "SK 12:00"
    And they have paid "12.80" of "12.80"
    When they change to "KU 09:00"
    Then they are refused: "only another sailing of the same route"

  Scenario: A booking that is not paid for stays where it is
    Given the ship "Heron" sails SK at "2026-05-08 17:30"
    And 1 adult travels
    And they have booked "SK 12:00"
    When they change to "SK 17:30"
    Then they are refused: "only a confirmed booking can be changed"

  Scenario: A number that nobody has
    When booking "SK99999" is given up
    Then they are refused: "there is no booking SK99999"

  Scenario Outline: Some parties cannot travel
    Given <people> travel
    Then they are refused: "<words>"

    Examples:
      | people     | words                                 |
      | 2 children | children need somebody with them      |
      | 21 adults  | no more than 20 travel together       |
      | 0 adults   | nobody travels                        |

  Scenario: A driver has a licence
    Given these people travel:
      | name     | age | notes |
      | Liv Moen | 17  |       |
    And they bring a car of 4.00 m, 1.40 m high
    Then they are refused: "nobody may drive"
