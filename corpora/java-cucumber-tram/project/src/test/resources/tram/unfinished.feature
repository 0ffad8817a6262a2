Feature: Unfinished

  Scenario: A tram is painted
    When a tram is painted

  Scenario: A tram is sold
    When a tram is sold

  Scenario: A dog's ticket
    Given a ticket for a dog

  Scenario: The last tram
    Then the last tram is early

  Scenario: The draw
    Then the draw is fair

  Scenario: Nothing yet
