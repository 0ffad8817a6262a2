"""Member accounts: charges, payments, running balances."""

import datetime as dt
from dataclasses import dataclass

from .errors import ValidationError
from .money import ZERO, Money

KINDS = ("charge", "payment", "refund", "waiver")


@dataclass(frozen=True)
class Entry:
    day: dt.date
    card: str
    kind: str
    amount: Money
    memo: str = ""

    @property
    def effect(self):
        """What the entry does to the debt: charges add, the rest takes away."""
        return self.amount if self.kind == "charge" else -self.amount


class Ledger:
    def __init__(self):
        self._entries = []

    def __len__(self):
        return len(self._entries)

    def post(self, day, card, kind, amount, memo=""):
        if kind not in KINDS:
            raise ValidationError("kind", "unknown kind {!r}".format(kind))
        if amount <= ZERO:
            raise ValidationError("amount", "must be positive")
        if self._entries and day < self._entries[-1].day:
            raise ValidationError("day", "entries must be posted in order")
        if kind == "waiver" and amount > self.balance(card):
            raise ValidationError("amount", "cannot waive more than is owed")
        entry = Entry(day, card, kind, amount, memo.strip())
        self._entries.append(entry)
        return entry

    def of(self, card):
        return (entry for entry in self._entries if entry.card == card)

    def balance(self, card):
        """What the member owes; negative is credit."""
        return Money.total(entry.effect for entry in self.of(card))

    def running(self, card, since=None):
        """(entry, balance after it), starting at `since` with the balance carried in."""
        balance = ZERO
        for entry in self.of(card):
            balance += entry.effect
            if since is None or entry.day >= since:
                yield entry, balance

    def debtors(self, above=ZERO):
        """(card, balance) of members who owe more than `above`, largest first."""
        cards = sorted({entry.card for entry in self._entries})
        owing = [(card, self.balance(card)) for card in cards]
        owing = [pair for pair in owing if pair[1] > above]
        return sorted(owing, key=lambda pair: (-pair[1].cents, pair[0]))
