Feature: Rough

  Scenario: A basin is drained
    Given a basin of 3
    When it is drained
    Then nothing is left

  Scenario: A book has its pages
    Given a text of 10 and pages of 5
    When it is printed
    Then the book has 2 pages

  Scenario: Hits are counted
    When a page is hit, and hit again after a while
    Then the hits are 1 and 2
