"""Parameter types used in step patterns."""

from behave import register_type

from toolshed.money import Money
from toolshed.opening import parse_date
from toolshed.tags import parse_tag


def _money(text):
    return Money.parse(text)


_money.pattern = r"-?[\d,]+\.\d\d"


def _day(text):
    return parse_date(text)


_day.pattern = r"\d{4}-\d\d-\d\d"


def _tag(text):
    return parse_tag(text)


_tag.pattern = r"[A-Z]{2}-\d{5}-[A-Z]"

register_type(Money=_money, Day=_day, Tag=_tag)
