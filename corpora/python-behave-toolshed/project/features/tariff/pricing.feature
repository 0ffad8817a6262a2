Feature: What a hire costs

  Scenario Outline: Days, sections and wear make the price
    Given a hire in <section> worth <value> for <days> days, grade <grade>
    When it is priced
    Then the price is <total>

    Examples: around the free day and the reductions
      | section | value  | days | grade | total |
      | HD      | 18.00  | 1    | A     | 0.00  |
      | HD      | 18.00  | 2    | A     | 0.40  |
      | PW      | 129.00 | 7    | A     | 13.20 |
      | PW      | 129.00 | 8    | A     | 13.86 |
      | PW      | 129.00 | 14   | A     | 25.74 |
      | PW      | 129.00 | 15   | A     | 24.64 |
      | LD      | 310.00 | 28   | A     | 37.80 |

    Examples: wear
      | section | value  | days | grade | total |
      | GD      | 89.90  | 7    | B     | 7.05  |
      | GD      | 89.90  | 8    | B     | 7.83  |
      | MS      | 75.25  | 3    | C     | 1.58  |

  Scenario Outline: Coupons and plans reduce it
    Given a hire in PW worth 240.00 for <days> days, grade A
    And a plan discount of <discount> and the coupon "<coupon>"
    When it is priced
    Then the price is <total>

    Examples:
      | days | discount | coupon    | total |
      | 3    | 10       | none      | 3.96  |
      | 3    | 25       | none      | 3.30  |
      | 3    | 0        | SPRING    | 3.74  |
      | 28   | 0        | spring    | 42.52 |
      | 3    | 0        | NEIGHBOUR | 4.40  |
      | 4    | 0        | NEIGHBOUR | 3.60  |
      | 3    | 10       | HALF      | 1.98  |

  Scenario: The week-end costs extra for what is in demand
    Given a hire in PW worth 129.00 for 2 days, grade A
    And it begins on a week-end
    When it is priced with a deposit of 20 per cent
    Then the receipt reads
      """
      hire                      2.20
      weekend                   1.50
      deposit                  30.00
      total                    33.70
      """

  Scenario Outline: Impossible hires are refused
    Given a hire in <section> worth 20.00 for <days> days, grade A
    And a plan discount of 0 and the coupon "<coupon>"
    When it is priced
    Then it is refused as "<code>" because "<words>"

    Examples:
      | section | days | coupon | code      | words                      |
      | HD      | 0    | none   | invalid   | must be between 1 and 28   |
      | HD      | 29   | none   | invalid   | must be between 1 and 28   |
      | XX      | 3    | none   | not-found | no day rate for section    |
      | HD      | 3    | FREE   | invalid   | coupon: is not known       |

  Scenario: Deposits come in steps of five
    Then a deposit of 20 per cent on 129.00 is 30.00
    And a deposit of 20 per cent on 125.00 is 25.00
    And a deposit of 20 per cent on 125.01 is 30.00
    And the rules apply in the order hire, long hire, wear, weekend, plan discount, coupon
