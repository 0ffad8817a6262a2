"""Executed production lines, and production methods that test code calls directly.

Lines come from `sys.monitoring` where Python has it (3.12 on), else from coverage.py, else from a plain trace
function; all three see the raw line events, and a test compares them. Load-time lines are kept apart.
"""

import ast
import sys
import threading


class _Monitoring(object):
    """`sys.monitoring`: each location reports once and then costs nothing."""

    name = "sys.monitoring"

    def __init__(self, scope):
        self._scope = scope
        self._lines = {}
        self._tool = None

    def start(self):
        monitoring = sys.monitoring
        for tool in (monitoring.COVERAGE_ID, 3, 4):
            if monitoring.get_tool(tool) is None:
                self._tool = tool
                break
        else:
            raise RuntimeError("every sys.monitoring tool id is taken")
        monitoring.use_tool_id(self._tool, "mutscore")
        monitoring.register_callback(self._tool, monitoring.events.LINE, self._line)
        monitoring.set_events(self._tool, monitoring.events.LINE)

    def _line(self, code, line):
        relative = self._scope.relative(code.co_filename)
        if relative in self._scope.production:
            self._lines.setdefault(relative, set()).add(line)
        return sys.monitoring.DISABLE

    def take(self):
        lines, self._lines = self._lines, {}
        sys.monitoring.restart_events()
        return lines

    def stop(self):
        sys.monitoring.set_events(self._tool, 0)
        sys.monitoring.free_tool_id(self._tool)


class _CoveragePy(object):
    """coverage.py with its C tracer; data stay in memory, no configuration file is read."""

    name = "coverage.py"

    def __init__(self, scope):
        import coverage
        self._scope = scope
        self._coverage = coverage.Coverage(
            data_file=None, config_file=False, messages=False, check_preimported=False,
            include=[scope.root + path for path in scope.production])

    def start(self):
        self._coverage.start()

    def take(self):
        self._coverage.stop()
        data = self._coverage.get_data()
        lines = {}
        for name in data.measured_files():
            relative = self._scope.relative(name)
            if relative in self._scope.production:
                lines[relative] = set(data.lines(name) or ())
        self._coverage.erase()
        self._coverage.start()
        return lines

    def stop(self):
        self._coverage.stop()


class _Trace(object):
    """A plain trace function: slow, but there is nothing it needs."""

    name = "sys.settrace"

    def __init__(self, scope):
        self._scope = scope
        self._lines = {}

    def start(self):
        threading.settrace(self._call)
        sys.settrace(self._call)

    def _call(self, frame, event, _arg):
        relative = self._scope.relative(frame.f_code.co_filename)
        if relative not in self._scope.production:
            return None
        add = self._lines.setdefault(relative, set()).add

        def line(inner, what, _):
            if what == "line":
                add(inner.f_lineno)
            return line

        return line

    def take(self):
        # The sets are emptied in place: frames that still run hold on to their `add`.
        lines = dict((path, set(found)) for path, found in self._lines.items())
        for found in self._lines.values():
            found.clear()
        return lines

    def stop(self):
        sys.settrace(None)
        threading.settrace(None)


def line_source(scope, wanted=None):
    """The best source of line events here, or the one asked for by name."""
    if wanted in (None, _Monitoring.name) and hasattr(sys, "monitoring"):
        return _Monitoring(scope)
    if wanted in (None, _CoveragePy.name):
        try:
            return _CoveragePy(scope)
        except ImportError:
            pass
    return _Trace(scope)


def _public_names(source):
    """(first line of a function, decorators included) -> qualified name, for public functions and methods."""
    names = {}

    def walk(body, prefix):
        for node in body:
            if isinstance(node, ast.ClassDef):
                # A private class whose objects are handed out has a public face too.
                walk(node.body, prefix + node.name + ".")
            elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                dunder = node.name.startswith("__") and node.name.endswith("__")
                if dunder or not node.name.startswith("_"):
                    first = min([node.lineno] + [d.lineno for d in node.decorator_list])
                    names[first] = prefix + node.name
            elif isinstance(node, (ast.If, ast.Try)):
                walk(node.body, prefix)
                walk(node.orelse, prefix)

    walk(ast.parse(source).body, "")
    return names


_NESTED = 0x10  # the flag of code objects of functions inside functions


def _caller(frame):
    """Who called. A decorator's wrapper is passed over: it stands between, and holds the function it calls."""
    caller = frame.f_back
    while caller is not None and caller.f_code.co_flags & _NESTED \
            and any(getattr(held, "__code__", None) is frame.f_code for held in caller.f_locals.values()):
        frame, caller = caller, caller.f_back
    return caller


class Calls(object):
    """Direct calls from withheld test code into public production methods, with the kind of step they serve."""

    def __init__(self, scope, withheld):
        self._scope = scope
        self._withheld = frozenset(withheld)
        self._names = {}
        self.kind = "hook"
        self.found = {}

    def start(self):
        threading.setprofile(self._profile)
        sys.setprofile(self._profile)

    def stop(self):
        sys.setprofile(None)
        threading.setprofile(None)

    def _name_of(self, path, code):
        if path not in self._names:
            try:
                with open(self._scope.root + path, "rb") as file:
                    self._names[path] = _public_names(file.read())
            except (OSError, SyntaxError, ValueError):
                self._names[path] = {}
        return self._names[path].get(code.co_firstlineno)

    def _profile(self, frame, event, _arg):
        if event != "call" or frame.f_back is None:
            return
        code = frame.f_code
        path = self._scope.relative(code.co_filename)
        if path not in self._scope.production:
            return
        caller = _caller(frame)
        if caller is None or self._scope.relative(caller.f_code.co_filename) not in self._withheld:
            return
        if code.co_name.startswith("<"):
            return
        name = self._name_of(path, code)
        if name is not None and name.rsplit(".", 1)[-1] == code.co_name:
            self.found.setdefault("%s::%s" % (path, name), set()).add(self.kind)


class Observer(object):
    """Both observations over one cold run."""

    def __init__(self, scope, withheld, wanted=None):
        self.lines = line_source(scope, wanted)
        self.calls = Calls(scope, withheld)
        self._load = {}

    def start(self):
        self.lines.start()
        self.calls.start()

    def loaded(self):
        """The project is loaded; what follows belongs to the scenario."""
        self._load = self.lines.take()
        self.calls.found.clear()

    def finish(self):
        """Stops, and gives what was seen."""
        self.calls.stop()
        run = self.lines.take()
        self.lines.stop()

        def plain(lines):
            # CPython reports line 0 for an empty file: no line of it.
            counted = dict((path, sorted(line for line in found if line > 0)) for path, found in lines.items())
            return dict((path, found) for path, found in counted.items() if found)

        return {
            "coverage": {"run": plain(run), "load": plain(self._load)},
            "calls": dict((name, sorted(kinds)) for name, kinds in self.calls.found.items()),
        }

