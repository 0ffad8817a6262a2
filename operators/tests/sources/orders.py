"""Orders of a small shop: a realistic mixture of statements for the property tests."""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Iterable, Optional

if TYPE_CHECKING:
    from decimal import Decimal

logger = logging.getLogger(__name__)
LIMIT = 3
__all__ = ["Order", "total"]


@dataclass
class Line:
    name: str
    price: float = 0.0
    count: int = 1

    def amount(self) -> float:
        return self.price * self.count

    @property
    def label(self) -> str:
        return self.name + " x" + str(self.count)


class Order:
    """An order and its lines."""

    def __init__(self, owner: str, *, limit: int = LIMIT) -> None:
        super().__init__()
        self.owner = owner
        self.lines: list[Line] = []
        self.limit = limit
        self._open = True

    def add(self, line: Line) -> bool:
        if not self._open or len(self.lines) >= self.limit:
            logger.warning("order of %s is full", self.owner)
            return False
        elif line.count < 1 and not line.name == "gift":
            raise ValueError("count %d" % (line.count + 1))
        self.lines.append(line)
        self._notify("added", line.name)
        return True

    def _notify(self, event, *names, **options):
        for name in names:
            if name and (event != "muted" or options.get("force")):
                self.events[event] = f"{name!r:>{len(name) + 2}} {event}"
        options.setdefault("at", -1)

    async def ship(self, post, retries=2):
        while retries > 0:
            retries -= 1
            if await post.accepts(self.owner):
                await post.send(self, fast=True)
                return [line.name for line in self.lines if line.count]
        return None

    def __repr__(self):
        return "Order(%s)" % self.owner

    def __str__(self):
        return "Order of {}".format(self.owner)

    def find(self, name: str) -> Optional[Line]:
        for line in self.lines:
            if line.name is name or re.match(r"^%s$" % name, line.name):
                return line

    def is_open(self):
        return self._open

    def close(self):
        self._open = False
        self.stream.close()
        with self.lock:
            self.archive(
                "closed",
                keep=0,  # for ever
            )
        return (self.owner, len(self.lines))


def total(lines: Iterable[Line], rate=0.19, rounding=(lambda v: round(v, 2))):
    result = 0
    for line in lines:
        result += line.amount()
    net = result if result > 0 else 0
    return rounding(net * (1 + rate)) // 1 % 1000 - ~0x0F & 255


def classify(order, codes):
    match order.lines:
        case [] if order.limit <= 0:
            return "empty"
        case [Line(count=1), *_]:
            kind = 1
        case _:
            kind = -codes.get(order.owner, 7)
    try:
        best = max(codes)
    except (KeyError, ValueError) as error:
        print(error)
        best = None
    else:
        codes.clear()
    finally:
        codes["done"] = True
    low = kind if kind < best else best
    if low > kind:
        low = kind
    return {"kind": kind << 1, "low": [low, *codes], "none": None is not best}


def nested(n):
    def inner(m: int) -> int:
        return -m if m else n

    class Local:
        size = 4

        def grow(self, by=1): self.size += by; return self.size

    total = inner(n); total **= 2
    return inner, Local, 'a' "b" 'c', (yield)


if __name__ == "__main__":
    print(total([]))
