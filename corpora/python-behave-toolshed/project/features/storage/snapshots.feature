Feature: Snapshots of the depot

  @fixture.temp_folder
  Scenario: A snapshot brings everything back
    Given 12.50 was charged to Ada for "dues"
    And Ben is suspended
    When the depot is saved in the temporary folder and loaded again
    Then the tools are the same
    And the members are the same, with Ben suspended
    And the account of Ada stands at 12.50
    And no half-written file is left

  Scenario: The last two snapshots are kept as backups
    Given the folder "work" holds no snapshots
    When 4 snapshots are saved as "work/depot.json"
    Then the files in "work" are "depot.json, depot.json.1, depot.json.2"
    And they count 4, 3, 2

  Scenario: An old snapshot is brought up to date
    When the snapshot "snapshot_v1.json" is loaded
    Then its tools are
      | tag        | value    | grade |
      | HD-00417-S | 18.00    | A     |
      | LD-00009-T | 1,310.50 | A     |
    And the member "Ada Birch" is suspended and owes 50.00

  @fixture.temp_folder
  Scenario Outline: What is no snapshot is refused
    When a file with this text is loaded: <text>
    Then it is refused as "format" because "<words>"

    Examples:
      | text           | words                        |
      | {"version": 4} | of version 4, newer than 3   |
      | {"version": 0} | snapshot has no version      |
      | {}             | snapshot has no version      |
      | [1]            | not a snapshot               |
      | {"version"     | broken.json:                 |
