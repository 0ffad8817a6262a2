Feature: Amounts of money
  Amounts are whole cents. Rounding is always named, never implied.

  Scenario Outline: An amount is read from text
    When the amount "<text>" is read
    Then it is <cents> cents
    And it is written "<written>"

    Examples: plain
      | text  | cents | written |
      | 12    | 1200  | 12.00   |
      | 12.5  | 1250  | 12.50   |
      | 0.05  | 5     | 0.05    |
      | -0.75 | -75   | -0.75   |

    Examples: grouped
      | text         | cents     | written      |
      | 1,234.50     | 123450    | 1,234.50     |
      | 1,000,000.01 | 100000001 | 1,000,000.01 |

  Scenario Outline: What is not an amount is refused
    When the amount "<text>" is read
    Then it is refused as "format" because "not an amount"

    Examples:
      | text     |
      | twelve   |
      | 1.234    |
      | 12,34.00 |
      | --1      |

  Scenario Outline: Percentages are rounded as asked
    Given an amount of <amount>
    When <rate> per cent of it is taken, rounded <rounding>
    Then it is <cents> cents

    Examples:
      | amount | rate | rounding  | cents |
      | 10.50  | 5    | half-up   | 53    |
      | 10.50  | 5    | half-even | 52    |
      | 10.01  | 10   | up        | 101   |
      | 10.09  | 10   | down      | 100   |
      | -10.01 | 10   | up        | -100  |

  Scenario: A bill is shared without losing a cent
    Given an amount of 100.00
    When it is split by these weights
      | weight |
      | 1      |
      | 1      |
      | 1      |
      | 0      |
    Then the shares are 33.34, 33.33, 33.33, 0.00
    But weights that are all zero are refused

  Scenario: Amounts can be compared and capped
    Given an amount of 7.20
    Then capped at 6.00 it is 6.00
    And capped at 7.20 it is 7.20
    And capped at 8.00 it is 7.20
