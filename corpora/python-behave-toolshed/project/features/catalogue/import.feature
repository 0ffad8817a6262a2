Feature: Importing a catalogue

  Scenario: The depot's file is read whole
    Given an empty catalogue
    When the file "tools.csv" is imported
    Then 7 tools were added and nothing went wrong
    And the catalogue is worth 896.65
    And the tools in it are
      | tag        | name                        | grade |
      | GD-00003-A | Hedge trimmer (electric)    | B     |
      | HD-00417-S | Claw hammer                 | A     |
      | HD-00418-G | Japanese pull saw           | B     |
      | LD-00009-T | Extension ladder            | A     |
      | MS-00050-X | Laser level, self-levelling | A     |
      | PW-00012-U | Cordless drill              | A     |
      | PW-00077-H | Belt sander                 | C     |

  Scenario: Bad rows are skipped and reported with their lines
    Given an empty catalogue
    When this text is imported
      """
      Tag,Name,Value,Grade
      HD-00417-S,Claw hammer,18.00,A
      HD-00417-S,Second hammer,19.00,A

      HD-00418-G,,34.50,B
      HD-00418-X,Pull saw,34.50,B
      PW-00012-U,Drill,0.00,A
      PW-00077-H,Sander,abc
      LD-00009-T,Ladder,310,D
      GD-00003-A,Trimmer,89.9
      """
    Then 2 tools were added
    And these problems were reported
      | line | problem                                                |
      | 3    | tag HD-00417-S is taken                                |
      | 5    | name: must not be empty                                |
      | 6    | check letter of HD-00418-X is wrong (expected G)       |
      | 7    | value: must be positive                                |
      | 8    | not an amount: 'abc'                                   |
      | 9    | grade: must be one of A, B, C                          |

  Scenario: A strict import stops at the first bad row
    Given an empty catalogue
    When this text is imported strictly
      """
      tag,name,value,grade
      HD-00417-S,Claw hammer,18.00,A
      HD-00418-G,,34.50,B
      PW-00012-U,Drill,129.00,A
      """
    Then it is refused as "format" because "line 3: name: must not be empty"
    And the catalogue holds 1 tool

  Scenario: A column is missing
    Given an empty catalogue
    When this text is imported
      """
      tag,name,price
      HD-00417-S,Claw hammer,18.00
      """
    Then it is refused as "format" because "line 1: missing column: value, grade"
