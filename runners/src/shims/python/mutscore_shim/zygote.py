"""The fork tree: L0 (runner, no project code) → L1 (project loaded) or M (mutated file loaded) → a fork a run.

L0 serves the engine on one socket and L1 on another. A process that is asked to hold a replaced file (M below
L0, S below L1) takes over its parent's socket until it is told to close; the parent only waits for it. So each
socket has one reader at a time and there is nothing to route.
"""

import gc
import os
import sys
import threading
import time

from mutscore_shim import behave_adapter
from mutscore_shim import classify
from mutscore_shim import fork
from mutscore_shim import proof
from mutscore_shim import swap
from mutscore_shim import view
from mutscore_shim import wire


class Zygote(object):
    """What every process of the tree knows."""

    def __init__(self, config):
        self.root = config["root"]
        self.view = config.get("view")
        self.control = config["control_fd"]
        self.loaded = config["loaded_fd"]
        self.first = config["first_feature"]
        self.scope = classify.Scope(self.root, config["production"])
        self.project = behave_adapter.Project(self.scope)
        self.project.parse(config["features"])
        self.reseed = True
        self.fds = None
        self.base = None

    # -- L0

    def serve_control(self):
        """L0: forks what loads the project."""
        view.set_subreaper()
        self.fds = _descriptors()
        wire.send(self.control, {"ready": True, "behave": behave_adapter.version(),
                                 "python": behave_adapter.interpreter()})
        preloaded = False
        while True:
            request, blobs = wire.receive(self.control)
            if request["op"] == "base":
                self._fork_base(request)
            elif request["op"] == "open":
                if not preloaded:
                    self._preload()
                    preloaded = True
                self._fork_mutant(request, blobs[0])
            else:
                wire.send(self.control, {"error": "unknown request %r" % request["op"]})

    def _fork_base(self, request):
        """L1. It outlives this call: L0 goes on serving."""
        import random
        random.seed()
        if self.base is not None:
            fork.end(self.base)
        self.base = os.fork()
        if self.base == 0:
            self.base = None
            _guard(self._serve_base, request)

    def _preload(self):
        """Imports what the project imports from outside of itself, so that each M starts with it.

        A scout, forked and thrown away, loads the project and tells the names: L0 stays free of project code.
        """
        reader, writer = os.pipe2(os.O_CLOEXEC)
        pid = os.fork()
        if pid == 0:
            names = []
            before = set(sys.modules)
            try:
                os.close(reader)
                self.project.load(self.first)
                names = [name for name in list(sys.modules) if name not in before and self._is_foreign(name)]
            except BaseException:
                pass
            try:
                wire.write_all(writer, "\n".join(names).encode("utf-8", "replace"))
            finally:
                os._exit(0)
        os.close(writer)
        text = b""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            part = os.read(reader, 65536)
            if not part:
                break
            text += part
        os.close(reader)
        os.waitpid(pid, 0)
        self._sweep()
        for name in text.decode("utf-8", "replace").split("\n"):
            if name:
                try:
                    __import__(name)
                except BaseException:  # it will fail, or not, where the project imports it
                    pass
        gc.collect()
        gc.freeze()

    def _is_foreign(self, name):
        module = sys.modules.get(name)
        origin = getattr(getattr(module, "__spec__", None), "origin", None)
        if origin in ("built-in", "frozen"):
            return True
        file = getattr(module, "__file__", None)
        return file is not None and os.path.isabs(file) and self.scope.relative(file) is None

    def _fork_mutant(self, request, data):
        """M: loads the project with the replaced file in place. L0 waits until M has ended."""
        reader, writer = os.pipe2(os.O_CLOEXEC)
        pid = os.fork()
        if pid == 0:
            os.close(reader)
            self.base = None
            _guard(self._serve_mutant, request, data, writer)
        os.close(writer)
        loaded = _wait_for_byte(reader, request["load_ms"] / 1000.0)
        os.close(reader)
        if not loaded:
            fork.kill(pid)
        os.waitpid(pid, 0)
        self._sweep()
        if not loaded:
            wire.send(self.control, {"opened": False, "timed_out": True})
        else:
            wire.send(self.control, {"closed": True})

    def _serve_mutant(self, request, data, ready):
        view.set_subreaper()
        files = {request["path"]: data}
        self._enter(files, drop=False)
        watched = proof.LoadProof({self.scope.root + request["path"]: data})
        failure = self._load()
        os.write(ready, b"1")
        os.close(ready)
        if failure is not None:
            wire.send(self.control, {"opened": False, "failure": failure, "applied": watched.holds()})
            return
        unsafe = self._fork_unsafe()
        if unsafe is not None:
            wire.send(self.control, {"opened": False, "unsafe": unsafe})
            return
        wire.send(self.control, {"opened": True})
        self._settle()
        self._serve_runs(self.control, files, watched.holds)

    # -- L1

    def _serve_base(self, request):
        view.set_subreaper()
        if self.view is not None:
            self._enter({}, drop=False)
        during_load = swap.CallsDuringLoad(self.scope)
        before = fork.random_state()
        with during_load:
            failure = self._load()
        if failure is not None:
            wire.send(self.loaded, {"loaded": False, "failure": failure})
            return
        unsafe = self._fork_unsafe()
        after = fork.random_state()
        swapper = swap.Swapper(self.scope, during_load)
        wire.send(self.loaded, {"loaded": True, "unsafe": unsafe,
                                "random": None if before == after else after})
        self._settle()
        while True:
            header, blobs = wire.receive(self.loaded)
            if header["op"] == "run":
                self.reseed = header["reseed"]
                wire.send(self.loaded, self._run(header, {}, None))
            elif header["op"] == "swap":
                self._fork_swapped(header, blobs[0], swapper)
            elif header["op"] == "quit":
                return

    def _fork_swapped(self, header, data, swapper):
        """S: swaps the function and then serves runs. A single run is made in S itself, which saves a fork."""
        self.reseed = header["reseed"]
        swapper.index(header["path"])
        if "only" in header:
            facts = self._run(header["only"], {header["path"]: data}, lambda: True,
                              lambda: swapper.swap(header["path"], data, header["original"], header["edited"]))
            trouble = facts.get("trouble") or ""
            if trouble.startswith("Refused: "):
                facts = {"swapped": False, "why": trouble[len("Refused: "):]}
            else:
                facts["swapped"] = True
            wire.send(self.loaded, facts)
            return
        pid = os.fork()
        if pid == 0:
            _guard(self._serve_swapped, header, data, swapper)
        os.waitpid(pid, 0)
        self._sweep()
        wire.send(self.loaded, {"closed": True})

    def _serve_swapped(self, header, data, swapper):
        view.set_subreaper()
        try:
            swapper.swap(header["path"], data, header["original"], header["edited"])
        except swap.Refused as refused:
            wire.send(self.loaded, {"swapped": False, "why": str(refused)})
            return
        wire.send(self.loaded, {"swapped": True})
        self._serve_runs(self.loaded, {header["path"]: data}, lambda: True)

    # -- shared

    def _sweep(self):
        """Ends what a child left behind; L0 keeps its L1."""
        view.sweep(() if self.base is None else (self.base,))

    def _load(self):
        """Loads hooks and step definitions; the words of what failed, or None."""
        try:
            self.project.load(self.first)
        except BaseException as error:
            return behave_adapter.load_failure(error, self.scope)
        return None

    def _fork_unsafe(self):
        """Why a fork of this process would not be what a cold run is, or None."""
        if threading.active_count() > 1 or len(os.listdir("/proc/self/task")) > 1:
            return "loading the project starts a thread"
        for fd, target in _descriptors().items():
            if self.fds.get(fd) != target and not target.startswith(("/dev/null", "/dev/urandom", "/dev/random")):
                return "loading the project leaves a descriptor open (%s)" % target
        return None

    def _settle(self):
        """Moves what is alive out of the garbage collector's sight: children then copy fewer pages."""
        gc.collect()
        gc.freeze()

    def _serve_runs(self, fd, files, applied):
        while True:
            header, _ = wire.receive(fd)
            if header["op"] == "close":
                return
            self.reseed = header["reseed"]
            wire.send(fd, self._run(header, files, applied))

    def _run(self, header, files, applied, prepare=None):
        """One scenario in a fork of this process."""
        if header["scenario"]["feature"] not in self.project.features:
            self.project.parse([header["scenario"]["feature"]])

        def work(writer):
            for fd in (self.control, self.loaded):
                os.close(fd)
            if prepare is not None:
                prepare()
            self._enter(files, drop=True)
            if self.reseed:
                fork.reseed()
            record = behave_adapter.Record(writer)
            try:
                end = self.project.run(header["scenario"], record, strip=header["strip"])
            except behave_adapter.NotHere:
                end = {"not_here": True}
            if applied is not None:
                end["applied"] = applied()
            record.done(end)

        return fork.run_forked(work, header)

    def _enter(self, files, drop):
        """A view of its own for what this process and its children write."""
        if self.view is not None:
            view.enter_fresh_view(dict(self.view, drop=drop), files)


def _guard(serve, *args):
    """Runs a server of the tree in a child; whatever happens, it never returns into its parent's code."""
    code = 0
    try:
        serve(*args)
    except wire.Closed:
        pass
    except BaseException:
        import traceback
        traceback.print_exc()
        code = 70
    finally:
        os._exit(code)


def _wait_for_byte(reader, seconds):
    import select
    poll = select.poll()
    poll.register(reader, select.POLLIN)
    return bool(poll.poll(seconds * 1000.0)) and os.read(reader, 1) == b"1"


def _descriptors():
    found = {}
    for name in os.listdir("/proc/self/fd"):
        try:
            found[int(name)] = os.readlink("/proc/self/fd/" + name)
        except OSError:  # the folder's own descriptor
            pass
    return found
