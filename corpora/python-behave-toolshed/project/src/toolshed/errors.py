"""Every error the package raises on purpose, under one root."""


class ToolshedError(Exception):
    """Root of the package's own errors; `code` is stable and machine-readable."""

    code = "error"

    def __init__(self, message, **details):
        super().__init__(message)
        self.message = message
        self.details = details

    def as_dict(self):
        payload = {"code": self.code, "message": self.message}
        if self.details:
            payload["details"] = {key: str(self.details[key]) for key in sorted(self.details)}
        return payload


class ValidationError(ToolshedError):
    code = "invalid"

    def __init__(self, field, problem, **details):
        super().__init__("{}: {}".format(field, problem), **details)
        self.field = field
        self.problem = problem


class FormatError(ToolshedError):
    """A file or text that cannot be read; knows the line where it is known."""

    code = "format"

    def __init__(self, message, line=None, **details):
        if line is not None:
            message = "line {}: {}".format(line, message)
        super().__init__(message, **details)
        self.line = line


class NotFound(ToolshedError):
    code = "not-found"


class Conflict(ToolshedError):
    code = "conflict"


class IllegalTransition(Conflict):
    code = "illegal-transition"

    def __init__(self, what, state, event):
        super().__init__(
            "{} cannot {} while {}".format(what, event, state), state=state, event=event
        )
        self.state = state
        self.event = event


class LimitReached(Conflict):
    code = "limit"
