"""Functions of every kind, for rewrites."""
import contextlib
import functools


def logged(function):
    @functools.wraps(function)
    def wrapper(*words):
        return function(*words)

    return wrapper


def plain(n):
    """Doubles."""
    return n * 2


@logged
def decorated(n): return n + 1


def each(n):
    for one in range(n):
        yield one


async def later(n):
    return n


async def later_each(n):
    yield n


@contextlib.contextmanager
def opened(n):
    yield n


class Shape:
    sides = 0

    def __init__(self, sides=3):
        self.sides = sides

    @property
    def name(self):
        return f"{self.sides}-gon"

    @classmethod
    def square(cls):
        return cls(4)

    @staticmethod
    def count():
        # how many
        return 3
        # there are
