Feature: Reports

  Scenario: The stock report
    Then the stock report is as in "stock.txt"

  Scenario: What is overdue
    Given today is 2024-06-04
    And Ada borrowed the "Hedge trimmer (electric)" for 7 days
    And Ben borrowed the "Claw hammer" for 3 days
    When the overdue report is made for 2024-06-13
    Then it reads
      """
      tag         tool                member  due         days   fee
      ----------  ------------------  ------  ----------  ----  ----
      HD-00417-S  Claw hammer         M0002   2024-06-07     4  3.00
      GD-00003-A  Hedge trimmer (el…  M0001   2024-06-11     2  1.50

      2 loans, 4.50 owed
      """
    When the overdue report is made for 2024-06-07
    Then it reads
      """
      Nothing is overdue.
      """

  Scenario Outline: Statements end with a verdict
    Given an account with a charge of 12.00 and a payment of <paid>
    When a statement is made
    Then the statement ends with "<ending>"

    Examples:
      | paid  | ending                     |
      | 11.99 | Balance: 0.01 (owing)      |
      | 12.00 | Balance: 0.00 (settled)    |
      | 20.00 | Balance: -8.00 (in credit) |

  Scenario: Nouns are counted
    Then counting reads "1 loan, 2 loans, 0 days, 3 entries, 1 entry"

  Scenario: A report is not empty
    When the overdue report is made for 2024-06-13
    Then there is a report
