import random
import time

from behave import given, then, when
from support.checks import attempt, equal, refused

from toolshed.errors import NotFound
from toolshed.tickets import LETTERS, TicketOffice


@given("the office issues {count:d} tickets by the real clock")
def step_issue(context, count):
    context.office = TicketOffice()
    started = time.time()
    context.tickets = [context.office.issue("tool {}".format(n)) for n in range(count)]
    for ticket in context.tickets:
        assert started <= ticket.issued <= time.time()


@then("all codes differ and have {length:d} letters")
def step_codes(context, length):
    codes = [ticket.code for ticket in context.tickets]
    assert len(set(codes)) == len(codes)
    for code in codes:
        assert len(code) == length and set(code) <= set(LETTERS), code


@then("a ticket taken at random is redeemed once and only once")
def step_redeem(context):
    ticket = random.choice(context.tickets)
    equal(context.office.redeem(" {} ".format(ticket.code.lower())), ticket.subject)
    try:
        context.office.redeem(ticket.code)
        raise AssertionError("redeemed twice")
    except NotFound:
        pass


@given('a ticket for "{subject}" issued at second {second:d}')
def step_ticket(context, subject, second):
    context.now = float(second)
    context.office = TicketOffice(clock=lambda: context.now, chance=random.Random(7))
    context.ticket = context.office.issue(subject)


@when("{seconds:d} seconds have passed")
def step_pass(context, seconds):
    context.now = context.ticket.issued + seconds


@then("the ticket is live for another {seconds:d} second")
def step_live(context, seconds):
    assert context.ticket.is_live(context.now)
    equal(context.ticket.expires_in(context.now), float(seconds), "seconds left")


@then("it is too late to redeem the ticket")
def step_too_late(context):
    assert not context.ticket.is_live(context.now)
    attempt(context, lambda: context.office.redeem(context.ticket.code))
    refused(context, "conflict", "has expired")


@then("sweeping drops {dropped:d} of the {count:d} later tickets")
def step_sweep(context, dropped, count):
    for number in range(count):
        context.office.issue("later {}".format(number))
        if number < dropped:
            context.now += 450
    context.now += 450
    equal(context.office.sweep(), dropped, "dropped")
    equal(context.office.sweep(), 0, "dropped again")
