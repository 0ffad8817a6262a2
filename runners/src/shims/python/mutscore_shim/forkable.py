"""Whether a fork of a loaded process is what a new process is after loading the project.

It is not if loading left something that children share, lose or find stale: threads, children, timers, open
descriptors, shared memory, files that were written. What is compared is taken once, before any project code ran.
"""

import gc
import os
import signal
import threading

from mutscore_shim import view

_HARMLESS = ("/dev/null", "/dev/urandom", "/dev/random")
_TIMERS = (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF)


class Before(object):
    """What a process of the tree has before it loads the project."""

    def __init__(self):
        self.descriptors = _descriptors()
        self.shared = _shared_memory()

    def what_a_fork_would_change(self, config, placed):
        """The words of what loading left behind, or None. `placed` are the files put into the view before."""
        if threading.active_count() > 1 or len(os.listdir("/proc/self/task")) > 1:
            return "loading the project starts a thread"
        if view._children(os.getpid()):
            return "loading the project starts a process"
        if any(signal.getitimer(timer) != (0.0, 0.0) for timer in _TIMERS):
            return "loading the project sets a timer"
        for fd, target in _descriptors().items():
            if self.descriptors.get(fd) != target and not target.startswith(_HARMLESS):
                return "loading the project leaves a descriptor open (%s)" % target
        if _shared_memory() - self.shared:
            return "loading the project maps memory that children share"
        written = None if config is None else _written(config, placed)
        return None if written is None else "loading the project writes a file (%s)" % written


def _descriptors():
    found = {}
    for name in os.listdir("/proc/self/fd"):
        try:
            found[int(name)] = os.readlink("/proc/self/fd/" + name)
        except OSError:  # the folder's own descriptor
            pass
    return found


def _shared_memory():
    """Writable mappings that a child would share with its parent, by their place."""
    with open("/proc/self/maps") as maps:
        return set(line.split(" ", 1)[0] for line in maps if line.split(" ", 2)[1] == "rw-s")


def _written(config, placed):
    """A path that was written, removed or changed in the view since it was entered, or None."""
    own = config["own"]
    kept = set(own + "/tmp" + path[len(config["tmp"]):] for path in config.get("keep", ()))
    for name in ("upper", "home", "tmp", "shm"):
        found = _first_file(own + "/" + name, "", placed if name == "upper" else (), kept)
        if found is not None:
            return found
    return None


def _first_file(top, folder, expected, kept):
    ours = set()
    for path in expected:
        while path:
            ours.add(path)
            path = os.path.dirname(path)
    for name in os.listdir(os.path.join(top, folder)):
        relative = os.path.join(folder, name)
        whole = os.path.join(top, relative)
        if whole in kept:
            continue
        found = None
        if os.path.isdir(whole) and not os.path.islink(whole):
            found = _first_file(top, relative, expected, kept)
        if found is not None:
            return found
        if relative not in ours and not any(path.startswith(whole + "/") for path in kept):
            return relative
    return None


def project_uses_gc(scope):
    """Whether project code holds on to the garbage collector's functions: objects must then stay in its sight."""
    for holder in gc.get_referrers(gc, gc.collect, gc.get_objects, gc.get_referrers, gc.get_count, gc.get_stats):
        file = holder.get("__file__") if type(holder) is dict else None
        if isinstance(file, str) and scope.relative(file) is not None:
            return True
    return False
