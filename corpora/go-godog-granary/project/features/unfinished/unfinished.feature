Feature: Not there yet

  Scenario: Grain is sold abroad
    When 1000 kilograms of wheat are sold abroad
    Then customs are told

  Scenario: Rats are counted
    When rats are counted

  Scenario: Oats are as heavy as wheat
    Given a sample of oats with 760 grams a litre and 0 of foreign matter
    Then its grade is 3

  Scenario: The draw for the last place is fair
    When a ticket is drawn
    Then it begins with a letter before F

  Scenario: The silo is painted

  Scenario: Two ways to sweep
    When the yard is swept

  @manual
  Scenario: The inspector comes
    When the inspector comes
