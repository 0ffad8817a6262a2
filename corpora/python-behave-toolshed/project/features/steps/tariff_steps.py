from behave import given, then, when
from support.checks import attempt, equal, same_text

from toolshed import reports, tariff


@given("a hire in {section:w} worth {value:Money} for {days:d} days, grade {grade:w}")
def step_hire(context, section, value, days, grade):
    context.request = tariff.Request(section, value, days, grade)


@given('a plan discount of {discount:d} and the coupon "{coupon}"')
def step_reductions(context, discount, coupon):
    context.request.discount = discount
    context.request.coupon = "" if coupon == "none" else coupon


@given("it begins on a week-end")
def step_weekend(context):
    context.request.weekend = True


@when("it is priced")
def step_price(context):
    attempt(context, lambda: tariff.quote(context.request))


@when("it is priced with a deposit of {rate:d} per cent")
def step_price_deposit(context, rate):
    context.result = tariff.quote(context.request, rate)


@then("the price is {total:Money}")
def step_total(context, total):
    assert context.error is None, context.error
    equal(context.result.total, total, "total")
    equal(context.result.deposit.cents, 0)


@then("the receipt reads")
def step_receipt(context):
    same_text(reports.receipt(context.result), context.text)


@then("a deposit of {rate:d} per cent on {value:Money} is {deposit:Money}")
def step_deposit(context, rate, value, deposit):
    equal(tariff.deposit_for(value, rate), deposit, "deposit")


@then("the rules apply in the order {labels}")
def step_order(context, labels):
    equal(", ".join(tariff.rule_labels()), labels)
