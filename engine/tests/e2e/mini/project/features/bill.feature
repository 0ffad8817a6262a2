Feature: Bills
  Scenario: A bill has its tax
    Given the price in the list
    When the bill is made
    Then the total is the price with its tax
    And the label names the currency
