Feature: Waiting lists

  Background:
    Given today is 2024-06-04
    And Ada borrowed the "Belt sander" for 7 days

  Scenario: The list goes by priority, then by date
    When these members wait for the "Belt sander"
      | card  | day        | priority | position |
      | M0002 | 2024-06-05 | 0        | 1        |
      | M0003 | 2024-06-06 | 1        | 1        |
      | M0009 | 2024-06-04 | 0        | 2        |
      | M0010 | 2024-06-07 | 1        | 2        |
    Then the list is M0003, M0010, M0009, M0002
    And M0002 stands at 4

  Scenario: A tool that is not collected goes to the next
    Given Ben and Cleo wait for the "Belt sander"
    When the "Belt sander" comes back on 2024-06-11 in good condition
    Then it is kept for Ben until 2024-06-14
    And on 2024-06-14 it is still kept for Ben
    And on 2024-06-15 it is kept for Cleo until 2024-06-18

  Scenario: What is kept aside is lent to nobody else
    Given Ben waits for the "Belt sander"
    When the "Belt sander" comes back on 2024-06-11 in good condition
    And Cleo asks for the "Belt sander" on 2024-06-12
    Then it is refused as "conflict" because "PW-00077-H is kept aside"
    When Ben asks for the "Belt sander" on 2024-06-12
    Then it is accepted
    And nothing is kept aside

  Scenario: Nobody renews what others wait for
    Given Ben waits for the "Belt sander"
    When the "Belt sander" is renewed on 2024-06-10
    Then it is refused as "conflict" because "others are waiting for PW-00077-H"
    When Ben gives up waiting
    And the "Belt sander" is renewed on 2024-06-10
    Then it is accepted

  Scenario: A list holds five
    When 5 members wait for the "Belt sander"
    Then a sixth is refused because "the waiting list is full"
    And the first cannot wait twice
