from behave import given, then, when
from support import builders
from support.checks import equal, same_text

from toolshed import reports
from toolshed.ledger import Ledger
from toolshed.money import Money


@then('the stock report is as in "{name}"')
def step_stock(context, name):
    same_text(reports.stock_report(context.desk.catalogue), builders.data_text(name))


@when("the overdue report is made for {day:Day}")
def step_overdue(context, day):
    context.report = reports.overdue_report(context.desk, day)


@then("it reads")
def step_reads(context):
    same_text(context.report, context.text)


@given("an account with a charge of {charge:Money} and a payment of {paid:Money}")
def step_account(context, charge, paid):
    context.ledger = Ledger()
    context.ledger.post(context.today, "M0001", "charge", charge, "dues")
    context.ledger.post(context.today, "M0001", "payment", paid, "cash")


@when("a statement is made")
def step_statement(context):
    context.report = reports.statement(context.ledger, "M0001")
    assert reports.statement(context.ledger, "M0002") == "No entries for M0002."


@then('the statement ends with "{ending}"')
def step_ending(context, ending):
    lines = context.report.splitlines()
    equal(lines[-1], ending)
    equal(len(lines), 6, "lines")
    assert lines[2].split() == ["2024-06-04", "charge", "dues", "12.00", "12.00"], lines[2]


@then('counting reads "{text}"')
def step_counting(context, text):
    for phrase in text.split(", "):
        count, noun = phrase.split(" ")
        singular = {"loans": "loan", "days": "day", "entries": "entry"}.get(noun, noun)
        equal(reports.plural(int(count), singular), phrase)


@then("there is a report")
def step_some_report(context):
    assert len(context.report) > Money(0).cents
