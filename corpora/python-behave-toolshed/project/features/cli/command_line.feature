Feature: The command line

  Scenario: A tag is made in a process of its own
    When "toolshed tag hd 417" is run as a process
    Then it ends with 0 and prints "HD-00417-S"
    When "toolshed tag HD-00417-T" is run as a process
    Then it ends with 1 and complains "toolshed: format: check letter of HD-00417-T is wrong"

  Scenario Outline: Commands and their exit codes
    When the command "<command>" is run
    Then it ends with <code>
    And its output contains "<output>"

    Examples:
      | command                                | code | output                     |
      | tag LD-00009-T                         | 0    | LD-00009-T (ladders and    |
      | quote PW 129.00 8 --deposit 20         | 0    | total                    43.86 |
      | quote GD 89.90 8 --grade b --coupon half | 0  | coupon                   -3.92 |
      | stock features/data/tools.csv          | 0    | 7 tools worth 896.65       |
      | quote PW 129.00 0                      | 1    | nothing                    |
