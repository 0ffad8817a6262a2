Feature: Prepaid cards

  Background:
    Given a card of an adult with 20.00

  Scenario: A journey is paid at its end
    When it is tapped at
      | Harbour  | 2024-03-06 12:00 |
      | Hospital | 2024-03-06 12:20 |
    Then the balance is 17.40
    And the journal ends with "Harbour to Hospital -2.60"

  Scenario: Out where one came in
    When it is tapped at
      | Harbour | 2024-03-06 12:00 |
      | Harbour | 2024-03-06 12:05 |
    Then the balance is 20.00

  Scenario: A day has a cap
    When it is tapped at
      | Harbour | 2024-03-06 10:00 |
      | Airport | 2024-03-06 10:40 |
      | Airport | 2024-03-06 12:00 |
      | Harbour | 2024-03-06 12:40 |
      | Harbour | 2024-03-06 13:00 |
      | Castle  | 2024-03-06 13:10 |
    Then the balance is 11.00
    When it is tapped at
      | Harbour | 2024-03-07 13:00 |
      | Castle  | 2024-03-07 13:10 |
    Then the balance is 9.20

  Scenario: Forgetting to tap costs
    When it is tapped at
      | Harbour | 2024-03-06 10:00 |
      | Castle  | 2024-03-06 13:01 |
      | Harbour | 2024-03-06 13:30 |
    Then the balance is 13.20

  Scenario: Three hours are not too long
    When it is tapped at
      | Harbour | 2024-03-06 10:00 |
      | Castle  | 2024-03-06 13:00 |
    Then the balance is 18.20

  Scenario: A card holds so much
    When 130.00 is added
    Then the balance is 150.00
    When 0.01 is added
    Then it is refused with "150.00 at most"
    When 0.00 is added
    Then it is refused with "nothing to add"
