"""Assertions with messages that say what was seen."""

from toolshed.errors import ToolshedError


def equal(actual, expected, what="value"):
    if actual != expected:
        raise AssertionError("{}: expected {!r}, got {!r}".format(what, expected, actual))


def same_text(actual, expected):
    got = [line.rstrip() for line in actual.strip().splitlines()]
    want = [line.rstrip() for line in expected.strip().splitlines()]
    for number, (left, right) in enumerate(zip(got, want), start=1):
        assert left == right, "line {}: expected {!r}, got {!r}".format(number, right, left)
    assert len(got) == len(want), "expected {} lines, got {}".format(len(want), len(got))


def attempt(context, action):
    """Run `action`; keep its result, or the package's own error, for the Then steps."""
    context.error = None
    context.result = None
    try:
        context.result = action()
    except ToolshedError as error:
        context.error = error


def refused(context, code, words):
    assert context.error is not None, "expected a refusal, got {!r}".format(context.result)
    equal(context.error.code, code, "error code")
    assert words in context.error.message, context.error.message
