from behave import then, when
from support.checks import attempt, equal

from toolshed.settings import read_settings


@when("these settings are read")
def step_read(context):
    context.settings = read_settings(context.text)


@then('the depot is "{name}", "{code}"')
def step_depot(context, name, code):
    equal(context.settings.name, name)
    equal(context.settings.code, code)


@then("it opens on the days {numbers}")
def step_days(context, numbers):
    equal(sorted(context.settings.hours.weekdays), [int(n) for n in numbers.split(",")])
    assert context.settings.hours.observe_holidays


@then("a day of delay costs {fee:Money}, at most {cap:Money}")
def step_fees(context, fee, cap):
    equal(context.settings.late_per_day, fee)
    equal(context.settings.late_cap, cap)


@then("loans last {loan:d} days, renewed {renewals:d} times, kept {hold:d} days")
def step_limits(context, loan, renewals, hold):
    settings = context.settings
    equal((settings.loan_days, settings.renewals, settings.hold_days), (loan, renewals, hold))


@when('the setting "{key}" of "{section}" is "{value}"')
def step_setting(context, key, section, value):
    attempt(context, lambda: read_settings("[{}]\n{} = {}\n".format(section, key, value)))
