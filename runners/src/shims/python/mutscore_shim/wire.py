"""Frames between the engine and a shim process.

A frame is a little-endian u32 with the length of a JSON text, the text, and then the raw blobs whose lengths
the text lists under "blobs". One socket has one reader at a time: a process that forks a server for a while
does not read until that server has ended.
"""

import json
import os
import struct


class Closed(Exception):
    """The engine is gone."""


def _read(fd, size):
    parts = []
    while size:
        part = os.read(fd, min(size, 1 << 20))
        if not part:
            raise Closed()
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def receive(fd):
    """The next frame: the decoded header and the list of its blobs."""
    (length,) = struct.unpack("<I", _read(fd, 4))
    header = json.loads(_read(fd, length).decode("utf-8"))
    return header, [_read(fd, size) for size in header.get("blobs", ())]


def write_all(fd, data):
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view):]


def send(fd, header):
    """Sends a frame without blobs; the engine needs none back."""
    text = json.dumps(header).encode("utf-8", "backslashreplace")
    write_all(fd, struct.pack("<I", len(text)) + text)
