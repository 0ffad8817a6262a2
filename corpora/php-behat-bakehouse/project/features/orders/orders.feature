Feature: Orders
  What customers want is written down, priced and handed out.

  Background:
    Given the price list
      """
      # by the piece
      roll = 0.45
      rye loaf = 4.20   # a kilogram
      Milk loaf = 3.60
      """
    And a desk for the letter "K"

  Scenario: An order is priced
    Given Mira orders
      | article  | pieces |
      | roll     | 6      |
      | rye loaf | 2      |
    Then it costs "11.10"
    And the order number is "K001"

  Scenario Outline: Every sixth piece is free from twelve on
    When "<pieces>" "<article>" are priced
    Then "<price>" is told

    Examples:
      | pieces | article  | price |
      | 1      | roll     | 0.45  |
      | 11     | roll     | 4.95  |
      | 12     | roll     | 4.50  |
      | 13     | ROLL     | 4.95  |
      | 24     | rye loaf | 84.00 |

  Scenario: Old bread costs half
    When "3" old "roll" are priced
    Then "0.67" is told

  Scenario: An order changes as long as it is open
    Given Mira orders
      | article | pieces |
      | roll    | 6      |
    When Mira changes rye loaf to 1
    And Mira changes roll to 0
    Then it costs "4.20"
    And nothing is refused
    When the order is "paid"
    And Mira changes roll to 3
    Then it is refused because of "order K001 is paid"

  Scenario Outline: Not every way is open to an order
    Given Mira orders
      | article | pieces |
      | roll    | 1      |
    When the order is "<first>"
    And the order is "<second>"
    Then it is refused because of "<words>"

    Examples:
      | first     | second  | words                                |
      | cancelled | paid    | from cancelled no way leads to paid  |
      | paid      | open    | from paid no way leads to open       |
      | fetched   | fetched | from open no way leads to fetched    |

  Scenario: Nothing is nothing to pay for
    Given Mira orders
      | article | pieces |
    When the order is "paid"
    Then it is refused because of "there is nothing to pay for"

  Scenario: Too much is too much
    Given Mira orders
      | article | pieces |
      | roll    | 200    |
    When Mira changes roll to 201
    Then it is refused because of "201 pieces of roll"

  Scenario: What has no price is not sold
    Given Mira orders
      | article | pieces |
      | roll    | 1      |
    When Mira changes moon to 1
    Then it is refused because of "moon has no price"

  Scenario: What is to be baked
    Given Mira orders
      | article  | pieces |
      | roll     | 6      |
      | rye loaf | 1      |
    And Olav orders
      | article | pieces |
      | roll    | 4      |
    And Mira orders
      | article | pieces |
      | roll    | 90     |
    When the order is "cancelled"
    Then to be baked are
      | roll     | 10 |
      | rye loaf | 1  |
    And the orders of mira are K003, K001

  @quiet
  Scenario: Fetching tells who listens
    Given Mira orders
      | article | pieces |
      | roll    | 6      |
    When the order is "paid"
    And somebody listens at the desk
    And order "K001" is fetched
    Then the desk says "K001 for Mira"
    And "1" customer was served

  Scenario: A number nobody has
    When order "K009" is fetched
    Then it is refused because of "no order K009"

  Scenario: A letter is drawn for the day
    Given a desk that draws its letter
    And Mira orders
      | article | pieces |
      | roll    | 1      |
    Then the order number looks right

  Scenario: Change is given
    When "3" "roll" are priced
    Then the change is "65"

  Scenario: The desk is tidied
    Given Mira orders
      | article | pieces |
      | roll    | 1      |
    Then the desk is tidy

  Scenario: Customers are pleased
    When "3" "roll" are priced
    Then the customer is "pleased"
