from behave import given, then, when
from support.checks import attempt, equal

from toolshed.money import Money


@when('the amount "{text}" is read')
def step_read(context, text):
    attempt(context, lambda: Money.parse(text))


@given("an amount of {amount:Money}")
def step_amount(context, amount):
    context.amount = amount


@when("{rate:d} per cent of it is taken, rounded {rounding:S}")
def step_percent(context, rate, rounding):
    context.result = context.amount.percent(rate, rounding)


@then("it is {cents:d} cents")
def step_cents(context, cents):
    assert isinstance(context.result, Money)
    equal(context.result.cents, cents, "cents")


@then('it is written "{text}"')
def step_written(context, text):
    equal(str(context.result), text)


@when("it is split by these weights")
def step_split(context):
    weights = [int(row["weight"]) for row in context.table]
    context.result = context.amount.split(weights)


@then("the shares are {shares}")
def step_shares(context, shares):
    equal([str(share) for share in context.result], shares.split(", "), "shares")
    equal(Money.total(context.result), context.amount, "sum of the shares")


@then("weights that are all zero are refused")
def step_zero_weights(context):
    try:
        context.amount.split([0, 0])
    except ValueError:
        return
    raise AssertionError("weights of zero were accepted")


@then("capped at {limit:Money} it is {expected:Money}")
def step_capped(context, limit, expected):
    equal(context.amount.capped(limit), expected)
