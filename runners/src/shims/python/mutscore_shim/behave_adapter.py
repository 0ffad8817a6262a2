"""Behave 1.2.6 and 1.3.x: load a project, run one scenario, and say what happened step by step.

The same code serves cold and warm runs: a cold run calls `load` and `run` in a new process, a warm one calls
`run` in a fork of a process that called `load`. Outcomes are read from Behave's own model and from a formatter,
never from an exit code or from names.
"""

import json
import os
import sys

from mutscore_shim import classify
from mutscore_shim import wire

from behave import parser as gherkin
from behave import runner_util
from behave.configuration import Configuration
from behave.formatter.base import Formatter
from behave.model_core import FileLocation
from behave.runner import Context, Runner, the_step_registry

try:
    from behave.exception import StepNotImplementedError as _NotImplemented
    PENDING = (_NotImplemented,)
except ImportError:  # Behave 1.2.6
    PENDING = ()

try:
    from behave.runner_util import FeatureScenarioLocationCollector2 as _Collector
except ImportError:  # Behave 1.2.6
    from behave.runner_util import FeatureScenarioLocationCollector as _Collector


class StepFailed(BaseException):
    """Ends a run at its first failed step: what would follow cannot change the outcome.

    Not an `Exception`, so that Behave and the project's own handlers let it through.
    """


class Watcher(Formatter):
    """A formatter that sees each step begin and end."""

    name = "mutscore"
    description = "events for mutscore"

    def __init__(self, record, scope, observer, stop_at_failure):
        self.record = record
        self.scope = scope
        self.observer = observer
        self.stop_at_failure = stop_at_failure
        self.stream = None
        self.row = None
        self.queue = []
        self.running = None
        self.last = None
        self.step_code = None
        self.failure = None
        self.passed = 0

    def uri(self, uri):
        pass

    def feature(self, feature):
        pass

    def background(self, background):
        pass

    def rule(self, rule):
        pass

    def scenario(self, scenario):
        outline = getattr(scenario, "parent", None)
        self.row = scenario.line if getattr(scenario, "_row", None) is not None or _is_outline(outline) else None
        self.queue = []

    def step(self, step):
        self.queue.append(step)

    def match(self, match):
        step = self.queue.pop(0) if self.queue else None
        self.running = _describe_step(step, self.row) if step is not None else None
        if getattr(match, "func", None) is None:
            return
        self.step_code = code_behind(match)
        self.last = self.running
        if self.observer is not None and step is not None:
            self.observer.calls.kind = step.step_type
        self.record.step_begins(self.running)

    def result(self, step):
        if self.observer is not None:
            self.observer.calls.kind = "hook"
        status = step.status.name
        if status == "passed":
            self.passed += 1
            return
        if status in ("skipped", "untested") or self.failure is not None:
            return
        self.failure = self._failure_of(step, status)
        if self.stop_at_failure:
            raise StepFailed()

    def _failure_of(self, step, status):
        named = _describe_step(step, self.row)
        inner = step_behind(step)
        if inner is not step:
            # `context.execute_steps` turns whatever its steps end in into an assertion of its own.
            step, status, self.step_code = inner, inner.status.name, code_behind(_registry().find_match(inner))
        if status.endswith("undefined"):
            return {"outcome": "binding-failure", "detail": "undefined", "failed_step": named}
        error = step.exception
        if error is None:
            detail = "hook" if getattr(step, "hook_failed", False) else None
            return {"outcome": "execution-failure", "detail": detail, "failed_step": named}
        outcome, detail, described = classify.of_step(
            error, step.exc_traceback or error.__traceback__, self.scope, self.step_code, PENDING)
        if getattr(step, "hook_failed", False):
            outcome, detail = "execution-failure", "hook"
        elif status.startswith("pending"):
            outcome, detail = "binding-failure", "pending"
        return {"outcome": outcome, "detail": detail, "failed_step": named, "exception": described}

    def eof(self):
        pass

    def close(self):
        pass


def code_behind(match):
    """The code that the author of a step definition wrote, decorators such as those of async steps aside."""
    func = getattr(match, "func", None)
    seen = set()
    while hasattr(func, "__wrapped__") and id(func) not in seen:
        seen.add(id(func))
        func = func.__wrapped__
    return getattr(func, "__code__", None)


def step_behind(step):
    """The step that really failed, if this one failed in running others by `context.execute_steps`."""
    while step.exception is not None:
        last = step.exc_traceback or step.exception.__traceback__
        while last is not None and last.tb_next is not None:
            last = last.tb_next
        if last is None or last.tb_frame.f_code is not Context.execute_steps.__code__:
            break
        inner = last.tb_frame.f_locals.get("step")
        if inner is None or inner is step:
            break
        step = inner
    return step


def _is_outline(item):
    return item is not None and type(item).__name__ == "ScenarioOutline"


def _describe_step(step, row):
    return {"keyword": step.keyword, "name": step.name[:500], "line": step.line, "row": row}


class NotHere(Exception):
    """This scenario needs another base folder than the one that was loaded."""


def base_folder(config, feature):
    """The folder that Behave takes hooks and step definitions from when `feature` is named on its command line."""
    folder = os.path.dirname(os.path.abspath(feature))
    while True:
        if os.path.isdir(os.path.join(folder, config.steps_dir)):
            return folder
        if os.path.isfile(os.path.join(folder, config.environment_file)):
            return folder
        parent = os.path.dirname(folder)
        if parent == folder:
            return None
        folder = parent


class Project(object):
    """A project that is loaded: hooks, step definitions and whatever they import."""

    def __init__(self, scope):
        self.scope = scope
        self.runner = None
        self.features = {}

    def parse(self, features):
        """Parses feature files ahead; needs no code of the project. A file that does not parse is left out."""
        for feature in features:
            try:
                parsed = gherkin.parse_file(os.path.abspath(feature), language=None)
                # Behave builds an outline's rows and a scenario's background when they are first asked for.
                for scenario in parsed.walk_scenarios():
                    list(scenario.all_steps)
                self.features[feature] = parsed
            except Exception:  # the run that asks for it reports it
                pass

    def load(self, feature):
        """Loads hooks and step definitions as `behave FEATURE` does. Raises what they raise."""
        runner_util.reset_runtime()
        config = Configuration(command_args=[feature])
        config.reporters = []
        runner = Runner(config)
        runner.path_manager.__enter__()
        runner.setup_paths()
        runner.context = Context(runner)
        runner.load_hooks()
        runner.load_step_definitions()
        self.runner = runner

    def select(self, scenario):
        """The feature with nothing but the scenario (or the outline's rows) to be run.

        A cold run selects as Behave does; a fork reduces what was parsed ahead.
        """
        path = scenario["feature"]
        config = self.runner.config
        if base_folder(config, path) != self.runner.base_dir:
            raise NotHere()
        locations = [FileLocation(os.path.normpath(path), line) for line in selected_lines(scenario)]
        config.paths = ["%s" % location for location in locations]
        feature = self.features.get(path)
        if feature is not None:
            keep_only(feature, scenario)
            return feature
        feature = gherkin.parse_file(os.path.abspath(path), language=config.lang)
        collector = _Collector(feature, filename=locations[0].filename)
        for location in locations:
            collector.add_location(location)
        return collector.build_feature()

    def run(self, scenario, record, strip=False, stop_at_failure=True, observer=None):
        """Runs one scenario and writes its end to `record`."""
        runner = self.runner
        feature = self.select(scenario)
        watcher = Watcher(record, self.scope, observer, stop_at_failure)
        runner.features = [feature]
        runner.formatters = [watcher]
        if strip:
            empty_then_bodies(runner, feature, scenario)
        unexpected, failed = None, False
        try:
            failed = runner.run_model()
        except StepFailed:
            pass
        except BaseException as error:  # SystemExit and the like end a run without a word from Behave
            unexpected = error
        end = self._end(watcher, feature, scenario, unexpected, failed)
        if observer is not None:
            end["observation"] = observer.finish()
        return end

    def _end(self, watcher, feature, scenario, unexpected, failed):
        begun = watcher.record.steps > 0
        if watcher.failure is not None:
            end = dict(watcher.failure)
        elif unexpected is not None:
            _, described = classify.describe(unexpected, unexpected.__traceback__, self.scope)
            detail = "out-of-memory" if isinstance(unexpected, MemoryError) else "crash"
            end = {"outcome": "execution-failure" if begun else "build-failure", "detail": detail,
                   "failed_step": watcher.last, "exception": described}
        else:
            end = self._quiet_end(watcher, feature, scenario, begun, failed)
        end["step_begun"] = begun
        return end

    def _quiet_end(self, watcher, feature, scenario, begun, failed):
        """No step failed. Hooks and clean-ups may have; a scenario may have been skipped or be empty.

        `failed` is Behave's own word for the whole run: there is no pass against it.
        """
        chosen = chosen_scenarios(feature, scenario)
        statuses = [item.status.name for item in chosen]
        hook = self.runner.hook_failures > 0 or any(
            getattr(item, "hook_failed", False) for item in [feature] + chosen)
        if hook:
            if not begun and self.runner.aborted:
                return {"outcome": "build-failure", "detail": "hook", "note": self._hook_words(feature, chosen)}
            return {"outcome": "execution-failure", "detail": "hook", "failed_step": watcher.last,
                    "note": self._hook_words(feature, chosen)}
        if failed and self.runner.context._root.get("cleanup_errors", 0) > 0:
            return {"outcome": "execution-failure", "detail": "cleanup", "failed_step": watcher.last}
        if self.runner.aborted:
            return {"outcome": "execution-failure", "detail": "crash", "failed_step": watcher.last,
                    "note": "the run was aborted"}
        if statuses and all(status == "passed" for status in statuses) and watcher.passed:
            if failed:
                return {"outcome": "execution-failure", "failed_step": watcher.last,
                        "note": "Behave calls the run failed, though every step passed"}
            return {"outcome": "pass"}
        if "skipped" in statuses and begun:
            return {"outcome": "binding-failure", "detail": "skipped"}
        detail = "skipped" if any(item.all_steps_list for item in map(_Steps, chosen)) else "nothing-run"
        return {"outcome": "binding-failure", "detail": detail}

    def _hook_words(self, feature, chosen):
        for item in chosen + [feature]:
            words = getattr(item, "error_message", None)
            if words:
                return str(words)[:classify.MESSAGE_LIMIT]
        return "a hook failed"


class _Steps(object):
    def __init__(self, scenario):
        self.all_steps_list = list(scenario.all_steps)


def keep_only(entity, scenario):
    """Leaves one scenario or outline in a feature that was parsed ahead, and says whether it is there.

    Behave itself marks all others as skipped and then walks over them, which costs more than most scenarios do.
    As in Behave, what is tagged @setup or @teardown runs in any case. Only for a fork: nothing is put back.
    """
    kept = []
    for item in list(getattr(entity, "run_items", None) or entity.scenarios):
        if type(item).__name__ == "Rule":
            if keep_only(item, scenario):
                kept.append(item)
        elif item.line == scenario["line"] or "setup" in item.tags or "teardown" in item.tags:
            kept.append(item)
            if item.line == scenario["line"] and scenario.get("rows"):
                for row in item.scenarios:
                    if row.line not in scenario["rows"]:
                        row.mark_skipped()
    entity.scenarios = [item for item in kept if type(item).__name__ != "Rule"]
    if hasattr(entity, "run_items"):
        entity.run_items = kept
        entity.rules = [item for item in kept if type(item).__name__ == "Rule"]
    return bool(kept)


def selected_lines(scenario):
    """Lines of the example rows, or the scenario's own."""
    return scenario.get("rows") or [scenario["line"]]


def chosen_scenarios(feature, scenario):
    lines = set(selected_lines(scenario))
    return [item for item in feature.walk_scenarios() if item.line in lines]


def empty_then_bodies(runner, feature, scenario):
    """Empties the step definitions that the scenario's Then steps bind to, wherever else they are used."""
    registry = runner.step_registry or _registry()
    emptied = set()
    for item in chosen_scenarios(feature, scenario):
        for step in item.all_steps:
            if step.step_type == "then":
                match = registry.find_match(step)
                if match is not None and match.func is not None:
                    emptied.add(match.func)

    def nothing(_context, *_args, **_kwargs):
        return None

    for matchers in registry.steps.values():
        for matcher in matchers:
            if matcher.func in emptied:
                matcher.func = nothing


def _registry():
    """The registry that step decorators write to and the runner reads from."""
    return the_step_registry


def load_failure(error, scope):
    """What it means that loading raised `error`."""
    _, described = classify.describe(error, error.__traceback__, scope)
    outcome, detail = "build-failure", "load"
    if type(error).__name__ == "AmbiguousStep" and type(error).__module__.startswith("behave."):
        outcome, detail = "binding-failure", "ambiguous"
    elif isinstance(error, SyntaxError):
        detail = "syntax"
    elif isinstance(error, gherkin.ParserError):
        detail = "syntax"
    elif isinstance(error, MemoryError):
        detail = "out-of-memory"
    return {"outcome": outcome, "detail": detail, "exception": described, "step_begun": False,
            "note": "%s: %s" % (described["class"], described["message"])}


def discover(scope, features):
    """Scenarios and outlines with their effective steps, and what does not bind."""
    found, unparsable = [], []
    for path in features:
        try:
            feature = gherkin.parse_file(os.path.abspath(path), language=None)
        except Exception as error:  # the parser's own words go to the user
            unparsable.append([path, "%s: %s" % (type(error).__name__, error)])
            continue
        if feature is None:
            continue
        for item in _scenarios_of(feature):
            found.append(_describe_scenario(path, feature, item))
    load_error = None
    config = Configuration(command_args=features[:1])
    by_base = {}
    for entry in found:
        by_base.setdefault(base_folder(config, entry["feature"]), []).append(entry)
    # An example in the documentation, say: Behave itself cannot run it.
    stray = sorted(set(entry["feature"] for entry in by_base.pop(None, ())))
    unparsable.extend([path, "Behave finds no step definitions for it"] for path in stray)
    found = [entry for entry in found if entry["feature"] not in stray]
    for base in sorted(by_base, key=str):
        unbound, failure = _bind(scope, by_base[base])
        load_error = load_error or failure
        for entry, (words, binds) in zip(by_base[base], unbound or ()):
            entry["unbound"] = words
            entry["binds"] = binds
    for entry in found:
        entry.pop("model")
    return {"scenarios": found, "unparsable": unparsable, "load_error": load_error}


def _bind(scope, entries):
    """What does not bind in each entry, or why their step definitions do not load.

    In a fork: the registry is one of a process, and folders of step definitions must not meet in it.
    """
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            try:
                Project(scope).load(entries[0]["feature"])
                answer = [[_bindings(_registry(), entry["model"]) for entry in entries], None]
            except BaseException as error:
                answer = [None, load_failure(error, scope)]
            wire.write_all(writer, json.dumps(answer).encode("utf-8", "backslashreplace"))
        finally:
            os._exit(0)
    os.close(writer)
    text = b""
    while True:
        part = os.read(reader, 65536)
        if not part:
            break
        text += part
    os.close(reader)
    os.waitpid(pid, 0)
    return tuple(json.loads(text.decode("utf-8"))) if text else (None, {"note": "the process ended while loading"})


def _scenarios_of(feature):
    """Scenarios and outlines in file order, those inside rules included."""
    items = getattr(feature, "run_items", None) or feature.scenarios
    for item in items:
        if type(item).__name__ == "Rule":
            for inner in item.scenarios:
                yield inner
        elif type(item).__name__ in ("Scenario", "ScenarioOutline"):
            yield item


def _describe_scenario(path, feature, item):
    outline = _is_outline(item)
    rows = list(item.scenarios) if outline else []
    steps = [_effective_step(step, True) for step in (item.background_steps or [])]
    steps += [_effective_step(step, False) for step in item.steps]
    return {
        "feature": path, "line": item.line, "outline": outline,
        "rows": [row.line for row in rows],
        "feature_name": feature.name, "name": item.name,
        "tags": sorted(set(str(tag) for tag in list(feature.tags) + list(item.tags))),
        "steps": steps, "unbound": None,
        "model": rows if outline else [item],
    }


def _effective_step(step, background):
    return {"keyword": step.keyword, "kind": step.step_type, "text": step.name, "line": step.line,
            "background": background}


def _bindings(registry, scenarios):
    """The words of the first step that binds to nothing; and all step definitions that steps bind to, by place."""
    unbound, binds = None, set()
    for scenario in scenarios:
        for step in scenario.all_steps:
            match = registry.find_match(step)
            if match is None:
                unbound = unbound or "%s %s" % (step.keyword, step.name)
            else:
                binds.add(str(match.location))
    return unbound, sorted(binds)


def version():
    import behave
    try:
        return behave.__version__
    except AttributeError:
        from behave.version import VERSION
        return VERSION


def interpreter():
    return ".".join(str(part) for part in sys.version_info[:3])


#: What installs packages comes with the interpreter and takes no part in a run.
_INSTALLERS = ("pip", "setuptools", "wheel")


def fingerprint():
    """Versions of the interpreter and of everything that is installed beside the project."""
    from importlib.metadata import distributions
    installed = ((item.metadata["Name"], item.version) for item in distributions())
    packages = sorted("%s==%s" % found for found in installed if found[0] not in _INSTALLERS)
    return {"python": interpreter(), "behave": version(), "packages": " ".join(packages),
            "implementation": sys.implementation.cache_tag}
