Feature: Tool tags
  Every tool has a tag with a check letter, so that a slip at the counter is caught.

  Scenario Outline: A tag is read however it was typed
    When the tag "<typed>" is read
    Then the tag is "<tag>" of the section "<section>"

    Examples: with dashes
      | typed      | tag        | section            |
      | HD-00417-S | HD-00417-S | hand tools         |
      | pw-12-u    | PW-00012-U | power tools        |

    Examples: without
      | typed  | tag        | section            |
      | ld9t   | LD-00009-T | ladders and access |
      | GD120G | GD-00120-G | garden             |

  Scenario Outline: A wrong tag is refused
    When the tag "<typed>" is read
    Then it is refused as "<code>" because "<words>"

    Examples:
      | typed      | code    | words                                                |
      | HD-00417-T | format  | check letter of HD-00417-T is wrong (expected S)     |
      | HD-00471-S | format  | check letter                                         |
      | ZZ-00001-A | invalid | section: unknown section 'ZZ'                        |
      | HD-00000-A | invalid | serial: must be between 1 and 99999                  |
      | hammer     | format  | not a tool tag: 'hammer'                             |

  Scenario: Tags that were read are remembered
    When the tag "GD-00120-G" is read
    And the tag "GD-00120-G" is read
    Then the reader remembered 1 time
    And the tag after "GD-00120-G" has the serial 121

  Scenario: No two neighbouring serials share a check letter
    Then the check letters of HD 410 to HD 419 are all different
