Feature: Silos

  Background:
    Given these silos:
      | name  | volume |
      | north | 100    |
      | east  | 40     |
      | south | 60     |

  Scenario Outline: A silo takes so much
    Then "<name>" takes <kilograms> kilograms of <kind>

    Examples:
      | name  | kind  | kilograms |
      | north | wheat | 74100     |
      | east  | oats  | 19000     |

  Scenario: The smallest silo that takes all of it is filled first
    When 20000 kilograms of wheat of grade 1 are stored
    Then they lie in:
      | silo | kilograms |
      | east | 20000     |
    And "east" is 67 per cent full

  Scenario: The same grain goes on top
    Given "south" holds 10000 kilograms of wheat of grade 1
    When 20000 kilograms of wheat of grade 1 are stored
    Then they lie in:
      | silo  | kilograms |
      | south | 20000     |

  Scenario: Another grade is kept apart
    Given "south" holds 10000 kilograms of wheat of grade 1
    When 20000 kilograms of wheat of grade 2 are stored
    Then they lie in:
      | silo | kilograms |
      | east | 20000     |
    And the silos hold 30000 kilograms of wheat

  Scenario: A large delivery is spread
    Given "east" holds 29000 kilograms of wheat of grade 1
    When 90000 kilograms of wheat of grade 1 are stored
    Then they lie in:
      | silo  | kilograms |
      | east  | 640       |
      | north | 74100     |
      | south | 15260     |
    And all silos together hold 119000 kilograms

  Scenario: There is no room
    When 150000 kilograms of wheat of grade 1 are stored
    Then storing fails since "no silo has room"
    And all silos together hold 0 kilograms

  Scenario: A silo is emptied and takes another grain
    Given "east" holds 5000 kilograms of rye of grade 1
    When 5000 kilograms are taken from "east"
    And "east" is filled with 4000 kilograms of oats of grade 2
    Then "east" holds 4000 kilograms of oats of grade 2

  Scenario: Nobody mixes
    Given "east" holds 5000 kilograms of rye of grade 1
    When "east" is filled with 10 kilograms of oats of grade 1
    Then filling fails since "east: silo holds another grain"

  Scenario: More than there is cannot be taken
    Given "east" holds 5000 kilograms of rye of grade 1
    When 5001 kilograms are taken from "east"
    Then filling fails since "east: silo does not hold so much"
