Feature: Reports

  Background:
    Given these silos:
      | name  | volume |
      | north | 100    |
      | south | 60     |
    And drying costs 420 cents
    And the prices:
      """
      wheat,210.50
      rye,150
      """

  Scenario: The stock
    Given "north" holds 37050 kilograms of wheat of grade 1
    Then the stock report is:
      """
      north    wheat/1 37050 kg [#####.....]
      south    empty [..........]
      """

  Scenario Outline: Bars
    Then a bar of <share> per cent is "<bar>"

    Examples:
      | share | bar          |
      | -5    | [..........] |
      | 0     | [..........] |
      | 1     | [#.........] |
      | 50    | [#####.....] |
      | 99    | [#########.] |
      | 100   | [##########] |
      | 130   | [##########] |

  Scenario: A statement
    Given "Anna Berg" delivers 12000 kilograms of wheat at 760 grams, 140 moisture and 0 foreign matter
    And "Cem" delivers 8000 kilograms of rye at 720 grams, 165 moisture and 0 foreign matter
    Then the statement of all is:
      """
      AB0001-4 wheat grade 1: 12000 kg, 2526.00
      C0002-1 rye grade 1: 7812 kg, 1104.60
      total 3630.60 to be paid
      """

  Scenario: Some deliveries cost more than they bring
    Given "Cem" delivers 20 kilograms of rye at 100 grams, 140 moisture and 900 foreign matter
    Then the statement of all is:
      """
      C0001-2 rye grade 3: 2 kg, -3.25
      total -3.25 owed to us
      """

  Scenario: Who brought most
    Given "Cem" delivers 8000 kilograms of rye at 720 grams, 140 moisture and 0 foreign matter
    And "Anna Berg" delivers 8000 kilograms of wheat at 760 grams, 140 moisture and 0 foreign matter
    And "Dora" delivers 9000 kilograms of wheat at 760 grams, 140 moisture and 0 foreign matter
    Then the ranking is "Dora, Anna Berg, Cem"

  Scenario: What the granary holds
    Given "north" holds 30000 kilograms of wheat of grade 1
    And "south" holds 10000 kilograms of rye of grade 1
    Then 75 per cent are wheat
    And 25 per cent are rye
