Feature: Recipes

  Scenario Outline: How a dough feels
    Given a new recipe for "test"
      | water | <water> |
      | milk  | <milk>  |
    Then the dough is "<feel>"

    Examples:
      | water | milk | feel  |
      | 50    | 8    | stiff |
      | 50    | 10   | firm  |
      | 60    | 16   | soft  |
      | 60    | 40   | runny |

  Scenario: A recipe is scaled, and the oven's share is added
    Given the recipe for "Milk loaf"
    When it is scaled to "2" pieces of "0.75 kg"
    Then it takes
      | flour  | 947 g |
      | milk   | 587 g |
      | butter | 76 g  |
      | sugar  | 57 g  |
      | yeast  | 19 g  |
      | salt   | 19 g  |

  Scenario: A sourdough counts the water of its starter
    Given a sourdough of "40" percent starter and "70" percent water
    Then the dough is "soft"
    And it rises for "300" minutes at "22" degrees
    And it rises for "240" minutes at "30" degrees

  Scenario Outline: Yeast and warmth
    Given a new recipe for "test"
      | yeast | <yeast> |
    Then it rises for "<minutes>" minutes at "<degrees>" degrees

    Examples:
      | yeast | minutes | degrees |
      | 1     | 180     | 24      |
      | 2     | 130     | 20      |
      | 8     | 45      | 25      |

  Scenario: Without yeast it takes a night
    Given a new recipe for "flat"
      | water | 55 |
    Then it rises for "490" minutes at "23" degrees

  Scenario: The book of the house
    Then the book has "3" recipes: "Milk loaf, Roll, Rye"
    When "rolls" is looked up
    Then it is not done: "no recipe for rolls, did you mean Roll?"

  Scenario: A recipe is written only once
    Given the recipe for "milk-loaf"
    When it is written into the book
    Then it is not done: "Milk loaf is in the book"

  Scenario: A new recipe goes into the book
    Given a new recipe for "Bun"
      | milk | 60 |
    When it is written into the book
    Then the book has "4" recipes: "Bun, Milk loaf, Roll, Rye"

  Scenario Outline: Weights are read
    When the weight "<text>" is read
    Then the answer is "<weight>"

    Examples:
      | text    | weight  |
      | 250 g   | 250 g   |
      | 1.5 kg  | 1.5 kg  |
      | 20dag   | 200 g   |
      | 1,25 kg | 1.25 kg |
      | 3 kg    | 3 kg    |

  Scenario Outline: Wrong weights are refused
    When the weight "<text>" is read
    Then it is not done: "<words>"

    Examples:
      | text   | words              |
      | much   | not a weight: much |
      | 1.5 g  | too fine: 1.5 g    |

  @holidays
  Scenario: Stollen
    Given the recipe for "Roll"
    Then the dough is "firm"
