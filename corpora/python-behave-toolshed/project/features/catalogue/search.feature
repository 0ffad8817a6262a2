Feature: Searching the catalogue

  Scenario Outline: Whole words count more than beginnings
    When "<query>" is searched
    Then the finds are "<finds>"

    Examples:
      | query        | finds                            |
      | timber       | Japanese pull saw, Belt sander   |
      | hedge        | Hedge trimmer (electric)         |
      | drill        | Cordless drill                   |
      | joinery      | Claw hammer, Japanese pull saw   |
      | joinery nail | Claw hammer                      |
      | level        | Laser level, self-levelling      |
      | piano        | nothing                          |

  Scenario: A search can be narrowed to a section and a number
    When "timber" is searched in section "PW"
    Then the finds are "Belt sander"
    When "joi" is searched for at most 1 tool
    Then the finds are "Claw hammer"
    But a search for at most 0 tools is refused

  Scenario: Something is found
    When "ladder" is searched
    Then there is at least one find
