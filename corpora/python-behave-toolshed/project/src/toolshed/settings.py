"""Settings of one depot, read from an INI file over documented defaults."""

import configparser
from dataclasses import dataclass

from .errors import FormatError, ValidationError
from .money import Money
from .opening import OpeningHours, parse_date, parse_days

DEFAULTS = """
[depot]
name = Unnamed depot
code = XX

[opening]
days = tue-sat
holidays = yes
closed =

[limits]
loan_days = 7
renewals = 2
hold_days = 3
max_debt = 20.00

[fees]
late_per_day = 0.50
late_cap = 15.00
deposit_rate = 20
"""


@dataclass(frozen=True)
class Settings:
    name: str
    code: str
    hours: OpeningHours
    loan_days: int
    renewals: int
    hold_days: int
    max_debt: Money
    late_per_day: Money
    late_cap: Money
    deposit_rate: int


def _bounded(section, key, low, high):
    text = section.get(key)
    try:
        value = int(text)
    except ValueError:
        raise ValidationError(key, "{!r} is not a whole number".format(text)) from None
    if value < low or value > high:
        raise ValidationError(key, "must be between {} and {}".format(low, high))
    return value


def _amount(section, key):
    amount = Money.parse(section.get(key))
    if amount.is_negative:
        raise ValidationError(key, "must not be negative")
    return amount


def _known_keys():
    parser = configparser.ConfigParser()
    parser.read_string(DEFAULTS)
    return {name: frozenset(parser[name]) for name in parser.sections()}


KNOWN = _known_keys()


def _refuse_unknown(parser):
    for name in parser.sections():
        if name not in KNOWN:
            raise ValidationError(name, "unknown section")
        for key in parser[name]:
            if key not in KNOWN[name]:
                raise ValidationError("{}.{}".format(name, key), "unknown setting")


def read_settings(text=""):
    parser = configparser.ConfigParser(interpolation=None)
    parser.read_string(DEFAULTS)
    try:
        parser.read_string(text)
    except configparser.Error as error:
        raise FormatError("settings: {}".format(error.message)) from None
    _refuse_unknown(parser)
    depot, opening = parser["depot"], parser["opening"]
    limits, fees = parser["limits"], parser["fees"]
    code = depot.get("code").upper()
    if len(code) != 2 or not code.isalpha():
        raise ValidationError("code", "must be two letters")
    closed = frozenset(parse_date(day) for day in opening.get("closed").split(",") if day.strip())
    hours = OpeningHours(parse_days(opening.get("days")), closed, opening.getboolean("holidays"))
    return Settings(
        name=depot.get("name").strip(),
        code=code,
        hours=hours,
        loan_days=_bounded(limits, "loan_days", 1, 28),
        renewals=_bounded(limits, "renewals", 0, 5),
        hold_days=_bounded(limits, "hold_days", 1, 14),
        max_debt=_amount(limits, "max_debt"),
        late_per_day=_amount(fees, "late_per_day"),
        late_cap=_amount(fees, "late_cap"),
        deposit_rate=_bounded(fees, "deposit_rate", 0, 100),
    )


def load_settings(path):
    with open(path, encoding="utf-8") as handle:
        return read_settings(handle.read())
