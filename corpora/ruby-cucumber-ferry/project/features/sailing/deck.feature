Feature: Room on board

  Background:
    Given the ship "Tern" sails SK at "2026-05-06 12:00"

  Scenario: Vehicles take room, bicycles do not
    Given 1 adult travels
    And they bring a car of 4.30 m, 1.50 m high
    And they have booked
    And they bring a bicycle of 1.80 m, 1.10 m high
    And they have booked
    Then 58 seats and 85.4 metres of the deck are left
    And 30.0 metres are left for high vehicles
    And 3% of the seats are taken

  Scenario: High vehicles have a part of the deck to themselves
    Given 1 adult travels
    And they bring a truck of 16.50 m, 3.90 m high
    And they have booked
    When they book
    Then they are refused: "no room is left for high vehicles"
    And 13.2 metres are left for high vehicles

  Scenario: A deck can be full
    Given 1 adult travels
    And they bring a truck of 30.00 m, 1.80 m high
    And they have booked
    And they have booked
    When they book
    Then they are refused: "the car deck is full"

  Scenario Outline: Some vehicles cannot be
    Given 1 adult travels
    And they bring a <kind> of <length> m, 1.00 m high
    Then they are refused: "<words>"

    Examples:
      | kind  | length | words                         |
      | sled  | 2.00   | no vehicle is called a sled   |
      | car   | 0.00   | a car has a length            |

  Scenario: Four places are kept for those who need a hand
    Given these people travel:
      | name      | age | notes      |
      | Kari Holm | 81  | assistance |
    And they have booked
    And they have booked
    And they have booked
    And they have booked
    When they book
    Then they are refused: "no assisted place is left"

  @prints
  Scenario: The crew's list
    Given these people travel:
      | name           | age | notes      |
      | Kari Anne Holm | 81  | assistance |
      | Nils           | 79  |            |
    And they bring a van of 5.20 m, 2.20 m high, called "SV 4711"
    And they have booked
    And they have paid "10.00" of "10.00"
    And 2900 minutes pass
    And they check in
    And 1 adult travels
    And they bring a car of 4.30 m, 1.50 m high, called "EL 2020"
    And they have booked
    When the list of the crew is printed
    Then it reads:
      """
      Storvik-Kalnes 12:00 Tern
      *SK000016 Holm, Kari Anne (assistance)
      *SK000016 Nils
       SK000021 No1, Adult
      3 on board, 5% of seats
      """
    And vehicles are driven aboard in the order "SV 4711 EL 2020"

  Scenario: Long vehicles go first among those of one height
    Given 1 adult travels
    And they bring a car of 4.30 m, 1.50 m high, called "B"
    And they have booked
    And they bring a car of 4.90 m, 1.90 m high, called "C"
    And they have booked
    And they bring a car of 4.30 m, 1.60 m high, called "A"
    And they have booked
    And they bring a motorcycle of 2.10 m, 1.10 m high, called "M"
    And they have booked
    Then vehicles are driven aboard in the order "C A B"
    And the name "Liv Moen" is called out as "Moen, Liv"
