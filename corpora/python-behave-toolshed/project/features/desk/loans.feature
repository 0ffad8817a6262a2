Feature: Lending at the counter

  Background:
    Given today is 2024-06-04
    And Ada borrowed the "Cordless drill" for 7 days

  Scenario: A loan is priced and falls due
    Then the loan is due on 2024-06-11
    And the hire fee is 11.88 and the deposit 30.00
    And Ada has 1 loan out and owes 11.88 in all

  Scenario Outline: Giving back settles delay and damage
    When the "Cordless drill" comes back on <day> in <condition> condition
    Then the settlement is <late> days late, <fee> for delay, <damage> for damage, <refund> back

    Examples: in time
      | day        | condition | late | fee  | damage | refund |
      | 2024-06-05 | good      | 0    | 0.00 | 0.00   | 30.00  |
      | 2024-06-11 | worn      | 0    | 0.00 | 0.00   | 17.10  |
      | 2024-06-11 | broken    | 0    | 0.00 | 99.00  | 0.00   |

    Examples: late
      | day        | condition | late | fee  | damage | refund |
      | 2024-06-12 | good      | 1    | 0.75 | 0.00   | 30.00  |
      | 2024-06-22 | damaged   | 9    | 6.00 | 21.60  | 0.00   |

  Scenario: Renewals run out
    When the "Cordless drill" is renewed on 2024-06-11
    Then the loan is due on 2024-06-18
    When the "Cordless drill" is renewed on 2024-06-18
    Then the loan is due on 2024-06-25
    When the "Cordless drill" is renewed on 2024-06-25
    Then it is refused as "limit" because "was renewed 2 times"

  Scenario: An overdue loan is not renewed
    When the "Cordless drill" is renewed on 2024-06-12
    Then it is refused as "illegal-transition" because "cannot renew while overdue"
    And the loan is due on 2024-06-11

  Scenario Outline: Not everything can be borrowed
    When <who> asks for the "<tool>" on <day>
    Then it is refused as "<code>" because "<words>"

    Examples:
      | who  | tool           | day        | code      | words             |
      | Ben  | Cordless drill | 2024-06-05 | conflict  | PW-00012-U is out |
      | Ben  | Belt sander    | 2024-06-10 | invalid   | depot is closed   |
      | Ada  | Belt sander    | 2024-06-13 | conflict  | has overdue loans |

  Scenario: A plan allows so many loans
    Given Ben borrowed the "Claw hammer" for 3 days
    And Ben borrowed the "Extension ladder" for 1 days
    When Ben asks for the "Belt sander" on 2024-06-04
    Then it is refused as "limit" because "M0002 has 2 loans"
    But Ada asks for the "Belt sander" on 2024-06-04
    And it is accepted

  Scenario: A lost tool is paid for
    When the "Cordless drill" is lost on 2024-06-07
    Then Ada has 0 loans out and owes 110.88 in all
    And Ada asks for the "Claw hammer" on 2024-06-07
    And it is refused as "conflict" because "owes too much"

  Scenario: The counter keeps a journal
    When the whole visit of Ben goes well
    Then the journal ends with "borrow HD-00417-S, renew HD-00417-S, return HD-00417-S"
    And an unknown button is refused
