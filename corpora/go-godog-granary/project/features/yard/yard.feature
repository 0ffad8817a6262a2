Feature: The yard

  Scenario: Lorries are called in turn, but for those who go first
    Given "K-1" joins the queue
    And "K-2" joins the queue
    And "K-3" joins the queue ahead
    When 2 lorries are called
    Then "K-3, K-1" were called
    And 1 lorries wait

  Scenario: Who leaves is not called
    Given "K-1" joins the queue
    And "K-2" joins the queue
    And "K-1" leaves the queue
    When 1 lorries are called
    Then "K-2" were called
    And 0 lorries wait

  Scenario: Nobody is called from an empty yard
    When 1 lorries are called
    Then calling fails since "nobody waits"

  Scenario Outline: The wait depends on the bridges
    Given <lorries> lorries in the queue
    Then the last one waits <minutes> minutes at <bridges> bridges

    Examples:
      | lorries | bridges | minutes |
      | 0       | 1       | 0       |
      | 3       | 1       | 18      |
      | 3       | 2       | 12      |
      | 4       | 2       | 12      |

  Scenario: Without a bridge nothing goes
    Then waiting at 0 bridges is impossible

  Scenario: Calls are kept in a log
    Given a log in a folder of its own
    And "k-1" joins the queue
    And "K-2" joins the queue ahead
    When everybody is called at "2024-08-14 09:05"
    Then the log reads:
      """
      09:05 K-2
      09:05 K-1
      """

  Scenario: The yard's own log lies in the working folder
    Given a log in "work/calls"
    And "K-7" joins the queue
    When everybody is called at "2024-08-14 09:05"
    Then the log reads:
      """
      09:05 K-7
      """

  Scenario: Tickets are random, yet of one form
    When 50 tickets of 8 letters are drawn
    Then they are all different
    And each has 8 letters

  Scenario: A driver's trouble stays his own
    When a driver's program panics with "no brakes"
    Then the yard says "yard: no brakes"
