Feature: Discounts

  Scenario Outline: The best discount counts, and the way back comes on top
    Given <people> travel
    Then <days> days ahead they get "<names>" of <percent>% <trip>

    Examples:
      | people                  | days | names            | percent | trip          |
      | 1 adult and 1 senior    | 29   |                  | 0       | one way       |
      | 1 adult and 1 senior    | 30   | early            | 12      | one way       |
      | 2 adults and 2 children | 40   | family           | 15      | one way       |
      | 3 adults and 2 children | 3    |                  | 0       | one way       |
      | 1 adult and 1 youth     | 3    | return           | 10      | with the way back |
      | 10 adults               | 3    | group and return | 30      | with the way back |
      | 9 adults and 1 infant   | 3    |                  | 0       | one way       |

  Scenario: Only a party of residents pays as residents do
    Given these people travel:
      | name     | age | notes    |
      | Ida Berg | 41  | resident |
      | Per Dahl | 38  |          |
    Then 2 days ahead they get "" of 0% one way

  Scenario Outline: Ages fall into categories
    When a person of <age> years is named
    Then that is a <category>

    Examples:
      | age | category |
      | 3   | infant   |
      | 4   | child    |
      | 14  | child    |
      | 15  | youth    |
      | 26  | adult    |
      | 64  | adult    |
      | 65  | senior   |

  Scenario Outline: Some ages cannot be
    When a person of <age> years is named
    Then they are refused: "an age of <age> cannot be"

    Examples:
      | age |
      | -1  |
      | 121 |

  Scenario Outline: What comes back depends on the days that are left
    Then <hours> hours ahead, <percent>% comes back and a change costs "<fee>"

    Examples:
      | hours | percent | fee   |
      | 336   | 100     | 0.00  |
      | 168   | 75      | 0.00  |
      | 167   | 75      | 5.00  |
      | 24    | 50      | 5.00  |
      | 23    | 25      | 10.00 |
      | 1     | 0       | 10.00 |

  Scenario: The fee is never more than what was paid
    Then of "18.00", "4.00" comes back 30 hours ahead
    And of "8.00", "0.00" comes back 30 hours ahead
    And of "10.00", "0.00" comes back 30 hours ahead
