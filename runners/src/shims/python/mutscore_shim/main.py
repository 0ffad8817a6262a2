"""Entry of the shim: one frame on descriptor 3 says what to do; answers go back the same way."""

import os
import sys


def _main():
    here = os.path.dirname(os.path.abspath(__file__))
    # Where `behave` itself would stand: its script's folder comes first, and nothing of ours stays on the path.
    sys.path[0] = os.path.dirname(here)
    from mutscore_shim import wire
    request, blobs = wire.receive(3)
    modes = {"zygote": _zygote, "cold": _cold, "discover": _discover, "fingerprint": _fingerprint}
    try:
        modes[request["mode"]](request, blobs)
    except wire.Closed:
        pass


def _settle_in(request):
    """What the process looks like to the project: as if `behave` had been started in its folder."""
    sys.path[0] = os.path.dirname(sys.executable)
    sys.argv[:] = [os.path.join(sys.path[0], "behave")] + request.get("argv", [])
    os.chdir(request["root"])


def _zygote(request, _blobs):
    from mutscore_shim import zygote
    from mutscore_shim import record
    request.update(control_fd=record.out_of_the_way(3), loaded_fd=record.out_of_the_way(4))
    _settle_in(request)
    zygote.Zygote(request).serve_control()


def _cold(request, blobs):
    from mutscore_shim import behave_adapter, classify, observe, proof
    from mutscore_shim import record as records
    _settle_in(request)
    scope = classify.Scope(request["root"], request["production"])
    job = request["job"]
    record = records.Record(3, request["token"])
    watched = None
    observer = None
    try:
        if job.get("path"):
            _replace(scope.root + job["path"], blobs[0])
            watched = proof.LoadProof({scope.root + job["path"]: blobs[0]})
        if job["observe"]:
            observer = observe.Observer(scope, request["callers"], request.get("lines"))
            observer.start()
        record.begins()
        record.done(_run_cold(behave_adapter.Project(scope), job, record, observer, watched))
    except Exception as error:
        record.trouble(error)
    record.close()


def _replace(path, data):
    """Puts a file in place of the one that the view shows. The view is this run's own."""
    mode = os.stat(path).st_mode & 0o7777
    os.unlink(path)
    with open(path, "wb") as file:
        file.write(data)
    os.chmod(path, mode)


def _run_cold(project, job, record, observer, watched):
    """Load and run; what the project raises is part of the end, what else is raised is trouble of ours."""
    from mutscore_shim import behave_adapter, fork
    try:
        project.load(job["scenario"]["feature"])
        failure = None
    except BaseException as error:
        failure = behave_adapter.load_failure(error, project.scope)
    if failure is not None:
        failure["applied"] = watched is None or watched.holds()
        return failure
    if observer is not None:
        observer.loaded()
    own, waited = fork.cpu_used()
    record.loaded(int((own + waited) * 1e6))
    # The kernel counts this process alone.
    fork.limit_cpu(job["cpu_s"], own)
    end = project.run(job["scenario"], record, strip=job["strip"], observer=observer)
    end["applied"] = watched is None or watched.holds()
    end["cpu_us"] = int((sum(fork.cpu_used()) - own - waited) * 1e6)
    return end


def _discover(request, _blobs):
    from mutscore_shim import behave_adapter, classify, wire
    _settle_in(request)
    scope = classify.Scope(request["root"], request["production"])
    wire.send(3, behave_adapter.discover(scope, request["features"]))


def _fingerprint(_request, _blobs):
    from mutscore_shim import behave_adapter, wire
    wire.send(3, behave_adapter.fingerprint())


# A process that `multiprocessing` spawns runs its parent's main file again, under another name.
if __name__ == "__main__":
    _main()
