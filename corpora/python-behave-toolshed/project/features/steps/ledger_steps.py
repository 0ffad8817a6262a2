from behave import given, step, then, when
from support.checks import attempt, equal

from toolshed.ledger import Ledger
from toolshed.money import Money
from toolshed.opening import parse_date


@given("these entries")
def step_entries(context):
    context.ledger = Ledger()
    for row in context.table:
        context.ledger.post(
            parse_date(row["day"]),
            row["card"],
            row["kind"],
            Money.parse(row["amount"]),
            row["memo"],
        )
    assert len(context.ledger) == len(context.table.rows)


@when("the account of {card:w} is read")
def step_account(context, card):
    context.lines = list(context.ledger.running(card))


@when("the account of {card:w} is read from {day:Day}")
def step_account_since(context, card, day):
    context.lines = list(context.ledger.running(card, day))


@then("it shows")
def step_shows(context):
    seen = [[entry.memo, str(entry.effect), str(total)] for entry, total in context.lines]
    equal(seen, [list(row.cells) for row in context.table], "account")


@then("{card:w} owes {amount:Money}")
def step_owes(context, card, amount):
    equal(context.ledger.balance(card), amount)
    assert context.ledger.balance(card).is_negative == (amount < Money(0))


@when("{amount:Money} is waived for {card:w} on {day:Day}")
def step_waive(context, amount, card, day):
    attempt(context, lambda: context.ledger.post(day, card, "waiver", amount))
    if context.error is None:
        equal(context.ledger.balance(card), Money(0), "balance after waiver")


@step("{amount:Money} is charged to {card:w} on {day:Day}")
def step_charge(context, amount, card, day):
    attempt(context, lambda: context.ledger.post(day, card, "charge", amount))


@then("the debtors above {amount:Money} are {cards}")
def step_debtors(context, amount, cards):
    listed = [card for card, _ in context.ledger.debtors(amount)]
    equal(", ".join(listed), cards, "debtors")
