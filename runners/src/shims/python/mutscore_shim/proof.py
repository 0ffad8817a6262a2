"""Proof that replaced bytes were really loaded.

The worst fault of a mutation tool is a mutant that never ran and so "survived". Import compiles a file's
bytes through `SourceLoader.source_to_code`; this module looks at them there.
"""

import importlib._bootstrap_external as _external
import os


class LoadProof(object):
    """Watches whether the bytes compiled for each replaced file are the replacement's."""

    def __init__(self, files):
        self._wanted = dict((os.path.normpath(path), data) for path, data in files.items())
        self._seen = {}
        original = _external.SourceLoader.source_to_code

        def source_to_code(loader, data, path, *args, **kwargs):
            name = os.path.normpath(os.path.abspath(str(path)))
            wanted = self._wanted.get(name)
            if wanted is not None:
                self._seen[name] = self._seen.get(name, True) and bytes(data) == wanted
            return original(loader, data, path, *args, **kwargs)

        _external.SourceLoader.source_to_code = source_to_code

    def holds(self):
        """Whether every replaced file was compiled, and never with other bytes."""
        return all(self._seen.get(name, False) for name in self._wanted)


class LoadCount(object):
    """Counts how often each file is loaded by import, for as long as it is installed."""

    def __init__(self):
        self.counts = {}
        self._original = _external.SourceLoader.get_code

    def __enter__(self):
        original, counts = self._original, self.counts

        def get_code(loader, fullname):
            path = os.path.normpath(os.path.abspath(loader.get_filename(fullname)))
            counts[path] = counts.get(path, 0) + 1
            return original(loader, fullname)

        _external.SourceLoader.get_code = get_code
        return self

    def __exit__(self, *_):
        _external.SourceLoader.get_code = self._original
