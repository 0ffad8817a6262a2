"""Small decorators shared by the package."""

import functools

_CACHES = []


def memoised(function):
    """Remember results by positional arguments; errors are not remembered."""
    results = {}

    @functools.wraps(function)
    def remembered(*args):
        if args in results:
            remembered.hits += 1
            return results[args]
        value = function(*args)
        results[args] = value
        return value

    remembered.hits = 0
    remembered.results = results
    _CACHES.append(remembered)
    return remembered


def forget_all():
    """Empty every memo and say how many results were dropped."""
    dropped = 0
    for cached in _CACHES:
        dropped += len(cached.results)
        cached.results.clear()
        cached.hits = 0
    return dropped


def retrying(times, errors):
    """Call again up to `times` attempts when one of `errors` is raised."""
    if times < 1:
        raise ValueError("times must be at least 1")

    def decorate(function):
        @functools.wraps(function)
        def attempt(*args, **kwargs):
            last = None
            for number in range(1, times + 1):
                try:
                    return function(*args, **kwargs)
                except errors as error:
                    last = error
                    attempt.attempts = number
            raise last

        attempt.attempts = 0
        return attempt

    return decorate


def audited(action):
    """Append (action, first argument) to the object's `journal` after success."""

    def decorate(method):
        @functools.wraps(method)
        def wrapper(self, *args, **kwargs):
            result = method(self, *args, **kwargs)
            subject = args[0] if args else ""
            self.journal.append((action, str(subject)))
            return result

        return wrapper

    return decorate
