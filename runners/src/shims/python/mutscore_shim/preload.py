"""Imports in L0 what the project imports from outside of itself, so that each M starts with it.

A scout, forked and thrown away, loads the project and tells the names: L0 stays free of project code. Importing
a library earlier than the project does is the same only if the project does nothing to the surroundings of that
import: where it changes the environment, how imports work, or puts stand-ins among the modules, nothing is
imported ahead.
"""

import builtins
import importlib.util
import os
import select
import signal
import sys
import time
import types

from mutscore_shim import wire

_PATIENCE = 60.0


def preload(load, scope):
    """Imports ahead. `load` loads the project; it is called in the scout only."""
    reader, writer = os.pipe2(os.O_CLOEXEC)
    pid = os.fork()
    if pid == 0:
        os.close(reader)
        _scout(load, scope, writer)
    os.close(writer)
    for line in _read_all(reader, pid).decode("utf-8", "replace").split("\n"):
        name, _, origin = line.partition("\t")
        if name and name not in sys.modules:
            _import(name, origin)


def _scout(load, scope, writer):
    try:
        known = set(sys.modules)
        before = _surroundings()
        names = []
        try:
            load()
            fresh = [name for name in list(sys.modules) if name not in known]
            changed = _surroundings() != before \
                or any(_finds_in_its_own_way(finder, scope) for finder in sys.meta_path) \
                or any(_is_stand_in(name) for name in fresh)
            if not changed:
                names = [found for found in (_foreign(name, scope) for name in fresh) if found is not None]
        except BaseException:  # it fails, or not, where the project is really loaded
            pass
        wire.write_all(writer, "\n".join(names).encode("utf-8", "replace"))
    finally:
        os._exit(0)


def _surroundings():
    """What an import may depend on beside the files it reads, as far as a project is known to change it."""
    return dict(os.environ), builtins.__import__, list(sys.argv), sys.getrecursionlimit(), os.getcwd()


def _finds_in_its_own_way(finder, scope):
    """Whether the project put this finder among those that imports ask."""
    kind = finder if isinstance(finder, type) else type(finder)
    file = getattr(sys.modules.get(kind.__module__), "__file__", None)
    return file is not None and scope.relative(file) is not None


def _is_stand_in(name):
    """Whether a project may have put this module there: it came by no import, and no library brought it along."""
    module = sys.modules.get(name)
    if "." in name or name == "cython_runtime" or name.startswith("_cython_"):
        return False  # a package's own affair; what compiled modules share among themselves
    return not isinstance(module, types.ModuleType) or getattr(module, "__spec__", None) is None


def _foreign(name, scope):
    """`name` and where it comes from, for a module from outside of the project."""
    origin = getattr(getattr(sys.modules[name], "__spec__", None), "origin", None)
    if origin in ("built-in", "frozen"):
        return "%s\t%s" % (name, origin)
    if origin is None or not os.path.isabs(origin) or scope.relative(origin) is not None:
        return None
    return "%s\t%s" % (name, origin)


def _import(name, origin):
    try:
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.origin == origin:
            __import__(name)
    except BaseException:  # it will fail, or not, where the project imports it
        pass


def _read_all(reader, pid):
    """What the scout says, until it ends or patience does."""
    text = b""
    deadline = time.monotonic() + _PATIENCE
    poll = select.poll()
    poll.register(reader, select.POLLIN)
    while True:
        left = deadline - time.monotonic()
        if left <= 0 or not poll.poll(left * 1000.0):
            text = b""
            break
        part = os.read(reader, 65536)
        if not part:
            break
        text += part
    os.close(reader)
    try:
        os.kill(pid, signal.SIGKILL)
    except OSError:  # it has ended
        pass
    os.waitpid(pid, 0)
    return text
