Feature: Vouchers

  Scenario: A voucher is used up
    Given a voucher "123455" of "1000" cents
    When "640" cents are paid with it
    Then "0" is told
    And "360" cents are left on it
    When "500" cents are paid with it
    Then "140" is told
    And "0" cents are left on it

  Scenario Outline: Wrong codes are refused
    Given a voucher "<code>" of "100" cents
    Then it is refused because of "not a voucher: <code>"

    Examples:
      | code    |
      | 123456  |
      | 213455  |
      | 12345   |
      | 12345a  |

  Scenario: A broken price list is told
    Given the price list is broken

  Scenario: An empty day
