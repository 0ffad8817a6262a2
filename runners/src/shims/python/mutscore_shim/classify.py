"""What a failure in a step means: by the exception's class and by where it was raised.

A plain `Exception` raised by test code is a check written without `assert`; the same class out of production
code is a failure of execution. A `NotImplementedError` that the step function itself raises says "pending".
"""

import os

MESSAGE_LIMIT = 2000


class Scope(object):
    """Which files are production code and which are on the test side."""

    def __init__(self, root, production, start=None):
        self.root = root.rstrip("/") + "/"
        self.start = start or root
        self.production = frozenset(production)
        self._cache = {}

    def relative(self, filename):
        """Project-relative path of a code object's file name, or None outside the project."""
        known = self._cache.get(filename, False)
        if known is False:
            path = filename
            if not os.path.isabs(path):
                if path.startswith("<"):
                    self._cache[filename] = None
                    return None
                path = os.path.join(self.start, path)
            path = os.path.normpath(path)
            known = path[len(self.root):] if path.startswith(self.root) else None
            self._cache[filename] = known
        return known

    def is_production(self, filename):
        return self.relative(filename) in self.production

    def is_test(self, filename):
        relative = self.relative(filename)
        return relative is not None and relative not in self.production


def _frames(traceback):
    while traceback is not None:
        yield traceback.tb_frame.f_code, traceback.tb_lineno
        traceback = traceback.tb_next


def qualified(cls):
    module = getattr(cls, "__module__", None)
    name = getattr(cls, "__qualname__", cls.__name__)
    return name if module in (None, "builtins") else "%s.%s" % (module, name)


def text_of(error):
    try:
        return str(error)[:MESSAGE_LIMIT]
    except Exception:  # a hostile or broken __str__ must not hide the failure
        return ""


def describe(error, traceback, scope):
    """Class, message and innermost project frame of an exception, and what it says of the run."""
    last = None
    origin = None
    for code, line in _frames(traceback):
        last = code
        relative = scope.relative(code.co_filename)
        if relative is not None:
            origin = (relative, line)
    return last, {
        "class": qualified(type(error)),
        "message": text_of(error),
        "origin": origin,
    }


def of_step(error, traceback, scope, step_code, pending_types):
    """Outcome and detail of an exception that ended a step."""
    last, described = describe(error, traceback, scope)
    outcome, detail = "execution-failure", None
    in_production = described["origin"] is not None and described["origin"][0] in scope.production
    if isinstance(error, MemoryError):
        detail = "out-of-memory"
    elif isinstance(error, pending_types):
        outcome, detail = "binding-failure", "pending"
    elif type(error) is NotImplementedError and last is not None and last is step_code:
        outcome, detail = "binding-failure", "pending"
    elif isinstance(error, AssertionError):
        if not in_production:
            outcome = "assertion-failure"
    elif type(error) is Exception and last is not None and scope.is_test(last.co_filename):
        outcome = "assertion-failure"
    return outcome, detail, described
