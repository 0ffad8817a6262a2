"""Hot swap: put a mutated function's code in place of the original's, where that equals loading the mutated file.

It does if: the edit lies inside the body of one outermost function (so decorators, defaults, parameters and name
are untouched); that function did not run while the project was loaded; exactly one live function object holds
its code and nothing else does; the file was loaded once, by import. Then loading the mutated file would have
run exactly as loading the original did. Anything else is refused, and the mutated file is loaded instead.
"""

import __future__
import ast
import datetime
import gc
import linecache
import os
import sys
import time
import types

from mutscore_shim import proof

_FUTURE = 0
for _name in __future__.all_feature_names:
    _FUTURE |= getattr(__future__, _name).compiler_flag


class Refused(Exception):
    """The conditions of a hot swap do not hold; the message says which."""


_STANDARD = os.path.dirname(os.__file__) + "/"
_MOMENT = set(getattr(module, name) for module, names in (
    (time, ("time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns", "process_time",
            "process_time_ns", "localtime", "gmtime", "ctime", "strftime")),
    (os, ("getpid", "getppid", "times"))) for name in names)


def _tells_the_moment(function):
    """Whether a built-in function tells the time or the process: what is kept of it is stale in a fork."""
    try:
        if function in _MOMENT:
            return True
    except TypeError:  # not hashable
        return False
    owner = getattr(function, "__self__", None)
    return isinstance(owner, type) and issubclass(owner, datetime.date) \
        and getattr(function, "__name__", None) in ("now", "utcnow", "today")


class CallsDuringLoad(object):
    """Remembers what ran while it is installed: production code, loads of files, and reads of what a fork changes.

    `displaced` tells that project code put a profiler of its own in place, so that nothing is known.
    """

    def __init__(self, scope):
        self._scope = scope
        self.ran = set()
        self.displaced = False
        self.moment = None
        self._loads = proof.LoadCount()

    def __enter__(self):
        import threading
        self._loads.__enter__()
        threading.setprofile(self._profile)
        sys.setprofile(self._profile)
        return self

    def _profile(self, frame, event, arg):
        if event == "call":
            code = frame.f_code
            if self._scope.relative(code.co_filename) in self._scope.production:
                self.ran.add((code.co_filename, code.co_firstlineno, code.co_name))
        elif event == "c_call" and self.moment is None and _tells_the_moment(arg) and self._is_project(frame):
            self.moment = getattr(arg, "__name__", "?")

    def _is_project(self, frame):
        """Whether project code asked, itself or through a library.

        What a library does when it is imported is its own affair, and so is what the standard library needs for
        itself (names of temporary files, log records).
        """
        asks = frame.f_code.co_filename
        if asks.startswith(_STANDARD) and "-packages/" not in asks:
            return False
        while frame is not None:
            name = frame.f_code.co_filename
            if self._scope.relative(name) is not None:
                return True
            if name.startswith("<frozen importlib"):
                return False
            frame = frame.f_back
        return False

    def __exit__(self, *_):
        import threading
        self.displaced = sys.getprofile() != self._profile
        sys.setprofile(None)
        threading.setprofile(None)
        self._loads.__exit__()

    def load_count(self, path):
        return self._loads.counts.get(path, 0)


class _Function(object):
    """An outermost function of a file: where it stands, and what else its compilation depends on."""

    __slots__ = ("name", "first", "start", "body", "end", "headers", "nested_in", "imports")

    def __init__(self, name, first, start, body, end, headers, nested_in, imports):
        self.name = name
        self.first = first          # 1-based line that its code object names
        self.start = start          # byte offset of the line of its first decorator or `def`
        self.body = body            # byte offset of its first statement
        self.end = end              # byte offset behind its last statement
        self.headers = headers      # byte ranges of the enclosing class headers
        self.nested_in = nested_in  # their names
        self.imports = imports      # byte ranges of the module's imports: CPython compiles `name.attribute(...)`
                                    # in another way where `name` is imported


def _functions(source):
    starts = [0]
    for line in source.splitlines(True):
        starts.append(starts[-1] + len(line))

    def offset(line, column):
        return starts[line - 1] + column

    found = []
    tree = ast.parse(source)
    imports = sorted((offset(node.lineno, node.col_offset), offset(node.end_lineno, node.end_col_offset))
                     for node in _module_imports(tree.body))

    def walk(body, headers, names):
        for node in body:
            if isinstance(node, ast.ClassDef):
                first = starts[node.lineno - 1]
                until = starts[_first_line(node.body[0]) - 1]
                if until > first:
                    walk(node.body, headers + [(first, until)], names + [node.name])
            elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                line = _first_line(node)
                inner = node.body[0]
                found.append(_Function(
                    node.name, line, starts[line - 1], offset(inner.lineno, inner.col_offset),
                    offset(node.end_lineno, node.end_col_offset), headers, names, imports))

    walk(tree.body, [], [])
    return found


def _module_imports(body):
    """Import statements of the module's own scope, those under `if` and `try` included."""
    for node in body:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield node
        elif not isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            for part in ("body", "orelse", "finalbody"):
                for inner in _module_imports(getattr(node, part, None) or ()):
                    yield inner
            for handler in getattr(node, "handlers", ()):
                for inner in _module_imports(handler.body):
                    yield inner


def _first_line(node):
    return min([node.lineno] + [d.lineno for d in getattr(node, "decorator_list", ())])


def _blank(source):
    """Newlines kept, the rest gone: what stands behind keeps its line."""
    return b"\n" * source.count(b"\n")


class Swapper(object):
    """Knows the live functions of a loaded project, and swaps one."""

    def __init__(self, scope, during_load):
        self._scope = scope
        self._load = during_load
        self._live = {}
        self._files = {}
        # Read now, while the view shows the originals.
        self._sources = {}
        for path in scope.production:
            if during_load.load_count(os.path.normpath(scope.root + path)):
                with open(scope.root + path, "rb") as file:
                    self._sources[path] = file.read()
        for item in gc.get_objects():
            if type(item) is types.FunctionType:
                name = item.__code__.co_filename
                if scope.relative(name) in scope.production:
                    self._live.setdefault((scope.relative(name), item.__code__.co_firstlineno, item.__code__.co_name), []).append(item)

    def index(self, path):
        """Finds a file's functions; done once a file, before forking."""
        if path not in self._files:
            source = self._sources.get(path, b"")
            try:
                self._files[path] = (source, _functions(source))
            except (SyntaxError, ValueError):
                self._files[path] = (source, [])
        return self._files[path]

    def swap(self, path, mutated, original_span, mutated_span):
        """Replaces the function that holds the edit. Raises `Refused` and changes nothing if it may not."""
        if self._load.displaced:
            raise Refused("loading the project replaces the profiler")
        source, functions = self.index(path)
        if source[:3] == b"\xef\xbb\xbf" or b"coding" in b"".join(source.splitlines(True)[:2]):
            raise Refused("the file declares an encoding")
        if b"\r" in source:
            raise Refused("the file has other line ends than LF")
        start, end = original_span
        holder = [f for f in functions if f.body <= start and end <= f.end]
        if len(holder) != 1:
            raise Refused("the edit is not inside one outermost function")
        function = holder[0]
        shift = len(mutated) - len(source)
        if mutated_span[1] - mutated_span[0] != (end - start) + shift or mutated[:start] != source[:start] \
                or mutated[mutated_span[1]:] != source[end:]:
            raise Refused("the file differs outside of the edit")
        live = self._one_live(path, function)
        flags = live.__code__.co_flags & _FUTURE
        before = _compile(source, function, function.end, live.__code__, flags)
        if before != live.__code__:
            raise Refused("the loaded code is not the file's")
        after = _compile(mutated, function, function.end + shift, live.__code__, flags)
        if after.co_freevars != live.__code__.co_freevars:
            raise Refused("the edit changes what the function closes over")
        # Both are read when a function is made: by `__doc__`, and by decorators that ask what they wrap.
        if after.co_flags != before.co_flags or _docstring(after) != _docstring(before):
            raise Refused("the edit changes the docstring or the kind of the function")
        live.__code__ = after

    def _one_live(self, path, function):
        key = (path, function.first, function.name)
        live = self._live.get(key, ())
        if len(live) != 1:
            raise Refused("%d live functions hold this code" % len(live))
        live = live[0]
        code = live.__code__
        if (code.co_filename, code.co_firstlineno, code.co_name) in self._load.ran:
            raise Refused("the function ran while the project was loaded")
        absolute = os.path.normpath(self._scope.root + path)
        if code.co_filename in linecache.cache:
            raise Refused("the file's text was read while the project was loaded")
        if self._load.load_count(absolute) != 1:
            raise Refused("the file was loaded %d times by import" % self._load.load_count(absolute))
        # The function itself, the local name and the argument: three references.
        if sys.getrefcount(code) > 3:
            raise Refused("something else holds the function's code")
        return live


def _docstring(code):
    """The text that `__doc__` is made from."""
    first = code.co_consts[0] if code.co_consts else None
    return first if isinstance(first, str) else None


def _compile(source, function, end, like, flags):
    """Code of one function: the file is blanked but for it, the class headers around it and the imports."""
    shift = end - function.end
    kept = list(function.headers) + [(function.start, end)]
    for first, until in function.imports:
        kept.append((first, until) if until <= function.start else (first + shift, until + shift))
    parts, at = [], 0
    for first, until in sorted(kept):
        # Blanked text leaves its newlines, so that every line stays; an import may move to the left.
        parts.append(_blank(source[at:first]))
        parts.append(source[first:until])
        at = until
    parts.append(b"\n")
    try:
        code = compile(b"".join(parts), like.co_filename, "exec", flags=flags, dont_inherit=True)
    except (SyntaxError, ValueError):
        raise Refused("the function does not compile by itself")
    for name in function.nested_in:
        code = _child(code, name, None)
    return _child(code, function.name, function.first)


def _child(code, name, line):
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType) and constant.co_name == name \
                and (line is None or constant.co_firstlineno == line):
            return constant
    raise Refused("the function was not found in its own text")
