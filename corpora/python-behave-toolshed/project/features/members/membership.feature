Feature: Membership

  Scenario Outline: Applications are checked
    When "<name>" applies with "<email>", born <born>, for the <plan> plan
    Then the application is <verdict>

    Examples: good ones
      | name         | email            | born       | plan   | verdict        |
      | Al           | al@example.org   | 2006-06-04 | basic  | filed as M0004 |
      | Dora  de Wit | DORA@Example.org | 1960-01-01 | maker  | filed as M0004 |

    Examples: bad ones
      | name  | email            | born       | plan   | verdict                                     |
      | Al    | al@example.org   | 2006-06-05 | basic  | refused: born: members must be 18 or older  |
      | A     | al@example.org   | 1990-01-01 | basic  | refused: name: must have 2 to 40 characters |
      | Al    | al@example       | 1990-01-01 | basic  | refused: email: is not an e-mail address    |
      | Al    | ADA@example.org  | 1990-01-01 | family | refused: email: is already registered       |
      | Al    | al@example.org   | 1990-01-01 | golden | refused: no plan 'golden'                   |

  Scenario Outline: A membership moves through its states
    Given a member who is <before>
    When the board decides to <event>
    Then the member is <after>
    And the member may borrow: <borrow>

    Examples:
      | before    | event     | after     | borrow |
      | applied   | approve   | active    | yes    |
      | applied   | reject    | closed    | no     |
      | active    | suspend   | suspended | no     |
      | suspended | reinstate | active    | yes    |
      | active    | close     | closed    | no     |
      | suspended | close     | closed    | no     |

  Scenario Outline: Some decisions are impossible
    Given a member who is <before>
    Then the board cannot <event>

    Examples:
      | before    | event     |
      | applied   | suspend   |
      | closed    | reinstate |
      | active    | approve   |

  Scenario Outline: Dues cover the rest of the year
    Then the <plan> plan, joined <joined>, costs <dues> on <day>

    Examples:
      | plan   | joined     | day        | dues  |
      | basic  | 2024-01-15 | 2024-01-20 | 24.00 |
      | basic  | 2024-01-15 | 2024-12-01 | 2.00  |
      | family | 2023-03-01 | 2024-10-31 | 25.00 |
      | maker  | 2024-01-15 | 2024-12-01 | 96.00 |

  Scenario: The register counts its members
    Given a member who is suspended
    Then there are 3 active and 1 suspended members
    And the card "m0002" belongs to "Ben Okafor", "BO"
    And there is no card "M0005" and no card "X1"
