from behave import given, step, then, when
from support import builders
from support.checks import attempt, equal

from toolshed.errors import ValidationError
from toolshed.money import ZERO


@given("today is {day:Day}")
def step_today(context, day):
    context.today = day


@given('{who:w} borrowed the "{name}" for {days:d} days')
def step_borrowed(context, who, name, days):
    tool = builders.find_tool(context.desk, name)
    member = builders.find_member(context.desk, who)
    context.loan = context.desk.borrow(tool.tag, member.card, context.today, days)
    assert context.desk.is_out(tool.tag)


@step('{who:w} asks for the "{name}" on {day:Day}')
def step_asks(context, who, name, day):
    tool = builders.find_tool(context.desk, name)
    member = builders.find_member(context.desk, who)
    attempt(context, lambda: context.desk.borrow(tool.tag, member.card, day))


@then("the loan is due on {day:Day}")
def step_loan_due(context, day):
    equal(context.loan.due, day, "due")


@then("the hire fee is {fee:Money} and the deposit {deposit:Money}")
def step_fee(context, fee, deposit):
    equal(context.loan.fee, fee, "fee")
    equal(context.loan.deposit, deposit, "deposit")


@then("{who:w} has {count:d} loan out and owes {amount:Money} in all")
@then("{who:w} has {count:d} loans out and owes {amount:Money} in all")
def step_account(context, who, count, amount):
    member = builders.find_member(context.desk, who)
    equal(len(context.desk.out_to(member.card)), count, "loans out")
    equal(context.desk.ledger.balance(member.card), amount, "balance")


@when('the "{name}" comes back on {day:Day} in {condition:w} condition')
def step_back(context, name, day, condition):
    context.before = context.desk.ledger.balance(context.loan.card)
    tool = builders.find_tool(context.desk, name)
    context.settlement = context.desk.handle("return", tool.tag, day, condition)
    assert not context.desk.is_out(tool.tag)


@then(
    "the settlement is {late:d} days late, {fee:Money} for delay, "
    "{damage:Money} for damage, {refund:Money} back"
)
def step_settlement(context, late, fee, damage, refund):
    settlement = context.settlement
    equal(settlement.late_days, late, "late days")
    equal(settlement.late_fee, fee, "late fee")
    equal(settlement.damage, damage, "damage")
    equal(settlement.refund, refund, "refund")
    charged = context.desk.ledger.balance(context.loan.card) - context.before
    equal(charged, fee + damage, "charged")
    assert charged == ZERO or context.loan.state == "returned"


@when('the "{name}" is renewed on {day:Day}')
def step_renew(context, name, day):
    tool = builders.find_tool(context.desk, name)
    attempt(context, lambda: context.desk.handle("renew", tool.tag, day))


@when('the "{name}" is lost on {day:Day}')
def step_lost(context, name, day):
    tool = builders.find_tool(context.desk, name)
    owed = context.desk.report_loss(tool.tag, day)
    equal(owed, tool.value - context.loan.deposit, "owed for the loss")


@when("the whole visit of {who:w} goes well")
def step_visit(context, who):
    context.execute_steps(
        """
        Given {who} borrowed the "Claw hammer" for 7 days
        When the "Claw hammer" is renewed on 2024-06-11
        Then it is accepted
        When the "Claw hammer" comes back on 2024-06-18 in good condition
        """.format(who=who)
    )


@then('the journal ends with "{entries}"')
def step_journal(context, entries):
    wanted = [tuple(entry.split(" ")) for entry in entries.split(", ")]
    equal(context.desk.journal[-len(wanted):], wanted, "journal")


@then("an unknown button is refused")
def step_button(context):
    try:
        context.desk.handle("sell")
    except ValidationError as error:
        assert "unknown action 'sell'" in str(error)
        return
    raise AssertionError("the button did something")
