"""The lending desk: borrow, renew, give back, report a loss."""

import datetime as dt
from dataclasses import dataclass
from typing import Optional

from . import tariff
from .decorators import audited
from .errors import Conflict, IllegalTransition, LimitReached, NotFound, ValidationError
from .holds import WaitingList
from .ledger import Ledger
from .money import ZERO, Money
from .tags import Tag

CONDITIONS = {"good": 0, "worn": 10, "damaged": 40, "broken": 100}


@dataclass
class Loan:
    number: int
    tag: Tag
    card: str
    start: dt.date
    due: dt.date
    fee: Money
    deposit: Money = ZERO
    renewals: int = 0
    returned: Optional[dt.date] = None
    state: str = "out"

    def is_overdue(self, day):
        return self.state == "out" and day > self.due


@dataclass(frozen=True)
class Settlement:
    """What giving a tool back comes to."""

    late_days: int
    late_fee: Money
    damage: Money
    refund: Money

    @property
    def owed(self):
        return self.late_fee + self.damage


class Desk:
    def __init__(self, settings, catalogue, register, ledger=None):
        self.settings = settings
        self.catalogue = catalogue
        self.register = register
        self.ledger = ledger if ledger is not None else Ledger()
        self.journal = []
        self._loans = []
        self._waiting = {}
        self._handlers = {"borrow": self.borrow, "renew": self.renew, "return": self.give_back}

    def loans(self, state=None):
        return [loan for loan in self._loans if state is None or loan.state == state]

    def out_to(self, card):
        return [loan for loan in self._loans if loan.card == card and loan.state == "out"]

    def loan_of(self, tag):
        for loan in self._loans:
            if loan.tag == tag and loan.state == "out":
                return loan
        raise NotFound("{} is not on loan".format(tag), tag=tag)

    def is_out(self, tag):
        return any(loan.tag == tag for loan in self.loans("out"))

    def waiting_list(self, tag):
        if tag not in self._waiting:
            self._waiting[tag] = WaitingList(self.settings.hours, self.settings.hold_days)
        return self._waiting[tag]

    def handle(self, action, *args, **kwargs):
        """One entry point for the counter's buttons."""
        if action not in self._handlers:
            raise ValidationError("action", "unknown action {!r}".format(action))
        return self._handlers[action](*args, **kwargs)

    def _check_member(self, member, day):
        if not member.may_borrow:
            raise Conflict("member {} is {}".format(member.card, member.state))
        if len(self.out_to(member.card)) >= member.plan.max_loans:
            raise LimitReached("{} has {} loans".format(member.card, member.plan.max_loans))
        if self.ledger.balance(member.card) > self.settings.max_debt:
            raise Conflict("{} owes too much".format(member.card))
        if any(loan.is_overdue(day) for loan in self.out_to(member.card)):
            raise Conflict("{} has overdue loans".format(member.card))

    def _check_hold(self, member, tag, day):
        hold = self.waiting_list(tag).expire(day)
        if hold is None:
            return
        if hold.card != member.card:
            raise Conflict("{} is kept aside".format(tag), until=hold.ready_until)
        hold.collect(day)

    @audited("borrow")
    def borrow(self, tag, card, day, days=None, coupon=""):
        member = self.register.by_card(card)
        tool = self.catalogue.get(tag)
        self._check_member(member, day)
        if self.is_out(tag):
            raise Conflict("{} is out".format(tag), tag=tag)
        if not self.settings.hours.is_open(day):
            raise ValidationError("day", "the depot is closed")
        self._check_hold(member, tag, day)
        days = self.settings.loan_days if days is None else days
        due = self.settings.hours.due_date(day, days)
        quote = tariff.quote(
            tariff.Request(
                section=tool.section,
                value=tool.value,
                days=days,
                grade=tool.grade,
                discount=member.plan.discount,
                weekend=day.weekday() >= 5,
                coupon=coupon,
            ),
            self.settings.deposit_rate,
        )
        number = len(self._loans) + 1
        loan = Loan(number, tag, member.card, day, due, quote.subtotal, quote.deposit)
        self._loans.append(loan)
        if loan.fee > ZERO:
            self.ledger.post(day, member.card, "charge", loan.fee, "hire {}".format(tag))
        return loan

    @audited("renew")
    def renew(self, tag, day):
        loan = self.loan_of(tag)
        if loan.renewals >= self.settings.renewals:
            raise LimitReached("{} was renewed {} times".format(tag, loan.renewals))
        if len(self.waiting_list(tag)) > 0:
            raise Conflict("others are waiting for {}".format(tag))
        if loan.is_overdue(day):
            raise IllegalTransition("loan {}".format(loan.number), "overdue", "renew")
        loan.due = self.settings.hours.due_date(loan.due, self.settings.loan_days)
        loan.renewals += 1
        return loan

    def late_fee(self, due, returned):
        """(late days, fee): counted in open days, capped."""
        late = self.settings.hours.days_late(due, returned)
        fee = self.settings.late_per_day * late
        return late, fee.capped(self.settings.late_cap)

    @audited("return")
    def give_back(self, tag, day, condition="good"):
        if condition not in CONDITIONS:
            raise ValidationError("condition", "unknown condition {!r}".format(condition))
        loan = self.loan_of(tag)
        if day < loan.start:
            raise ValidationError("day", "is before the loan began")
        tool = self.catalogue.get(tag)
        late, fee = self.late_fee(loan.due, day)
        damage = tool.value.percent(CONDITIONS[condition])
        kept = damage.capped(loan.deposit)
        settlement = Settlement(late, fee, damage - kept, loan.deposit - kept)
        if settlement.owed > ZERO:
            self.ledger.post(day, loan.card, "charge", settlement.owed, "return {}".format(tag))
        loan.returned = day
        loan.state = "returned"
        self.waiting_list(tag).call_next(day)
        return settlement

    @audited("loss")
    def report_loss(self, tag, day):
        loan = self.loan_of(tag)
        tool = self.catalogue.get(tag)
        owed = tool.value - loan.deposit
        loan.state = "lost"
        if owed > ZERO:
            self.ledger.post(day, loan.card, "charge", owed, "loss {}".format(tag))
        return owed

    def overdue(self, day):
        late = [loan for loan in self._loans if loan.is_overdue(day)]
        return sorted(late, key=lambda loan: (loan.due, loan.number))
