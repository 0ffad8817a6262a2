Feature: Amounts of money

  Scenario Outline: An amount is read
    When the amount "<text>" is read
    Then it is <cents> cents and is written "<written>"

    Examples:
      | text   | cents | written |
      | 12     | 1200  | 12.00   |
      | 12.5   | 1250  | 12.50   |
      | 0.05   | 5     | 0.05    |
      | -3.40  | -340  | -3.40   |

  Scenario: What is no amount is said to be none
    When the amount "12,50" is read
    Then the amount is turned down

  Scenario Outline: A share is rounded to the coins of the machines
    When the amount "<text>" is read
    Then <percent>% of it, in coins of <coin>, is "<share>"

    Examples:
      | text  | percent | coin | share |
      | 10.01 | 50      | 1    | 5.01  |
      | 10.00 | 33      | 5    | 3.30  |
      | 9.99  | 15      | 5    | 1.50  |
      | -1.50 | 25      | 1    | -0.38 |
