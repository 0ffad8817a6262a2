Feature: Fares

  Background:
    Given the clock shows 2024-03-06 12:00

  Scenario Outline: Zones make the fare
    When an adult travels from <from> to <to>
    Then the fare is <fare>

    Examples:
      | from    | to         | fare |
      | Harbour | Castle     | 1.80 |
      | Harbour | Hospital   | 2.60 |
      | Harbour | University | 3.50 |
      | Harbour | Airport    | 4.30 |
      | Forest  | Airport    | 5.10 |

  Scenario Outline: Riders pay what they can
    When a <rider> travels from Harbour to Hospital
    Then the fare is <fare>

    Examples:
      | rider   | fare |
      | senior  | 1.60 |
      | student | 1.95 |
      | child   | 1.30 |
      | dog     | 1.30 |

  Scenario Outline: Age decides
    When a rider of <age> travels from Harbour to Castle
    Then the fare is <fare>

    Examples:
      | age | fare |
      | 0   | 0.90 |
      | 14  | 0.90 |
      | 15  | 1.80 |
      | 64  | 1.80 |
      | 65  | 1.10 |

  Scenario Outline: The rush hour costs more
    Given the clock shows <day> <time>
    When an adult travels from Harbour to Castle
    Then the fare is <fare>

    Examples:
      | day        | time  | fare |
      | 2024-03-06 | 06:59 | 1.80 |
      | 2024-03-06 | 07:00 | 2.20 |
      | 2024-03-06 | 08:59 | 2.20 |
      | 2024-03-06 | 09:00 | 1.80 |
      | 2024-03-06 | 16:29 | 1.80 |
      | 2024-03-06 | 16:30 | 2.20 |
      | 2024-03-06 | 18:30 | 2.20 |
      | 2024-03-06 | 18:31 | 1.80 |
      | 2024-03-09 | 08:00 | 1.80 |

  Scenario: Dogs do not mind the rush hour
    Given the clock shows 2024-03-06 08:00
    When a dog travels from Harbour to Castle
    Then the fare is 0.90

  Scenario Outline: Groups
    When <adults> adults travel from Harbour to Castle
    Then the fare is <fare>

    Examples:
      | adults | fare  |
      | 1      | 1.80  |
      | 4      | 7.20  |
      | 5      | 7.20  |
      | 11     | 16.20 |

  Scenario: A group of nobody
    When 0 adults travel from Harbour to Castle
    Then it is refused with "a group of nobody"

  Scenario: The way with the fewest stops
    When the way from Mill to Castle is asked for
    Then it goes by "Mill Market Castle"

  Scenario: There is no way
    When the way from Mill to Pit is asked for
    Then it goes by ""

  Scenario: Nobody knows the stop
    When the way from Mill to Moon is asked for
    Then it is refused with "no stop called Moon"
