"""Opening days: which days the depot is open, and due dates counted in them."""

import datetime as dt
from dataclasses import dataclass, field
from typing import FrozenSet

from .errors import FormatError, ValidationError

DAY_NAMES = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
ONE_DAY = dt.timedelta(days=1)
HORIZON = 366


def parse_date(text):
    """ISO dates only: 2024-02-29."""
    try:
        return dt.datetime.strptime(text.strip(), "%Y-%m-%d").date()
    except ValueError:
        raise FormatError("not a date: {!r}".format(text)) from None


def easter(year):
    """Easter Sunday (anonymous Gregorian computus)."""
    a = year % 19
    b, c = divmod(year, 100)
    d, e = divmod(b, 4)
    g = (8 * b + 13) // 25
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    m = (32 + 2 * e + 2 * i - h - k) % 7
    n = (a + 11 * h + 22 * m) // 451
    month, day = divmod(h + m - 7 * n + 114, 31)
    return dt.date(year, month, day + 1)


def public_holidays(year):
    sunday = easter(year)
    return frozenset(
        [
            dt.date(year, 1, 1),
            sunday - 2 * ONE_DAY,
            sunday + ONE_DAY,
            dt.date(year, 5, 1),
            dt.date(year, 12, 25),
            dt.date(year, 12, 26),
        ]
    )


def parse_days(text):
    """"mon-fri, sun" → week-day numbers; ranges may wrap round the week-end."""
    days = set()
    for part in text.lower().split(","):
        part = part.strip()
        if not part:
            continue
        first, dash, last = part.partition("-")
        try:
            start = DAY_NAMES.index(first.strip())
            end = DAY_NAMES.index(last.strip()) if dash else start
        except ValueError:
            raise FormatError("unknown day in {!r}".format(part)) from None
        day = start
        days.add(day)
        while day != end:
            day = (day + 1) % 7
            days.add(day)
    return frozenset(days)


@dataclass(frozen=True)
class OpeningHours:
    weekdays: FrozenSet[int]
    closed: FrozenSet[dt.date] = field(default_factory=frozenset)
    observe_holidays: bool = True

    def __post_init__(self):
        if not self.weekdays:
            raise ValidationError("weekdays", "the depot must open at least one day a week")

    def is_open(self, day):
        if day.weekday() not in self.weekdays:
            return False
        if day in self.closed:
            return False
        if self.observe_holidays and day in public_holidays(day.year):
            return False
        return True

    def next_open(self, day):
        """The first open day on or after `day`."""
        for _ in range(HORIZON):
            if self.is_open(day):
                return day
            day += ONE_DAY
        raise ValidationError("closed", "no open day within a year")

    def due_date(self, start, days):
        """`days` calendar days later, moved on to an open day."""
        if days < 1:
            raise ValidationError("days", "a loan lasts at least one day")
        return self.next_open(start + days * ONE_DAY)

    def open_days(self, start, end):
        """Open days after `start`, up to and including `end`."""
        day = start + ONE_DAY
        while day <= end:
            if self.is_open(day):
                yield day
            day += ONE_DAY

    def days_late(self, due, returned):
        if returned <= due:
            return 0
        return sum(1 for _ in self.open_days(due, returned))
