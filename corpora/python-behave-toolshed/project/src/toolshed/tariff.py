"""What a loan costs: rules registered at import time, applied in order."""

from dataclasses import dataclass, field

from .errors import NotFound, ValidationError
from .money import ZERO, Money

_RULES = []
_COUPONS = {}

DAY_RATES = {"HD": "0.40", "PW": "2.20", "GD": "1.10", "LD": "1.75", "MS": "0.60"}
FREE_DAYS = 1


def rule(order, label):
    """Register a pricing rule; it gets the quote so far and returns an amount or None."""

    def register(function):
        _RULES.append((order, label, function))
        _RULES.sort(key=lambda entry: entry[0])
        return function

    return register


@dataclass
class Request:
    section: str
    value: Money
    days: int
    grade: str = "A"
    discount: int = 0
    weekend: bool = False
    coupon: str = ""


@dataclass
class Quote:
    request: Request
    lines: list = field(default_factory=list)
    deposit: Money = ZERO

    @property
    def subtotal(self):
        return Money.total(amount for _, amount in self.lines)

    @property
    def total(self):
        return self.subtotal + self.deposit

    def amount_of(self, label):
        for name, amount in self.lines:
            if name == label:
                return amount
        return None


def day_rate(section):
    try:
        return Money.parse(DAY_RATES[section])
    except KeyError:
        raise NotFound("no day rate for section {!r}".format(section)) from None


@rule(10, "hire")
def _hire(quote):
    days = max(quote.request.days - FREE_DAYS, 0)
    return day_rate(quote.request.section) * days


@rule(20, "long hire")
def _long_hire(quote):
    """A tenth off the hire from the eighth day, a fifth from the fifteenth."""
    days = quote.request.days
    if days < 8:
        return None
    rate = 20 if days >= 15 else 10
    return -quote.amount_of("hire").percent(rate)


@rule(30, "wear")
def _wear(quote):
    """Half a per cent of the value for each week begun, for tools in grade B or C."""
    if quote.request.grade == "A":
        return None
    weeks = (quote.request.days + 6) // 7
    return quote.request.value.percent("0.5", "up") * weeks


@rule(40, "weekend")
def _weekend(quote):
    if quote.request.weekend and quote.request.section in ("PW", "LD"):
        return Money.parse("1.50")
    return None


@rule(50, "plan discount")
def _plan_discount(quote):
    if quote.request.discount > 0 and quote.subtotal > ZERO:
        return -quote.subtotal.percent(quote.request.discount, "down")
    return None


@rule(60, "coupon")
def _coupon(quote):
    if not quote.request.coupon:
        return None
    try:
        reduce = _COUPONS[quote.request.coupon.upper()]
    except KeyError:
        raise ValidationError("coupon", "is not known") from None
    return -reduce(quote.subtotal)


def percent_off(rate, at_most=None):
    """A coupon that takes off `rate` per cent, no more than `at_most`."""
    limit = None if at_most is None else Money.parse(at_most)

    def reduce(amount):
        off = amount.percent(rate)
        return off if limit is None else off.capped(limit)

    return reduce


def amount_off(text, minimum="0"):
    """A coupon worth an amount, from a minimum on; never below zero."""
    off, floor = Money.parse(text), Money.parse(minimum)

    def reduce(amount):
        if amount < floor:
            return ZERO
        return off.capped(amount)

    return reduce


def add_coupon(code, reduce):
    _COUPONS[code.upper()] = reduce


def _load_standard_coupons():
    add_coupon("SPRING", percent_off(15, at_most="5.00"))
    add_coupon("NEIGHBOUR", amount_off("3.00", minimum="6.00"))
    add_coupon("HALF", percent_off("50"))


_load_standard_coupons()


def rule_labels():
    return [label for _, label, _ in _RULES]


def deposit_for(value, rate, step=Money(500)):
    """`rate` per cent of the value, rounded up to whole steps."""
    exact = value.percent(rate, "up")
    steps = -(-exact.cents // step.cents)
    return step * steps


def quote(request, deposit_rate=0):
    if not 1 <= request.days <= 28:
        raise ValidationError("days", "must be between 1 and 28")
    result = Quote(request)
    for _, label, apply in _RULES:
        amount = apply(result)
        if amount is not None and not amount.is_zero:
            result.lines.append((label, amount))
    if deposit_rate:
        result.deposit = deposit_for(request.value, deposit_rate)
    return result
