from behave import given, then, use_step_matcher, when
from support.checks import attempt, equal

from toolshed.errors import IllegalTransition, NotFound
from toolshed.members import Plan
from toolshed.opening import parse_date

use_step_matcher("re")

PATHS = {
    "applied": [],
    "active": ["approve"],
    "suspended": ["approve", "suspend"],
    "closed": ["approve", "close"],
}


@when(r'"(?P<name>[^"]*)" applies with "(?P<email>[^"]*)", born (?P<born>\S+), for the (?P<plan>\w+) plan')
def step_apply(context, name, email, born, plan):
    register = context.desk.register
    attempt(
        context, lambda: register.apply(name, email, parse_date(born), context.today, plan)
    )


@then(r"the application is filed as (?P<card>M\d{4})")
def step_filed(context, card):
    assert context.error is None, context.error
    member = context.result
    equal(member.card, card)
    equal(member.state, "applied")
    assert member.email == member.email.lower()
    assert "  " not in member.name
    assert len(context.desk.register) == 4


@then(r"the application is refused: (?P<words>.+)")
def step_not_filed(context, words):
    assert context.error is not None, "the application was filed"
    assert words in context.error.message, context.error.message
    assert len(context.desk.register) == 3


@given(r"a member who is (?P<state>\w+)")
def step_member(context, state):
    context.member = context.desk.register.apply(
        "Dora de Wit", "dora@example.org", parse_date("1960-01-01"), context.today
    )
    for event in PATHS[state]:
        context.member.fire(event, context.today)
    assert context.member.state == state


@when(r"the board decides to (?P<event>\w+)")
def step_decide(context, event):
    context.steps_before = len(context.member.history)
    context.member.fire(event, context.today)


@then(r"the member is (?P<state>active|closed|suspended)")
def step_state(context, state):
    equal(context.member.state, state, "state")
    equal(len(context.member.history), context.steps_before + 1, "history")
    equal(context.member.history[-1][0], context.today)
    equal(context.member.history[-1][2], state)


@then(r"the member may borrow: (?P<answer>yes|no)")
def step_may_borrow(context, answer):
    assert context.member.may_borrow is (answer == "yes")
    if answer == "yes":
        assert context.member.joined == context.today


@then(r"the board cannot (?P<event>\w+)")
def step_cannot(context, event):
    before = context.member.state
    try:
        context.member.fire(event, context.today)
    except IllegalTransition as error:
        assert error.state == before
        assert error.event == event
        assert context.member.state == before
        return
    raise Exception("{} was possible while {}".format(event, before))


@then(r"the (?P<plan>\w+) plan, joined (?P<joined>\S+), costs (?P<dues>\S+) on (?P<day>\S+)")
def step_dues(context, plan, joined, dues, day):
    amount = Plan.named(plan).dues(parse_date(joined), parse_date(day))
    equal(str(amount), dues, "dues")


@then(r"there are (?P<active>\d+) active and (?P<suspended>\d+) suspended members")
def step_counts(context, active, suspended):
    counts = context.desk.register.counts()
    equal(counts, {"active": int(active), "suspended": int(suspended)})


@then(r'the card "(?P<card>\w+)" belongs to "(?P<name>[^"]+)", "(?P<initials>\w+)"')
def step_card(context, card, name, initials):
    member = context.desk.register.by_card(card)
    equal(member.name, name)
    equal(member.initials, initials)


@then(r'there is no card "(?P<first>\w+)" and no card "(?P<second>\w+)"')
def step_no_cards(context, first, second):
    for card in (first, second):
        try:
            context.desk.register.by_card(card)
            assert False, "there is a card " + card
        except NotFound:
            pass
