from behave import given, then, when
from support import builders
from support.checks import equal

from toolshed.opening import easter, parse_date, parse_days
from toolshed.settings import load_settings


@given("the depot's opening hours")
def step_hours(context):
    context.hours = load_settings(builders.data_path(context.settings_file)).hours


@when("a loan of {days:d} days begins on {start:Day}")
def step_loan(context, days, start):
    context.result = context.hours.due_date(start, days)


@then("it falls due on {due:Day}")
def step_due(context, due):
    equal(context.result, due, "due date")
    assert context.hours.is_open(due)


@when('the days "{text}" are read')
def step_days(context, text):
    context.result = parse_days(text)


@then("the week days are {numbers}")
def step_week_days(context, numbers):
    equal(sorted(context.result), [int(number) for number in numbers.split(",")])


@then("{due:Day} to {returned:Day} is {count:d} days late")
def step_late(context, due, returned, count):
    equal(context.hours.days_late(due, returned), count, "days late")


@then("the depot is closed on {day:Day}")
def step_closed(context, day):
    assert not context.hours.is_open(day)


@then("the depot is open on {day:Day}")
def step_open(context, day):
    assert context.hours.is_open(day)


@then("Easter is on {days}")
def step_easter(context, days):
    for text in days.split(", "):
        day = parse_date(text)
        assert easter(day.year) == day
