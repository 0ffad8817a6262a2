from behave import given, then, when
from shop.bill import label, total
from shop.rate import percent


@given("the price in the list")
def price(context):
    with open("features/data/prices.txt") as file:
        context.price = int(file.read())


@when("the bill is made")
def bill(context):
    context.total = total(context.price)


@then("the total is the price with its tax")
def check_total(context):
    assert context.total == 100 + percent(), context.total


@then("the label names the currency")
def check_label(context):
    assert label(1, context.currency) == "1 EUR"
