Feature: Operation

  Scenario: A timetable is read
    When the timetable "5:10 every 20 until 6:30, 7:05" is read
    Then it has 6 departures, 35 minutes apart at most

  Scenario Outline: Waiting
    When the timetable "5:10 every 20 until 6:30, 7:05" is read
    Then at <time> one waits <minutes> minutes

    Examples:
      | time  | minutes |
      | 05:10 | 0       |
      | 05:11 | 19      |
      | 06:31 | 34      |
      | 23:10 | 360     |

  Scenario Outline: No timetable
    When the timetable "<text>" is read
    Then it is refused with "<words>"

    Examples:
      | text                  | words           |
      | 5:10 each 20 till 6   | not a timetable |
      | 5:10 every            | not a timetable |
      | 5:10 every 0 until 6:00 | trams every 0 |

  Scenario: The depot sends trams out in order
    Given a depot with 2 trams
    When trams are asked for lines "A B A"
    Then the depot answers
      | A1      |
      | B2      |
      | A waits |
