Feature: Member accounts

  Background:
    Given these entries
      | day        | card  | kind    | amount | memo      |
      | 2024-05-02 | M0001 | charge  | 60.00  | dues      |
      | 2024-05-02 | M0002 | charge  | 24.00  | dues      |
      | 2024-05-10 | M0001 | payment | 45.50  | cash      |
      | 2024-05-21 | M0001 | charge  | 3.25   | hire      |
      | 2024-05-28 | M0002 | refund  | 30.00  | overpaid  |

  Scenario: The balance runs along with the entries
    When the account of M0001 is read
    Then it shows
      | memo | effect | balance |
      | dues | 60.00  | 60.00   |
      | cash | -45.50 | 14.50   |
      | hire | 3.25   | 17.75   |
    And M0001 owes 17.75
    And M0002 owes -6.00

  Scenario: An account can be read from a day on
    When the account of M0001 is read from 2024-05-10
    Then it shows
      | memo | effect | balance |
      | cash | -45.50 | 14.50   |
      | hire | 3.25   | 17.75   |

  Scenario Outline: A waiver never exceeds the debt
    When <amount> is waived for M0001 on 2024-06-01
    Then it is <verdict>

    Examples:
      | amount | verdict                                                         |
      | 17.75  | accepted                                                        |
      | 17.76  | refused as "invalid" because "cannot waive more than is owed"   |
      | 0.00   | refused as "invalid" because "must be positive"                 |

  Scenario: Entries are posted in order
    When 1.00 is charged to M0002 on 2024-05-27
    Then it is refused as "invalid" because "must be posted in order"
    When 1.00 is charged to M0002 on 2024-05-28
    Then it is accepted

  Scenario: Debtors are listed by what they owe
    Given 17.75 is charged to M0003 on 2024-06-03
    And 40.00 is charged to M0004 on 2024-06-03
    Then the debtors above 0.00 are M0004, M0001, M0003
    And the debtors above 17.75 are M0004
