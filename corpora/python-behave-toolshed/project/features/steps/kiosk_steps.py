from behave import given, then, when
from support.checks import equal


@when('the kiosk asks for "{target}"')
def step_ask(context, target):
    context.status, context.answer = context.client.call("GET", target)


@when('the kiosk sends {method:w} to "{target}"')
def step_send(context, method, target):
    context.status, context.answer = context.client.call(method, target)


@given("the kiosk lends {tag:Tag} to {card:w} on {day}")
def step_lend(context, tag, card, day):
    payload = {"tag": str(tag), "card": card, "day": day}
    context.status, context.answer = context.client.call("POST", "/loans", payload)


@when("the kiosk takes back {tag:Tag} on {day}")
def step_take_back(context, tag, day):
    target = "/loans/{}?day={}".format(tag, day)
    context.status, context.answer = context.client.call("DELETE", target)


@then("the answer is {status:d} with")
def step_answer(context, status):
    equal(context.status, status, "status")
    seen = sorted((key, str(value)) for key, value in context.answer.items())
    equal(seen, sorted((row["key"], row["value"]) for row in context.table), "answer")


@then("{count:d} request was served")
def step_served(context, count):
    equal(context.service.served - context.served_before, count, "requests served")


@then("the answer lists the tools")
def step_lists(context):
    equal(context.status, 200)
    tools = context.answer["tools"]
    equal(len(tools), len(context.table.rows), "number of tools")
    for row, tool in zip(context.table, tools):
        for key in ("tag", "name", "value"):
            equal(tool[key], row[key], key)
        assert tool["available"] is (row["available"] == "yes")


@then("the tool is not available")
def step_unavailable(context):
    assert context.status == 200
    assert context.answer["available"] is False


@then('the answer is {status:d} with the code "{code}"')
def step_code(context, status, code):
    equal(context.status, status, "status")
    equal(context.answer["code"], code, "code")
    assert context.answer["message"]


@when('the kiosk asks for a quote on {tag:Tag} for {days:d} days with "{coupon}"')
def step_quote(context, tag, days, coupon):
    payload = {"tag": str(tag), "days": days, "coupon": coupon}
    context.status, context.answer = context.client.call("POST", "/quotes", payload)


@then('the quote has the lines "{lines}"')
def step_quote_lines(context, lines):
    assert context.status == 200, context.answer
    equal(", ".join(" ".join(line) for line in context.answer["lines"]), lines)


@then("the quote comes to {total} with a deposit of {deposit}")
def step_quote_total(context, total, deposit):
    equal((context.answer["total"], context.answer["deposit"]), (total, deposit))
