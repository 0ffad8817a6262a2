Feature: Waiting for a place

  Background:
    Given the ship "Tern" sails SK at "2026-05-06 12:00" with 4 seats
    And 3 adults travel
    And they have booked

  Scenario: Who does not fit may wait
    Given 2 adults travel
    When they book
    Then they are refused: "no seats are left"
    When they book or wait
    Then the booking is waiting
    And they are number 1 on the waiting list

  Scenario: A place that becomes free goes to who waits
    Given 2 adults travel
    And they book or wait
    When booking "SK000016" is given up
    Then the booking is held
    And it went through "held > waiting > held"
    And 0 parties wait
    And 2 seats and 90.0 metres of the deck are left

  Scenario: Who needs a hand goes first
    Given 2 adults travel
    And they book or wait
    And these people travel:
      | name       | age | notes      |
      | Kari Holm  | 81  | assistance |
      | Nils Holm  | 79  |            |
    When they book or wait
    Then they are number 1 on the waiting list
    And 2 parties wait
    When booking "SK000016" is given up
    Then the booking is held
    And booking "SK000021" is held

  Scenario: Giving up the wait leaves the list
    Given 2 adults travel
    And they book or wait
    When they cancel
    Then "0.00" comes back
    And 0 parties wait
    And the booking is cancelled

  Scenario: Nobody waits for a ship that has left
    Given the sailing departs
    And 2 adults travel
    When they book or wait
    Then they are refused: "the sailing is departed"
