Feature: Amounts of money

  Scenario Outline: An amount is read from text
    When the amount "<text>" is read
    Then it is <cents> cents
    And it is written "<written>"

    Examples:
      | text  | cents | written |
      | 3     | 300   | 3.00    |
      | 3.5   | 350   | 3.50    |
      | 12.05 | 1205  | 12.05   |
      | -0.05 | -5    | -0.05   |
      | 0     | 0     | 0.00    |

  Scenario Outline: What is no amount is refused
    When the amount "<text>" is read
    Then it is refused with "<words>"

    Examples:
      | text  | words         |
      | 1.234 | not an amount |
      | .5    | not an amount |
      | 5.    | not an amount |
      | x     | For input     |

  Scenario Outline: Percentages are rounded
    When the amount "<amount>" is read
    And <percent> percent of it are taken
    Then it is <cents> cents

    Examples:
      | amount | percent | cents |
      | 1.00   | 60      | 60    |
      | 0.05   | 50      | 3     |
      | -0.05  | 50      | -3    |
      | 0.03   | 10      | 0     |

  Scenario: A bill is shared without losing a cent
    When the amount "10.00" is read
    And it is shared by 3
    Then the shares are "3.34 3.33 3.33"

  Scenario: Nobody shares with nobody
    When the amount "10.00" is read
    And it is shared by 0
    Then it is refused with "nobody to share with"

  Scenario: Machines round up
    When the amount "1.81" is read
    And it is rounded up to 5
    Then it is written "1.85"
