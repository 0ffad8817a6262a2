Feature: Not a feature at all

  Scenario: one
    Given "Rye" goes in for "50" minutes at "240" degrees
    Nonsense stands here
    Feature: and a second one
