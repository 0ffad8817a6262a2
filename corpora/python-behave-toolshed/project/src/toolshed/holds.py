"""Waiting lists: who gets a tool next, and for how long it is kept aside."""

import datetime as dt
from dataclasses import dataclass
from typing import Optional

from .errors import Conflict, IllegalTransition, LimitReached, NotFound

MAX_WAITING = 5


@dataclass
class Hold:
    card: str
    placed: dt.date
    priority: int = 0
    ready_until: Optional[dt.date] = None
    state: str = "waiting"

    @property
    def rank(self):
        return (-self.priority, self.placed)

    def call(self, until):
        if self.state != "waiting":
            raise IllegalTransition("hold of {}".format(self.card), self.state, "call")
        self.state = "ready"
        self.ready_until = until

    def collect(self, day):
        if self.state != "ready":
            raise IllegalTransition("hold of {}".format(self.card), self.state, "collect")
        self.state = "lapsed" if day > self.ready_until else "collected"
        return self.state == "collected"


class WaitingList:
    """Holds on one tool, in order of priority, then of date, then of arrival."""

    def __init__(self, hours, keep_days):
        self._hours = hours
        self._keep_days = keep_days
        self._holds = []

    def __len__(self):
        return sum(1 for hold in self._holds if hold.state == "waiting")

    def place(self, card, day, priority=0):
        if any(hold.card == card and hold.state in ("waiting", "ready") for hold in self._holds):
            raise Conflict("{} is already waiting".format(card), card=card)
        if len(self) >= MAX_WAITING:
            raise LimitReached("the waiting list is full")
        hold = Hold(card, day, priority)
        self._holds.append(hold)
        return self.position(card)

    def waiting(self):
        return sorted((h for h in self._holds if h.state == "waiting"), key=lambda h: h.rank)

    def position(self, card):
        for index, hold in enumerate(self.waiting(), start=1):
            if hold.card == card:
                return index
        raise NotFound("{} is not waiting".format(card))

    @property
    def ready(self):
        for hold in self._holds:
            if hold.state == "ready":
                return hold
        return None

    def call_next(self, day):
        """Keep the tool aside for the next in line; None when nobody waits."""
        if self.ready is not None:
            return self.ready
        queue = self.waiting()
        if not queue:
            return None
        hold = queue[0]
        hold.call(self._hours.due_date(day, self._keep_days))
        return hold

    def expire(self, day):
        """Lapse a ready hold that was not collected in time, and call the next."""
        hold = self.ready
        if hold is None or day <= hold.ready_until:
            return hold
        hold.state = "lapsed"
        return self.call_next(day)

    def cancel(self, card):
        for hold in self._holds:
            if hold.card == card and hold.state in ("waiting", "ready"):
                hold.state = "cancelled"
                return hold
        raise NotFound("{} is not waiting".format(card))
