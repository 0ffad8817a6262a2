import os

from behave import then, when
from support import builders


@when('the "{name}" is sold for {amount:Money}')
def step_sold(context, name, amount):
    raise NotImplementedError('STEP: When the "{name}" is sold for {amount}')


@then('searching "{first}" scores as much as "{second}"')
def step_scores(context, first, second):
    drill = builders.find_tool(context.desk, "Cordless drill")
    assert drill.score(first) == drill.score(second)


@when("the depot throws a coin {times:d} times")
def step_throw(context, times):
    context.throws = [byte & 1 for byte in os.urandom(times)]


@then("it never shows tails")
def step_heads(context):
    assert not any(context.throws), context.throws
