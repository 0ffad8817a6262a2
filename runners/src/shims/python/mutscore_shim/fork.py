"""Runs a piece of work in a forked child and watches it: time, memory, what it leaves behind.

The child writes lines of JSON to a pipe (see `behave_adapter.Record`). What comes back is raw facts; what they
mean is said in one place, on the engine's side, for cold and warm runs alike.
"""

import atexit
import json
import os
import random
import resource
import select
import signal
import sys
import time

from mutscore_shim import view

_PIPE_LIMIT = 32 << 20


def run_forked(work, limits, on_fork=None):
    """Forks, calls `work(fd)` in the child, and returns the raw facts of how it went.

    `limits` has `wall_ms` and `cpu_s`. The child ends with `_exit`, after the exit handlers that a cold run
    would have run; they have a short grace and no say in the outcome.
    """
    reader, writer = os.pipe2(os.O_CLOEXEC)
    started = time.monotonic()
    pid = os.fork()
    if pid == 0:
        code = 70
        try:
            os.close(reader)
            limit_cpu(limits["cpu_s"], 0.0)
            if on_fork is not None:
                on_fork()
            work(writer)
            code = 0
        except BaseException as error:  # trouble of the shim itself: say it, and end without a verdict
            _say_trouble(writer, error)
        finally:
            _leave(writer, code)
    os.close(writer)
    return _watch(pid, reader, started, limits["wall_ms"] / 1000.0)


def _say_trouble(writer, error):
    try:
        line = json.dumps({"trouble": "%s: %s" % (type(error).__name__, error)}) + "\n"
        os.write(writer, line.encode("utf-8", "backslashreplace"))
    except Exception:
        pass


def _leave(writer, code):
    try:
        os.close(writer)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(2)
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException:
        pass
    finally:
        os._exit(code)


def cpu_used():
    """CPU seconds of this process and of the children it has waited for."""
    own = resource.getrusage(resource.RUSAGE_SELF)
    waited = resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + waited.ru_utime + waited.ru_stime


def limit_cpu(seconds, used):
    """Ends this process by SIGXCPU once it has used `seconds` of CPU time beyond `used`; whole seconds, upward."""
    soft = max(1, int(seconds + used + 0.999))
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    if hard == resource.RLIM_INFINITY or hard > soft + 1:
        hard = soft + 1
    resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))


def _watch(pid, reader, started, wall):
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
    return _facts(text, status, usage, timed_out, (finished_at or ended) - started, left_behind)


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


def _facts(text, status, usage, timed_out, wall, left_behind):
    step = done = trouble = None
    for line in bytes(text).split(b"\n"):
        if not line:
            continue
        try:
            value = json.loads(line.decode("utf-8", "replace"))
        except ValueError:
            continue
        step = value.get("step", step)
        done = value.get("done", done)
        trouble = value.get("trouble", trouble)
    return {
        "step": step, "done": done, "trouble": trouble, "timed_out": timed_out and done is None,
        "exit": os.WEXITSTATUS(status) if os.WIFEXITED(status) else None,
        "signal": os.WTERMSIG(status) if os.WIFSIGNALED(status) else None,
        "wall_us": int(wall * 1e6), "cpu_us": int((usage.ru_utime + usage.ru_stime) * 1e6),
        "peak_kib": usage.ru_maxrss, "left_behind": left_behind,
    }


def random_state():
    """A text that is equal for two processes in the same random state."""
    import hashlib
    text = repr(random.getstate())
    numpy = sys.modules.get("numpy")
    if numpy is not None and hasattr(numpy, "random"):
        text += repr(numpy.random.get_state())
    return hashlib.sha256(text.encode()).hexdigest()


def reseed():
    """What a new process would have: random state from the system."""
    random.seed()
    numpy = sys.modules.get("numpy")
    if numpy is not None and hasattr(numpy, "random"):
        numpy.random.seed()
