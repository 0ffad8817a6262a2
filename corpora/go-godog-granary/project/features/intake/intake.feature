Feature: Intake

  Background:
    Given these silos:
      | name  | volume |
      | north | 100    |
      | south | 60     |
    And drying costs 420 cents

  Scenario Outline: The bridge weighs in steps of twenty
    When a lorry of <full> kilograms is weighed, empty at <empty>
    Then its load is <net> kilograms

    Examples:
      | full  | empty | net   |
      | 24000 | 12000 | 12000 |
      | 24009 | 12000 | 12000 |
      | 24010 | 12000 | 12020 |
      | 40000 | 15000 | 25000 |

  Scenario Outline: The bridge refuses some lorries
    When a lorry of <full> kilograms is weighed, empty at <empty>
    Then weighing fails since "<why>"

    Examples:
      | full  | empty | why                                               |
      | 40001 | 15000 | K-LM 12: lorry is overloaded by 1 kg              |
      | 12000 | 12000 | K-LM 12: empty weight is not below the full one   |

  Scenario Outline: The intake keeps its hours
    Then at "<time>" the intake is <state>

    Examples:
      | time             | state  |
      | 2024-03-13 07:00 | open   |
      | 2024-03-13 17:00 | closed |
      | 2024-03-16 11:59 | open   |
      | 2024-03-16 12:00 | closed |
      | 2024-03-17 10:00 | closed |
      | 2024-07-21 17:59 | open   |
      | 2024-08-14 21:59 | open   |
      | 2024-10-02 18:00 | closed |
      | 2024-09-30 05:59 | closed |

  Scenario: A dry delivery
    When "Anna Berg" delivers 12000 kilograms of wheat at 760 grams, 140 moisture and 0 foreign matter
    Then the receipt is "AB0001-4"
    And it is for 12000 kilograms of grade 1, and 0 cents are charged
    And "south" holds 12000 kilograms of wheat of grade 1

  Scenario: A wet and dirty delivery
    When "Anna Berg" delivers 12000 kilograms of wheat at 745 grams, 161 moisture and 25 foreign matter
    Then it is for 11414 kilograms of grade 3, and 15470 cents are charged

  Scenario: The last receipt can be taken back
    Given "Anna Berg" delivers 12000 kilograms of wheat at 760 grams, 140 moisture and 0 foreign matter
    And "Cem" delivers 8000 kilograms of rye at 720 grams, 140 moisture and 0 foreign matter
    When receipt 2 is cancelled
    Then "Cem" has 0 receipts
    And "anna berg" has 1 receipts
    And the silos hold 0 kilograms of rye

  Scenario: An earlier receipt cannot
    Given "Anna Berg" delivers 12000 kilograms of wheat at 760 grams, 140 moisture and 0 foreign matter
    And "Cem" delivers 8000 kilograms of rye at 720 grams, 140 moisture and 0 foreign matter
    When receipt 1 is cancelled
    Then cancelling fails

  Scenario: Nothing is taken at night
    Given it is "2024-08-14 23:10"
    When "Anna Berg" delivers 12000 kilograms of wheat at 760 grams, 140 moisture and 0 foreign matter
    Then the delivery is refused since "intake is closed"

  Scenario Outline: Numbers can be checked
    Then the number "<number>" is <valid>

    Examples:
      | number   | valid   |
      | AB0001-4 | valid   |
      | AB0002-4 | invalid |
      | AB0001   | invalid |
      | AB0001-49 | invalid |
