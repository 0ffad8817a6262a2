Feature: Opening days

  Background:
    Given the depot's opening hours

  Scenario Outline: A loan falls due on an open day
    When a loan of <days> days begins on <start>
    Then it falls due on <due>

    Examples: ordinary weeks
      | start      | days | due        |
      | 2024-06-04 | 7    | 2024-06-11 |
      | 2024-06-04 | 5    | 2024-06-11 |
      | 2024-06-08 | 1    | 2024-06-11 |
      | 2024-02-22 | 7    | 2024-02-29 |

    Examples: holidays and closed days
      | start      | days | due        |
      | 2024-03-26 | 3    | 2024-03-30 |
      | 2024-08-08 | 7    | 2024-08-17 |
      | 2024-12-18 | 7    | 2024-12-27 |
      | 2024-04-24 | 7    | 2024-05-02 |

  Scenario Outline: Days of the week are read
    When the days "<text>" are read
    Then the week days are <numbers>

    Examples:
      | text         | numbers       |
      | mon-fri      | 0,1,2,3,4     |
      | sat-mon      | 0,5,6         |
      | tue, thu     | 1,3           |
      | sun,  wed    | 2,6           |

  Scenario: Only open days count as late
    Then 2024-06-11 to 2024-06-11 is 0 days late
    And 2024-06-11 to 2024-06-10 is 0 days late
    And 2024-06-11 to 2024-06-15 is 4 days late
    And 2024-06-14 to 2024-06-19 is 3 days late

  Scenario: Easter moves
    Then the depot is closed on 2025-04-18
    And the depot is open on 2025-04-19
    And Easter is on 2024-03-31, 2025-04-20, 2038-04-25
