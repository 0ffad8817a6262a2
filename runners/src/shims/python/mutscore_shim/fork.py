"""Runs a piece of work in a forked child and watches it: time, memory, what it leaves behind.

The child writes its record to a pipe (see `record.Record`). What comes back is raw facts; what they
mean is said in one place, on the engine's side, for cold and warm runs alike.
"""

import atexit
import os
import random
import resource
import select
import signal
import sys
import time

from mutscore_shim import record
from mutscore_shim import view

_PIPE_LIMIT = 32 << 20
# Project code may have put something else in its place by the time it is needed.
_exit = os._exit


def run_forked(work, limits):
    """Forks, calls `work(record)` in the child, and returns the raw facts of how it went.

    `limits` has `wall_ms` and `cpu_s`. The child ends with `_exit`, after the exit handlers that a cold run
    would have run; they have a short grace and no say in the outcome.
    """
    reader, writer = os.pipe2(os.O_CLOEXEC)
    token = os.urandom(12).hex()
    started = time.monotonic()
    pid = os.fork()
    if pid == 0:
        code = 70
        said = None
        try:
            os.close(reader)
            # A cold run leads its session and group: what it sends to its group must reach nobody else.
            os.setsid()
            said = record.Record(writer, token)
            limit_cpu(limits["cpu_s"], 0.0)
            work(said)
            code = 0
        except BaseException as error:  # trouble of the shim itself: say it, and end without a verdict
            if said is not None:
                said.trouble(error)
        finally:
            _leave(said, code)
    os.close(writer)
    return _watch(pid, reader, token, started, limits["wall_ms"] / 1000.0)


def _leave(said, code):
    try:
        if said is not None:
            said.close()
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(2)
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException:
        pass
    finally:
        _exit(code)


def cpu_used():
    """CPU seconds of this process, and of the children it has waited for."""
    own = resource.getrusage(resource.RUSAGE_SELF)
    waited = resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime, waited.ru_utime + waited.ru_stime


def limit_cpu(seconds, used):
    """Ends this process by SIGXCPU once it has used `seconds` of CPU time beyond `used`; whole seconds, upward."""
    soft = max(1, int(seconds + used + 0.999))
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    if hard == resource.RLIM_INFINITY or hard > soft + 1:
        hard = soft + 1
    resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))


def _watch(pid, reader, token, started, wall):
    """Waits for the child's end or its deadline, whichever comes first, reading what it writes."""
    deadline = started + wall
    os.set_blocking(reader, False)
    poll = select.poll()
    poll.register(reader, select.POLLIN)
    child = view.pidfd_open(pid)
    if child is not None:
        poll.register(child, select.POLLIN)
    text = bytearray()
    timed_out = False
    open_pipe = True
    status = usage = None
    finished_at = None
    while True:
        left = deadline - time.monotonic()
        if left <= 0:
            timed_out = finished_at is None
            break
        for fd, _ in poll.poll(min(left * 1000.0, 10.0 if child is None else 1000.0) + 1):
            if fd == reader and open_pipe:
                open_pipe = _drain(reader, text)
                if not open_pipe:
                    poll.unregister(reader)
                    # The record is complete: what follows are exit handlers, which have a short grace.
                    if finished_at is None:
                        finished_at = time.monotonic()
                        deadline = min(deadline, finished_at + 3.0) if b'"done"' in text else deadline
        got, status, usage = os.wait4(pid, os.WNOHANG)
        if got == pid:
            break
        status = None
    if status is None:
        kill(pid)
        _, status, usage = os.wait4(pid, 0)
    ended = time.monotonic()
    if open_pipe:
        _drain(reader, text)
    os.close(reader)
    if child is not None:
        os.close(child)
    left_behind = view.sweep()
    return _facts(text, token, status, usage, timed_out, (finished_at or ended) - started, left_behind)


def kill(pid):
    try:
        os.kill(pid, signal.SIGKILL)
    except OSError:
        pass


def end(pid):
    """Kills a child and waits for its end."""
    kill(pid)
    os.waitpid(pid, 0)


def _drain(reader, text):
    """Reads what is there. False at the end of the pipe."""
    while True:
        try:
            part = os.read(reader, 65536)
        except BlockingIOError:
            return True
        if not part:
            return False
        if len(text) < _PIPE_LIMIT:
            text += part


def _facts(text, token, status, usage, timed_out, wall, left_behind):
    step = done = trouble = None
    for value in record.values(text, token):
        step = value.get("step", step)
        done = value.get("done", done)
        trouble = value.get("trouble", trouble)
    facts = how_it_ended(status)
    facts.update({
        "ran": True, "step": step, "done": done, "trouble": trouble, "timed_out": timed_out and done is None,
        "wall_us": int(wall * 1e6), "cpu_us": int((usage.ru_utime + usage.ru_stime) * 1e6),
        "peak_kib": usage.ru_maxrss, "left_behind": left_behind,
    })
    return facts


def how_it_ended(status):
    """Exit code and signal of a wait status; one of them is None."""
    return {"exit": os.WEXITSTATUS(status) if os.WIFEXITED(status) else None,
            "signal": os.WTERMSIG(status) if os.WIFSIGNALED(status) else None}


def random_states():
    """A text for each generator of random numbers; two processes in the same state have equal ones."""
    states = {"random": _digest(repr(random.getstate()).encode())}
    numpy = sys.modules.get("numpy")
    if numpy is not None and hasattr(numpy, "random"):
        kind, keys, place = numpy.random.get_state()[:3]
        states["numpy"] = _digest(keys.tobytes() + repr((kind, place)).encode())
    return states


def _digest(data):
    import hashlib
    return hashlib.sha256(data).hexdigest()


def draw_anew(fixed, loaded):
    """Gives this fork the random state of a new process: drawn from the system, but for what loading seeds itself.

    `fixed` names the generators that loading seeds, `loaded` is the state it left in `random`: Python itself
    draws that anew after every fork.
    """
    if "random" in fixed:
        random.setstate(loaded)
    else:
        random.seed()
    numpy = sys.modules.get("numpy")
    if numpy is not None and hasattr(numpy, "random") and "numpy" not in fixed:
        numpy.random.seed()


def sockets_in_use():
    """Whether the network namespace holds TCP sockets, those included that wait for their port's release."""
    for name, mark in (("sockstat", "TCP:"), ("sockstat6", "TCP6:")):
        try:
            with open("/proc/self/net/" + name) as found:
                for line in found:
                    words = line.split()
                    if words and words[0] == mark:
                        counts = dict(zip(words[1::2], words[2::2]))
                        if any(counts.get(word, "0") != "0" for word in ("inuse", "orphan", "tw")):
                            return True
        except OSError:  # no such protocol here
            pass
    return False
