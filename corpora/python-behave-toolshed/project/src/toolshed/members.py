"""Members, their plans, and the life of a membership."""

import datetime as dt
import re
from dataclasses import dataclass, field
from typing import Optional

from .errors import IllegalTransition, NotFound, ValidationError
from .money import Money

_EMAIL = re.compile(r"^[^@\s]+@[^@\s]+\.[^@\s.]{2,}$")
ADULT = 18


class Plan:
    """A membership plan. Subclasses register themselves under their `key`."""

    registry = {}
    key = None
    yearly = Money(0)
    max_loans = 1
    discount = 0

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        Plan.registry[cls.key] = cls

    @classmethod
    def named(cls, key):
        try:
            return cls.registry[key]
        except KeyError:
            known = ", ".join(sorted(cls.registry))
            raise NotFound("no plan {!r} (known: {})".format(key, known)) from None

    @classmethod
    def dues(cls, joined, today):
        """Dues for the rest of the membership year: months left, rounded up to a cent."""
        months = (today.year - joined.year) * 12 + today.month - joined.month
        left = 12 - months % 12
        return Money(-(-cls.yearly.cents * left // 12))


class Basic(Plan):
    key = "basic"
    yearly = Money.parse("24.00")
    max_loans = 2


class Family(Plan):
    key = "family"
    yearly = Money.parse("60.00")
    max_loans = 5
    discount = 10


class Maker(Plan):
    key = "maker"
    yearly = Money.parse("96.00")
    max_loans = 10
    discount = 25

    @classmethod
    def dues(cls, joined, today):
        return cls.yearly


TRANSITIONS = {
    ("applied", "approve"): "active",
    ("applied", "reject"): "closed",
    ("active", "suspend"): "suspended",
    ("suspended", "reinstate"): "active",
    ("active", "close"): "closed",
    ("suspended", "close"): "closed",
}


def age_on(born, day):
    years = day.year - born.year
    if (day.month, day.day) < (born.month, born.day):
        years -= 1
    return years


@dataclass
class Member:
    number: int
    name: str
    email: str
    born: dt.date
    plan: type = Basic
    state: str = "applied"
    joined: Optional[dt.date] = None
    history: list = field(default_factory=list)

    def __post_init__(self):
        self.name = " ".join(self.name.split())
        if not 2 <= len(self.name) <= 40:
            raise ValidationError("name", "must have 2 to 40 characters")
        self.email = self.email.strip().lower()
        if not _EMAIL.match(self.email):
            raise ValidationError("email", "is not an e-mail address")

    @property
    def card(self):
        return "M{:04d}".format(self.number)

    @property
    def initials(self):
        return "".join(part[0].upper() for part in self.name.split())

    @property
    def may_borrow(self):
        return self.state == "active"

    def fire(self, event, today):
        try:
            target = TRANSITIONS[self.state, event]
        except KeyError:
            raise IllegalTransition("member {}".format(self.card), self.state, event) from None
        self.history.append((today, self.state, target))
        self.state = target
        if event == "approve":
            self.joined = today
        return target


class Register:
    """All members, numbered from 1."""

    def __init__(self):
        self._members = []
        self.journal = []

    def __len__(self):
        return len(self._members)

    def __iter__(self):
        return iter(self._members)

    def apply(self, name, email, born, today, plan="basic"):
        if age_on(born, today) < ADULT:
            raise ValidationError("born", "members must be {} or older".format(ADULT))
        member = Member(len(self._members) + 1, name, email, born, Plan.named(plan))
        if any(other.email == member.email and other.state != "closed" for other in self):
            raise ValidationError("email", "is already registered")
        self._members.append(member)
        return member

    def by_card(self, card):
        match = re.match(r"^[mM](\d{1,6})$", card.strip())
        number = int(match.group(1)) if match else 0
        if not 1 <= number <= len(self._members):
            raise NotFound("no member {}".format(card), card=card)
        return self._members[number - 1]

    def counts(self):
        tally = {}
        for member in self:
            tally[member.state] = tally.get(member.state, 0) + 1
        return tally
