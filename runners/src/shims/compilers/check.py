"""The half of the compile check that runs inside CPython.

Compiles the versions of a file that it is asked about and never runs any of them: ``compile`` executes nothing. What
it answers is a digest over the code objects without what only says where in the file something stands (line tables,
first lines, the file's name), so that two versions with equal digests run alike.

A frame is a count, then that many fields, each a length and its bytes (lengths and counts: 32 bits, little-endian).
"""

import hashlib
import os
import struct
import sys
import types
import warnings

# The standard output belongs to the protocol; whatever else is printed goes to the log.
ANSWERS = os.fdopen(os.dup(1), "wb")
os.dup2(2, 1)
QUESTIONS = sys.stdin.buffer


def receive():
    """The next frame's fields; None at the end of the conversation."""
    head = QUESTIONS.read(4)
    if len(head) < 4:
        return None
    fields = []
    for _ in range(struct.unpack("<I", head)[0]):
        (length,) = struct.unpack("<I", QUESTIONS.read(4))
        fields.append(QUESTIONS.read(length))
    return fields


def send(*fields):
    out = [struct.pack("<I", len(fields))]
    for field in fields:
        data = field if isinstance(field, bytes) else str(field).encode("utf-8", "replace")
        out += (struct.pack("<I", len(data)), data)
    ANSWERS.write(b"".join(out))
    ANSWERS.flush()


def sized(tag, data):
    return b"%s%d:%s" % (tag, len(data), data)


def code_form(code):
    """Everything of a code object that its run depends on."""
    fields = [
        code.co_argcount,
        code.co_posonlyargcount,
        code.co_kwonlyargcount,
        code.co_nlocals,
        code.co_stacksize,
        code.co_flags,
        code.co_code,
        code.co_consts,
        code.co_names,
        code.co_varnames,
        code.co_freevars,
        code.co_cellvars,
        code.co_name,
        # 3.11 and later.
        getattr(code, "co_qualname", None),
        getattr(code, "co_exceptiontable", None),
    ]
    return sized(b"C", b"".join(form(field) for field in fields))


def form(value):
    """An unambiguous writing of a constant: type and value, where `==` would take 1, 1.0 and True for equal."""
    if isinstance(value, types.CodeType):
        return code_form(value)
    kind = type(value)
    if value is None or value is Ellipsis or kind is bool:
        return sized(b"N", repr(value).encode())
    if kind is int:
        # In hexadecimal, which has no limit on the number of digits.
        return sized(b"I", b"%x" % value)
    if kind is float:
        return sized(b"F", struct.pack("<d", value))
    if kind is complex:
        return sized(b"Z", struct.pack("<dd", value.real, value.imag))
    if kind is str:
        return sized(b"S", value.encode("utf-8", "surrogatepass"))
    if kind is bytes:
        return sized(b"B", value)
    if kind is tuple:
        return sized(b"T", b"".join(form(part) for part in value))
    if kind is frozenset:
        return sized(b"R", b"".join(sorted(form(part) for part in value)))
    if kind is slice:
        return sized(b"L", b"".join(form(part) for part in (value.start, value.stop, value.step)))
    raise TypeError("a constant of the type " + kind.__name__)


def answer(source, path):
    try:
        code = compile(source, path, "exec", dont_inherit=True)
    except SyntaxError as error:
        return ("refused", error.lineno or "", error.msg)
    except ValueError as error:
        # Null bytes, before 3.12; anything else is not known to be the file's fault.
        if "null bytes" in str(error):
            return ("refused", "", error)
        return ("unknown", repr(error))
    except Exception as error:
        return ("unknown", repr(error))
    try:
        return ("form", hashlib.sha256(code_form(code)).hexdigest())
    except Exception as error:
        return ("opaque", repr(error))


def versions(original, fields):
    """The original, then each changed version: a count of edits, then start, end and text of each."""
    yield original
    at = 0
    while at < len(fields):
        count, at = int(fields[at]), at + 1
        parts, end = [], 0
        for _ in range(count):
            start, stop, text = int(fields[at]), int(fields[at + 1]), fields[at + 2]
            parts += (original[end:start], text)
            end, at = stop, at + 3
        parts.append(original[end:])
        yield b"".join(parts)


def main():
    warnings.simplefilter("ignore")
    version = "%s %d.%d.%d" % ((sys.implementation.name,) + sys.version_info[:3])
    while True:
        question = receive()
        if question is None:
            return
        if question[0] == b"hello":
            send("hello", version)
        else:
            path = question[1].decode("utf-8", "surrogateescape")
            for source in versions(question[2], question[3:]):
                send(*answer(source, path))


main()
