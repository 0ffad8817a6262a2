"""The fork tree: L0 (runner, no project code) → L1 (project loaded) or M (mutated file loaded) → a fork a run.

L0 serves the engine on one socket and L1 on another. A process that is asked to hold a replaced file (M below
L0, S below L1) takes over its parent's socket until it is told to close; the parent only waits for it. So each
socket has one reader at a time and there is nothing to route.
"""

import gc
import os
import random
import select

from mutscore_shim import behave_adapter
from mutscore_shim import classify
from mutscore_shim import fork
from mutscore_shim import forkable
from mutscore_shim import preload
from mutscore_shim import proof
from mutscore_shim import record
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
        self.fixed = ()
        self.before = None
        self.cwd = None
        self.random = None
        self.base = None

    # -- L0

    def serve_control(self):
        """L0: forks what loads the project."""
        view.set_subreaper()
        self.before = forkable.Before()
        wire.send(self.control, {"ready": True, "behave": behave_adapter.version(),
                                 "python": behave_adapter.interpreter()})
        preloaded = False
        while True:
            self._wait_for_engine()
            request, blobs = wire.receive(self.control)
            if request["op"] == "base":
                self._fork_base(request)
            elif request["op"] == "open":
                if not preloaded:
                    preload.preload(self._scout, self.scope)
                    self._sweep()
                    gc.collect()
                    gc.freeze()
                    preloaded = True
                self._fork_mutant(request, blobs[0])
            else:
                wire.send(self.control, {"error": "unknown request %r" % request["op"]})

    def _fork_base(self, request):
        """L1. It outlives this call: L0 goes on serving."""
        random.seed()
        if self.base is not None:
            fork.end(self.base)
        self.base = os.fork()
        if self.base == 0:
            self.base = None
            _guard(self._serve_base, request)

    def _wait_for_engine(self):
        """Waits for the next request. Without its L1 the tree is of no use: then it ends, which the engine sees."""
        base = None if self.base is None else view.pidfd_open(self.base)
        if base is None:
            return
        poll = select.poll()
        poll.register(self.control, select.POLLIN)
        poll.register(base, select.POLLIN)
        ready = [fd for fd, _ in poll.poll()]
        os.close(base)
        if base in ready:
            os._exit(70)

    def _scout(self):
        self.project.load(self.first)

    def _fork_mutant(self, request, data):
        """M: loads the project with the replaced file in place. L0 waits until M has ended."""
        reader, writer = os.pipe2(os.O_CLOEXEC)
        pid = os.fork()
        if pid == 0:
            os.close(reader)
            self.base = None
            _guard(self._serve_mutant, request, data, writer)
        os.close(writer)
        said = _wait_for_byte(reader, request["load_ms"] / 1000.0)
        if said == _ENTERED:
            said = _wait_for_byte(reader, request["load_ms"] / 1000.0)
            entered = True
        else:
            entered = False
        os.close(reader)
        if said is None:
            fork.kill(pid)
        _, status = os.waitpid(pid, 0)
        self._sweep()
        if said is None:
            wire.send(self.control, {"opened": False, "timed_out": True})
        elif said == _LOADED:
            wire.send(self.control, {"closed": True})
        elif entered:
            wire.send(self.control, {"opened": False, "died": fork.how_it_ended(status)})
        else:
            wire.send(self.control, {"opened": False, "trouble": "no view for the replaced file"})

    def _serve_mutant(self, request, data, ready):
        view.set_subreaper()
        files = {request["path"]: data}
        self._enter(files, drop=False)
        watched = proof.LoadProof({self.scope.root + request["path"]: data})
        ready = record.out_of_the_way(ready)
        os.write(ready, _ENTERED)
        failure = self._load()
        os.write(ready, _LOADED)
        os.close(ready)
        if failure is not None:
            wire.send(self.control, {"opened": False, "failure": failure, "applied": watched.holds()})
            return
        unsafe = self.before.what_a_fork_would_change(self.view, files)
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
        before = fork.random_states()
        with during_load:
            failure = self._load()
        if failure is not None:
            wire.send(self.loaded, {"loaded": False, "failure": failure})
            return
        unsafe = self.before.what_a_fork_would_change(self.view, {})
        if unsafe is None and during_load.moment is not None:
            unsafe = "loading the project asks for the time or the process (%s)" % during_load.moment
        after = fork.random_states()
        swapper = swap.Swapper(self.scope, during_load)
        wire.send(self.loaded, {"loaded": True, "unsafe": unsafe, "random": dict(
            (name, state) for name, state in after.items() if before.get(name) != state)})
        self._settle()
        while True:
            header, blobs = wire.receive(self.loaded)
            if header["op"] == "run":
                self.fixed = header["fixed"]
                wire.send(self.loaded, self._run(header, {}, None))
            elif header["op"] == "swap":
                self._fork_swapped(header, blobs[0], swapper)
            elif header["op"] == "quit":
                return

    def _fork_swapped(self, header, data, swapper):
        """S: swaps the function and then serves runs. A single run is made in S itself, which saves a fork."""
        self.fixed = header["fixed"]
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
        self.cwd = os.getcwd()
        self.random = random.getstate()
        return None

    def _settle(self):
        """Moves what is alive out of the garbage collector's sight: children then copy fewer pages."""
        if not forkable.project_uses_gc(self.scope):
            gc.collect()
            gc.freeze()

    def _serve_runs(self, fd, files, applied):
        while True:
            header, _ = wire.receive(fd)
            if header["op"] == "close":
                return
            self.fixed = header["fixed"]
            wire.send(fd, self._run(header, files, applied))

    def _run(self, header, files, applied, prepare=None):
        """One scenario in a fork of this process."""
        if header["scenario"]["feature"] not in self.project.features:
            self.project.parse([header["scenario"]["feature"]])

        new_net = self.view is not None and fork.sockets_in_use()

        def work(said):
            for fd in (self.control, self.loaded):
                os.close(fd)
            if prepare is not None:
                prepare()
            self._enter(files, drop=True, new_net=new_net)
            fork.draw_anew(self.fixed, self.random)
            try:
                end = self.project.run(header["scenario"], said, strip=header["strip"])
            except behave_adapter.NotHere:
                end = {"not_here": True}
            if applied is not None:
                end["applied"] = applied()
            said.done(end)

        return fork.run_forked(work, header)

    def _enter(self, files, drop, new_net=False):
        """A view of its own for what this process and its children write.

        And a network of its own, if the last run left ports behind that would still be taken in this one.
        """
        if self.view is not None:
            cwd = self.view["cwd"] if self.cwd is None else self.cwd
            view.enter_fresh_view(dict(self.view, drop=drop, cwd=cwd, new_net=new_net), files)


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


# What an M says to L0 while it loads.
_ENTERED = b"0"
_LOADED = b"1"


def _wait_for_byte(reader, seconds):
    """The next byte; empty at the end of the pipe, None if nothing comes in time."""
    poll = select.poll()
    poll.register(reader, select.POLLIN)
    return os.read(reader, 1) if poll.poll(seconds * 1000.0) else None
