Feature: Market

  Background:
    Given the prices:
      """
      # euros a tonne, best grade
      wheat,210.50
      barley,180
      maize,195.25
      """

  Scenario Outline: Worse grades cost less
    Then a tonne of <kind> of grade <grade> costs <price>

    Examples:
      | kind   | grade | price  |
      | wheat  | 1     | 210.50 |
      | wheat  | 2     | 202.08 |
      | wheat  | 3     | 191.56 |
      | wheat  | 4     | 178.93 |
      | maize  | 2     | 165.97 |
      | barley | 5     | 135.00 |

  Scenario: There is no price for what nobody trades
    Then rye has no price

  Scenario Outline: A bad price list names its line
    When this price list is read: "<list>"
    Then reading fails in line <line> since "<why>"

    Examples:
      | list                     | line | why                          |
      | wheat,cheap              | 1    | not a price                  |
      | wheat,210;barley,-3      | 2    | not a price                  |
      | wheat,210;tea,3          | 2    | unknown grain                |
      | wheat,210,5              | 1    | wrong number of fields       |

  Scenario: Contracts are served before the market
    Given contract "C1" for 10000 kilograms of wheat at 220.00 until "2024-09-30"
    And contract "C2" for 5000 kilograms of wheat at 215.00 until "2024-08-31"
    And contract "C3" for 5000 kilograms of barley at 300.00 until "2024-08-31"
    When 20000 kilograms of wheat of grade 1 are settled on "2024-08-31"
    Then 5000 kilograms are on contract "C2"
    And 10000 kilograms are on contract "C1"
    And 5000 kilograms are at the market
    And 4327.50 is paid
    And contract "C1" still asks for 0 kilograms

  Scenario: A contract that is over is not served
    Given contract "C2" for 5000 kilograms of wheat at 215.00 until "2024-08-31"
    When 3000 kilograms of wheat of grade 2 are settled on "2024-09-01"
    Then 3000 kilograms are at the market
    And 606.24 is paid
    And contract "C2" still asks for 5000 kilograms

  Scenario: A contract can be served in parts
    Given contract "C1" for 10000 kilograms of wheat at 220.00 until "2024-09-30"
    When 4000 kilograms of wheat of grade 1 are settled on "2024-08-31"
    Then 4000 kilograms are on contract "C1"
    And contract "C1" still asks for 6000 kilograms
    And 880.00 is paid

  Scenario: A number is used once
    Given contract "C1" for 10000 kilograms of wheat at 220.00 until "2024-09-30"
    Then another contract "C1" is refused
