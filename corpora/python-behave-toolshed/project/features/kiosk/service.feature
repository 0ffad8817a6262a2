@http
Feature: The kiosk's service
  The kiosk in the hall talks to the depot over HTTP. The service runs for the whole test run.

  Scenario: The service says how it is
    When the kiosk asks for "/health"
    Then the answer is 200 with
      | key   | value           |
      | depot | Riverside depot |
      | tools | 7               |
    And 1 request was served

  Scenario: Tools are searched from the kiosk
    When the kiosk asks for "/tools?q=timber&limit=1"
    Then the answer lists the tools
      | tag        | name              | value | available |
      | HD-00418-G | Japanese pull saw | 34.50 | yes       |

  Scenario: A tool is borrowed and given back at the kiosk
    Given the kiosk lends PW-00012-U to M0001 on 2024-06-04
    Then the answer is 201 with
      | key  | value      |
      | loan | 1          |
      | due  | 2024-06-11 |
      | fee  | 11.88      |
    When the kiosk asks for "/tools/PW-00012-U"
    Then the tool is not available
    When the kiosk takes back PW-00012-U on 2024-06-13
    Then the answer is 200 with
      | key       | value |
      | late_days | 2     |
      | owed      | 1.50  |

  Scenario Outline: Errors have their own status
    When the kiosk sends <method> to "<target>"
    Then the answer is <status> with the code "<code>"

    Examples:
      | method | target            | status | code      |
      | GET    | /tools/PW-00013-X | 400    | format    |
      | GET    | /tools/GD-00120-G | 404    | not-found |
      | GET    | /nowhere          | 404    | not-found |
      | PUT    | /quotes           | 405    | method    |
      | POST   | /quotes           | 422    | missing   |
      | GET    | /tools?limit=0    | 422    | invalid   |
      | GET    | /tools?limit=many | 400    | bad-request |

  Scenario: A quote is asked for at the kiosk
    When the kiosk asks for a quote on PW-00077-H for 8 days with "half"
    Then the quote has the lines "hire 15.40, long hire -1.54, wear 2.40, coupon -8.13"
    And the quote comes to 58.13 with a deposit of 50.00
