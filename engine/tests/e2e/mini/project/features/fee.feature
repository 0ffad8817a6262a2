Feature: Fees
  Scenario Outline: A fee (net) is <want>
    Given a net of <net>
    Then the fee is <want>

    Examples: low
      | net | want |
      | 1   | 2    |

    Examples: high
      | net | want |
      | 2   | 4    |
      | 3   | 6    |

  Scenario Outline: A fee (gross) is <want>
    Given a net of <net>
    Then the fee is <want>

    Examples: one of these is wrong
      | net | want |
      | 1   | 2    |
      | 1   | 3    |
      | 2   | 4    |
