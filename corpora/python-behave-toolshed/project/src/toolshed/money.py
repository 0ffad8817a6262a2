"""Money in whole cents. Never a float: rounding is always asked for by name."""

import functools
import re
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal

from .errors import FormatError

_PATTERN = re.compile(r"^(?P<sign>-)?(?P<whole>\d{1,3}(?:,\d{3})+|\d+)(?:\.(?P<part>\d{1,2}))?$")

ROUNDINGS = {
    "half-up": ROUND_HALF_UP,
    "half-even": ROUND_HALF_EVEN,
    "up": ROUND_CEILING,
    "down": ROUND_FLOOR,
}


@functools.total_ordering
@dataclass(frozen=True)
class Money:
    """An amount in cents; may be negative (a refund)."""

    cents: int

    def __post_init__(self):
        if isinstance(self.cents, bool) or not isinstance(self.cents, int):
            raise TypeError("cents must be an int, not {!r}".format(self.cents))

    @classmethod
    def parse(cls, text):
        """Read "12", "12.5", "1,234.50" or "-0.75"."""
        match = _PATTERN.match(text.strip())
        if match is None:
            raise FormatError("not an amount: {!r}".format(text))
        whole = int(match.group("whole").replace(",", ""))
        part = match.group("part") or "0"
        if len(part) == 1:
            part += "0"
        cents = whole * 100 + int(part)
        if match.group("sign"):
            cents = -cents
        return cls(cents)

    @classmethod
    def total(cls, amounts):
        cents = 0
        for amount in amounts:
            cents += amount.cents
        return cls(cents)

    @property
    def is_zero(self):
        return self.cents == 0

    @property
    def is_negative(self):
        return self.cents < 0

    def __add__(self, other):
        return Money(self.cents + other.cents)

    def __sub__(self, other):
        return Money(self.cents - other.cents)

    def __neg__(self):
        return Money(-self.cents)

    def __mul__(self, count):
        if not isinstance(count, int):
            return NotImplemented
        return Money(self.cents * count)

    def __lt__(self, other):
        return self.cents < other.cents

    def __str__(self):
        sign = "-" if self.cents < 0 else ""
        whole, part = divmod(abs(self.cents), 100)
        return "{}{:,}.{:02d}".format(sign, whole, part)

    def percent(self, rate, rounding="half-up"):
        """`rate` per cent of this amount, rounded to whole cents."""
        try:
            mode = ROUNDINGS[rounding]
        except KeyError:
            raise ValueError("unknown rounding {!r}".format(rounding)) from None
        exact = Decimal(self.cents) * Decimal(str(rate)) / Decimal(100)
        return Money(int(exact.quantize(Decimal(1), rounding=mode)))

    def capped(self, limit):
        return limit if self > limit else self

    def split(self, weights):
        """Share out by weights; leftover cents go to the largest remainders, first first."""
        total = sum(weights)
        if total <= 0 or any(weight < 0 for weight in weights):
            raise ValueError("weights must be non-negative and not all zero")
        shares = []
        remainders = []
        for index, weight in enumerate(weights):
            share, remainder = divmod(self.cents * weight, total)
            shares.append(share)
            remainders.append((-remainder, index))
        left = self.cents - sum(shares)
        for _, index in sorted(remainders)[:left]:
            shares[index] += 1
        return [Money(share) for share in shares]


ZERO = Money(0)
