@book
Feature: Lost property

  Background:
    Given the lost property
      | what            | line | found      | value  |
      | Black umbrella  | 1    | 2024-03-01 | 12.00  |
      | Umbrella        | 2    | 2024-03-04 | 8.00   |
      | Smoked fish     | 1    | 2024-03-05 | 9.50   |
      | Violin          | 2    | 2024-01-10 | 400.00 |

  Scenario Outline: Looking for something
    When somebody looks for "<words>" on line "<line>"
    Then the numbers found are "<numbers>"

    Examples:
      | words          | line | numbers |
      | umbrella       |      | 2 1     |
      | Umbrella black |      | 1       |
      | umbrella       | 2    | 2       |
      | cat            |      |         |

  Scenario Outline: Shelves are cleared
    When the shelves are cleared on <day>
    Then <gone> things go and <left> stay, also in the book

    Examples:
      | day        | gone | left |
      | 2024-03-06 | 0    | 4    |
      | 2024-03-07 | 1    | 3    |
      | 2024-03-31 | 1    | 3    |
      | 2024-04-01 | 2    | 2    |
      | 2024-07-10 | 3    | 1    |
      | 2024-07-11 | 4    | 0    |

  Scenario: Fetching something costs
    Then the fee for number 2 on 2024-03-06 is 1.60
    And the fee for number 4 on 2024-01-17 is 2.00
    And the fee for number 4 on 2024-01-20 is 3.50
