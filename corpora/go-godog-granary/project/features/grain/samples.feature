Feature: Samples

  Scenario Outline: A name is read however it is typed
    When the grain "<text>" is read
    Then it is <name>

    Examples:
      | text      | name   |
      | wheat     | wheat  |
      | " Barley" | barley |
      | CORN      | maize  |
      | Oats      | oats   |

  Scenario Outline: What nobody delivers is refused
    When the grain "<text>" is read
    Then it is refused as unknown

    Examples:
      | text     |
      | potatoes |
      |          |

  Scenario: All names are known by heart
    Then the names are "barley, corn, maize, oats, rye, wheat"

  Scenario Outline: The laboratory grades a sample
    Given a sample of <kind> with <weight> grams a litre and <foreign> of foreign matter
    Then its grade is <grade>

    Examples: clean
      | kind   | weight | foreign | grade |
      | wheat  | 760    | 0       | 1     |
      | wheat  | 759    | 20      | 2     |
      | wheat  | 710    | 0       | 3     |
      | wheat  | 709    | 0       | 4     |
      | maize  | 700    | 5       | 1     |

    Examples: dirty
      | kind   | weight | foreign | grade |
      | wheat  | 760    | 21      | 2     |
      | wheat  | 715    | 30      | 4     |
      | wheat  | 780    | 51      | 4     |
      | rye    | 690    | 50      | 3     |
      | oats   | 400    | 50      | 4     |

  Scenario Outline: Wet grain loses weight
    Given a sample of <kind> with <moisture> of moisture and <foreign> of foreign matter
    When <kilograms> kilograms of it are dried
    Then <left> kilograms are left

    Examples:
      | kind   | moisture | foreign | kilograms | left |
      | wheat  | 140      | 0       | 1000      | 1000 |
      | wheat  | 160      | 0       | 1000      | 976  |
      | barley | 155      | 10      | 20000     | 19454 |
      | maize  | 150      | 100     | 999       | 900  |

  Scenario Outline: Some samples cannot be
    Given a sample of wheat with <moisture> of moisture, <weight> grams a litre and <foreign> of foreign matter
    Then the sample is refused for its <field>

    Examples:
      | moisture | weight | foreign | field          |
      | -1       | 760    | 0       | moisture       |
      | 501      | 760    | 0       | moisture       |
      | 140      | 0      | 0       | test weight    |
      | 140      | 760    | 1001    | foreign matter |

  Scenario: The limits of a sample can be
    Given a sample of wheat with 500 of moisture, 1 grams a litre and 1000 of foreign matter
    Then the sample is accepted
