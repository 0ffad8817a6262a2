from behave import given, then, when
from support import builders
from support.checks import attempt, equal, refused

from toolshed.opening import parse_date


def waiting_list(context, name="Belt sander"):
    return context.desk.waiting_list(builders.find_tool(context.desk, name).tag)


@when('these members wait for the "{name}"')
def step_wait(context, name):
    waiting = waiting_list(context, name)
    for row in context.table:
        position = waiting.place(row["card"], parse_date(row["day"]), int(row["priority"]))
        equal(position, int(row["position"]), "position of " + row["card"])


@then("the list is {cards}")
def step_list(context, cards):
    equal(", ".join(hold.card for hold in waiting_list(context).waiting()), cards)


@then("{card:w} stands at {position:d}")
def step_position(context, card, position):
    assert waiting_list(context).position(card) == position


@given('{who:w} waits for the "{name}"')
def step_one_waits(context, who, name):
    card = builders.find_member(context.desk, who).card
    assert waiting_list(context, name).place(card, context.today) >= 1


@given('{first:w} and {second:w} wait for the "{name}"')
def step_two_wait(context, first, second, name):
    step_one_waits(context, first, name)
    step_one_waits(context, second, name)
    assert len(waiting_list(context, name)) == 2


@then("it is kept for {who:w} until {day:Day}")
def step_kept(context, who, day):
    hold = waiting_list(context).ready
    equal(hold.card, builders.find_member(context.desk, who).card, "kept for")
    equal(hold.ready_until, day, "kept until")


@then("on {day:Day} it is still kept for {who:w}")
def step_still(context, day, who):
    hold = waiting_list(context).expire(day)
    equal(hold.card, builders.find_member(context.desk, who).card, "kept for")


@then("on {day:Day} it is kept for {who:w} until {until:Day}")
def step_passed_on(context, day, who, until):
    waiting_list(context).expire(day)
    step_kept(context, who, until)


@then("nothing is kept aside")
def step_nothing(context):
    assert waiting_list(context).ready is None
    assert len(waiting_list(context)) == 0


@when("{who:w} gives up waiting")
def step_gives_up(context, who):
    hold = waiting_list(context).cancel(builders.find_member(context.desk, who).card)
    assert hold.state == "cancelled"


@when('{count:d} members wait for the "{name}"')
def step_crowd(context, count, name):
    for number in range(1, count + 1):
        waiting_list(context, name).place("M{:04d}".format(number), context.today)


@then('a sixth is refused because "{words}"')
def step_sixth(context, words):
    attempt(context, lambda: waiting_list(context).place("M0006", context.today))
    refused(context, "limit", words)


@then("the first cannot wait twice")
def step_twice(context):
    attempt(context, lambda: waiting_list(context).place("M0001", context.today))
    refused(context, "conflict", "M0001 is already waiting")
