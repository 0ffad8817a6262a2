"""What a run says of itself while it goes on: a marker when a step begins, and the end.

Project code shares this process. It may write to descriptors that it does not own, close them all, fork and
return, or replace functions of the standard library for the length of a scenario. So the record has a high
descriptor, each line carries a token that no accident can spell, only the process that owns the record writes
to it, and nothing of `json` or `os` is looked up late. (Code that searches this process's memory on purpose can
still forge a line: no process can keep a secret from itself.)
"""

import fcntl
import json
import os
import resource
import signal

# How many descriptors are kept free above a moved one: enough for the few that are moved.
_FROM_THE_TOP = 16

# The end of a process that cannot tell its outcome any more: nobody else's way to end.
LOST_SIGNAL = signal.SIGRTMAX

_encode = json.JSONEncoder().encode
_write = os.write
_fstat = os.fstat
_getpid = os.getpid
_kill = os.kill
_default = (signal.signal, signal.SIG_DFL)


def out_of_the_way(fd):
    """Moves a descriptor to where no loop over the first few, and no newly opened file, meets it."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    lowest = 1008 if soft == resource.RLIM_INFINITY else max(fd, soft - _FROM_THE_TOP)
    moved = fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, lowest)
    os.close(fd)
    return moved


class Record(object):
    """Lines of a token and a JSON text, each with newlines on both sides, so that what others write stays apart."""

    def __init__(self, fd, token):
        self._fd = out_of_the_way(fd)
        self._token = token.encode("ascii")
        self._owner = _getpid()
        self._is = self._identity()
        self.steps = 0

    def step_begins(self, step):
        self.steps += 1
        self._line({"step": step})

    def begins(self):
        """From here on it is the project's code that runs: what ends the process before is trouble of ours."""
        self._line({"begins": True})

    def loaded(self, cpu_us):
        """The project is loaded, for so much CPU time: from here on the run's own clocks count."""
        self._line({"loaded": cpu_us})

    def done(self, end):
        self._line({"done": end})

    def trouble(self, error):
        """Something went wrong in the shim itself: no verdict."""
        self._line({"trouble": "%s: %s" % (type(error).__name__, error)})

    def close(self):
        try:
            os.close(self._fd)
        except OSError:  # project code was faster
            pass

    def _identity(self):
        found = _fstat(self._fd)
        return found.st_dev, found.st_ino

    def _line(self, value):
        if _getpid() != self._owner:
            return  # a fork that did not end where it should have
        text = b"\n" + self._token + b" " + _encode(value).encode("utf-8", "backslashreplace") + b"\n"
        try:
            if self._identity() != self._is:
                self._lost()
            rest = memoryview(text)
            while rest:
                rest = rest[_write(self._fd, rest):]
        except OSError:
            self._lost()

    def _lost(self):
        """Project code closed the record. Ends at once: silence would look like a crash of the project."""
        set_handler, default = _default
        set_handler(LOST_SIGNAL, default)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [LOST_SIGNAL])
        _kill(_getpid(), LOST_SIGNAL)


def values(text, token):
    """The values of a record's lines; what others wrote in between is passed over."""
    mark = token.encode("ascii") + b" "
    for line in bytes(text).split(b"\n"):
        if line.startswith(mark):
            try:
                yield json.loads(line[len(mark):].decode("utf-8", "replace"))
            except ValueError:  # cut off by the end of the process
                pass
