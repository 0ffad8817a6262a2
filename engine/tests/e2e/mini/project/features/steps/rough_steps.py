import time

from behave import given, then, when
from shop.rough import drain, hit, pages


@given("a basin of {amount:d}")
def basin(context, amount):
    context.amount = amount


@when("it is drained")
def drained(context):
    context.left = drain(context.amount)


@then("nothing is left")
def nothing(context):
    assert context.left == 0


@given("a text of {total:d} and pages of {size:d}")
def text(context, total, size):
    context.book = (total, size)


@when("it is printed")
def printed(context):
    context.pages = pages(*context.book)


@then("the book has {count:d} pages")
def check_pages(context, count):
    assert context.pages == count


@when("a page is hit, and hit again after a while")
def hits(context):
    first = hit("a")
    time.sleep(0.2)
    context.hits = (first, hit("a"))


@then("the hits are {first:d} and {second:d}")
def check_hits(context, first, second):
    assert context.hits == (first, second)
