Feature: Tickets

  Background:
    Given the machine M with 5 coins of 10
    And the machine M with 2 coins of 50

  Scenario: The machine gives change
    When 200 is put in 2 times
    And an adult buys a ticket from Harbour to Hospital
    Then the change is "50 50 10 10 10 10"
    And the ticket is number 1 of machine M

  Scenario: Not enough is paid
    When 100 is put in 1 time
    And an adult buys a ticket from Harbour to Castle
    Then 0.80 are missing

  Scenario: There is no change
    When 200 is put in 4 times
    And a child buys a ticket from Harbour to Castle
    Then it is refused with "no change for"

  Scenario: A sale is cancelled
    When 20 is put in 3 times
    And the sale is cancelled
    Then "50 10" comes back

  Scenario: No such coin
    When 25 is put in 1 time
    Then it is refused with "no coin of 25"

  Scenario: A ticket is stamped once
    When 200 is put in 1 time
    And an adult buys a ticket from Harbour to Castle
    And it is stamped at 2024-03-06 12:10
    Then it is valid until 2024-03-06 13:10
    When it is stamped at 2024-03-06 12:20
    Then it is refused with "stamped already"

  Scenario Outline: An inspector looks
    When 200 is put in 1 time
    And an adult buys a ticket from Harbour to Castle
    And it is stamped at 2024-03-06 12:10
    And an inspector looks at it between Harbour and <at> at 2024-03-06 <time>
    Then the inspector says "<words>"

    Examples:
      | at       | time  | words   |
      | Castle   | 12:10 |         |
      | Castle   | 13:09 |         |
      | Castle   | 13:10 | run out |
      | Castle   | 12:09 | run out |
      | Hospital | 12:30 | too far |

  Scenario: Without a ticket
    When an inspector looks at it between Harbour and Castle at 2024-03-06 12:00
    Then the inspector says "no ticket"

  Scenario Outline: Being caught gets dearer
    When Max is caught <times> times
    Then the last penalty is <amount> and Max has <times>

    Examples:
      | times | amount |
      | 1     | 30.00  |
      | 2     | 60.00  |
      | 3     | 120.00 |

  Scenario Outline: Serials prove themselves
    When the serial "<serial>" is checked
    Then it is <word>

    Examples:
      | serial   | word   |
      | M00001-3 | sound  |
      | M00001-4 | forged |
      | M0001-3  | forged |
      | M000?1-3 | forged |
      | M000013  | forged |

  Scenario: Secrets are random
    Then no two secrets are alike
