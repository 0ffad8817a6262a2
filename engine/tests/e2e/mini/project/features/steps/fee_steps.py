from behave import given, then
from shop.fee import fee


@given("a net of {n:d}")
def net(context, n):
    context.n = n


@then("the fee is {want:d}")
def check_fee(context, want):
    assert fee(context.n) == want
