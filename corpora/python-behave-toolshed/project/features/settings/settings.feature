Feature: Settings of a depot

  Scenario: Settings are read over their defaults
    When these settings are read
      """
      [depot]
      name = Hilltop
      code = ht
      [opening]
      days = sat-mon
      [fees]
      late_per_day = 1.00
      """
    Then the depot is "Hilltop", "HT"
    And it opens on the days 0,5,6
    And a day of delay costs 1.00, at most 15.00
    And loans last 7 days, renewed 2 times, kept 3 days

  Scenario Outline: Settings have limits
    When the setting "<key>" of "<section>" is "<value>"
    Then it is <verdict>

    Examples: accepted
      | section | key          | value | verdict  |
      | limits  | loan_days    | 28    | accepted |
      | limits  | renewals     | 0     | accepted |
      | fees    | deposit_rate | 100   | accepted |

    Examples: refused
      | section | key          | value | verdict                                                    |
      | limits  | loan_days    | 29    | refused as "invalid" because "must be between 1 and 28"    |
      | limits  | loan_days    | 0     | refused as "invalid" because "must be between 1 and 28"    |
      | limits  | renewals     | -1    | refused as "invalid" because "must be between 0 and 5"     |
      | limits  | hold_days    | soon  | refused as "invalid" because "'soon' is not a whole number" |
      | fees    | late_cap     | -1    | refused as "invalid" because "must not be negative"        |
      | fees    | colour       | red   | refused as "invalid" because "fees.colour: unknown setting" |
      | colours | red          | 1     | refused as "invalid" because "colours: unknown section"    |
      | depot   | code         | R2    | refused as "invalid" because "must be two letters"         |
      | opening | days         | noon  | refused as "format" because "unknown day in 'noon'"        |
