"""Pick-up tickets: short random codes that expire."""

import random
import time
from dataclasses import dataclass

from .errors import Conflict, NotFound, ValidationError

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
LIFETIME = 900.0


@dataclass(frozen=True)
class Ticket:
    code: str
    subject: str
    issued: float
    lifetime: float = LIFETIME

    def expires_in(self, now):
        return max(0.0, self.issued + self.lifetime - now)

    def is_live(self, now):
        return self.expires_in(now) > 0


class TicketOffice:
    """Issues codes that nobody else holds; clock and chance can be replaced."""

    def __init__(self, length=6, clock=time.time, chance=None):
        if length < 4:
            raise ValidationError("length", "must be at least 4")
        self._length = length
        self._clock = clock
        self._chance = chance or random.SystemRandom()
        self._tickets = {}

    def _fresh_code(self):
        for _ in range(50):
            code = "".join(self._chance.choice(LETTERS) for _ in range(self._length))
            if code not in self._tickets:
                return code
        raise Conflict("no free code")

    def issue(self, subject):
        ticket = Ticket(self._fresh_code(), subject, self._clock())
        self._tickets[ticket.code] = ticket
        return ticket

    def redeem(self, code):
        ticket = self._tickets.pop(code.strip().upper(), None)
        if ticket is None:
            raise NotFound("no ticket {}".format(code))
        if not ticket.is_live(self._clock()):
            raise Conflict("ticket {} has expired".format(code))
        return ticket.subject

    def sweep(self):
        """Drop expired tickets; say how many."""
        now = self._clock()
        dead = [code for code, ticket in self._tickets.items() if not ticket.is_live(now)]
        for code in dead:
            del self._tickets[code]
        return len(dead)
