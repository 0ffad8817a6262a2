Feature: Pick-up tickets

  Scenario: Tickets are random, yet never alike
    Given the office issues 40 tickets by the real clock
    Then all codes differ and have 6 letters
    And a ticket taken at random is redeemed once and only once

  Scenario: Tickets expire
    Given a ticket for "PW-00012-U" issued at second 1000
    When 899 seconds have passed
    Then the ticket is live for another 1 second
    When 900 seconds have passed
    Then it is too late to redeem the ticket
    And sweeping drops 2 of the 3 later tickets
