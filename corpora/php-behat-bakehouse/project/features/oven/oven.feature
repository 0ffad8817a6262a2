Feature: Oven

  Scenario: Batches follow each other
    When "Rye" goes in for "50" minutes at "240" degrees
    And "Rolls" goes in for "18" minutes at "220" degrees
    Then "Rye" is ready at "05:42"
    And "Rolls" is ready at "06:04"
    And at "5:41" the oven holds "Rye"
    And at "5:42" the oven is empty
    And everything is done at "06:04"

  Scenario: Into the next day
    When "Pumpernickel" goes in for "1200" minutes at "120" degrees
    Then "Pumpernickel" is ready at "00:40 (+1)"

  Scenario Outline: What the oven cannot do
    When "Cake" goes in for "<minutes>" minutes at "<heat>" degrees
    Then the oven refuses: "Cake: <minutes> minutes at <heat> degrees"

    Examples:
      | minutes | heat |
      | 0       | 180  |
      | 10      | 99   |
      | 10      | 301  |

  Scenario: The coolest comes first
    When the best order is found for
      | name  | minutes | heat |
      | Rye   | 50      | 240  |
      | Rolls | 18      | 220  |
      | Cake  | 60      | 180  |
    Then "Cake" is ready at "05:46"
    And everything is done at "07:00"

  Scenario: There is a clock on the wall
    Then the clock shows some time
