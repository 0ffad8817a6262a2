Feature: The timetable

  Scenario: The departures of a weekday
    When the departures of "2026-05-06" are asked for
    Then they are:
      """
      07:15 SK Tern
      08:30 KS Tern
      09:00 KU Heron
      12:00 SK Tern
      13:30 KS Tern
      14:00 UK Heron
      17:30 SK Heron
      """

  Scenario: The departures of a Sunday
    When the departures of "2026-05-10" are asked for
    Then they are:
      """
      07:15 SK Tern
      08:30 KS Tern
      10:30 KU Heron
      12:00 SK Tern
      13:30 KS Tern
      14:00 UK Heron
      """

  Scenario: A sheet with a day that is none
    When this sheet is read:
      """
      code,from,to,minutes,days,time,ship
      SK,Storvik,Kalnes,45,mon-fri,07:15,Tern
      SK,Storvik,Kalnes,45,noday,08:15,Tern
      """
    Then it is turned down: "line 3: no day is called noday"

  Scenario: A sheet without a time
    When this sheet is read:
      """
      code,from,to,minutes,days,time,ship
      SK,Storvik,Kalnes,45,daily,,Tern
      """
    Then it is turned down: "line 2: no time"

  Scenario Outline: The way over several crossings
    When the way from <from> to <to> after "<moment>" is looked for
    Then it goes "<way>"
    And it takes <minutes> minutes with <changes> changes

    Examples:
      | from    | to     | moment           | way                                           | minutes | changes |
      | Storvik | Kalnes | 2026-05-06 07:15 | Storvik 07:15 > Kalnes 08:00                  | 45      | 0       |
      | Storvik | Utoy   | 2026-05-06 06:00 | Storvik 07:15 > Kalnes 09:00 > Utoy 10:50     | 215     | 1       |
      | Storvik | Utoy   | 2026-05-06 07:16 | Storvik 12:00 > Kalnes 09:00 > Utoy 10:50     | 2810    | 1       |
      | Storvik | Havn   | 2026-05-08 05:30 | Storvik 06:00 > Havn 10:20                    | 260     | 0       |
      | Storvik | Havn   | 2026-05-09 05:30 | Storvik 07:15 > Kalnes 10:30 > Utoy 11:30 > Havn 12:40 | 4645 | 2    |
      | Utoy    | Storvik| 2026-05-09 20:00 | Utoy 14:00 > Kalnes 08:30 > Storvik 09:15     | 1155    | 1       |

  Scenario: There is no way to where no ship goes
    When the way from Havn to Storvik after "2026-05-06 06:00" is looked for
    Then there is none
