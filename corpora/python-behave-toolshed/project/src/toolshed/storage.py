"""Snapshots of the depot as JSON files, with versions and backups."""

import json
import os
import tempfile

from .catalogue import Catalogue, Tool
from .decorators import retrying
from .errors import FormatError
from .ledger import Ledger
from .members import Plan, Register
from .money import Money
from .opening import parse_date
from .tags import parse_tag

VERSION = 3
KEEP = 2


def _upgrade_1(data):
    """Version 1 kept values as text in euros."""
    for tool in data.get("tools", []):
        tool["value"] = Money.parse(tool["value"]).cents
    return data


def _upgrade_2(data):
    """Version 2 had no grades."""
    for tool in data.get("tools", []):
        tool.setdefault("grade", "A")
    return data


UPGRADES = {1: _upgrade_1, 2: _upgrade_2}


def dump(catalogue, register, ledger):
    return {
        "version": VERSION,
        "tools": [
            {"tag": str(t.tag), "name": t.name, "value": t.value.cents, "grade": t.grade}
            for t in catalogue
        ],
        "members": [
            {
                "name": m.name,
                "email": m.email,
                "born": m.born.isoformat(),
                "plan": m.plan.key,
                "state": m.state,
                "joined": m.joined.isoformat() if m.joined else None,
            }
            for m in register
        ],
        "entries": [
            [e.day.isoformat(), e.card, e.kind, e.amount.cents, e.memo]
            for m in register
            for e in ledger.of(m.card)
        ],
    }


def upgrade(data):
    version = data.get("version")
    if not isinstance(version, int) or version < 1:
        raise FormatError("snapshot has no version")
    if version > VERSION:
        raise FormatError("snapshot is of version {}, newer than {}".format(version, VERSION))
    while version < VERSION:
        data = UPGRADES[version](data)
        version += 1
        data["version"] = version
    return data


def restore(data):
    data = upgrade(data)
    catalogue = Catalogue()
    for row in data["tools"]:
        tag = parse_tag(row["tag"])
        catalogue.add(Tool(tag, row["name"], Money(row["value"]), row["grade"]))
    register = Register()
    for row in data["members"]:
        joined = parse_date(row["joined"]) if row["joined"] else None
        born = parse_date(row["born"])
        member = register.apply(row["name"], row["email"], born, joined or parse_date("9999-01-01"))
        member.plan = Plan.named(row["plan"])
        member.state = row["state"]
        member.joined = joined
    ledger = Ledger()
    for day, card, kind, cents, memo in sorted(data["entries"], key=lambda entry: entry[0]):
        ledger.post(parse_date(day), card, kind, Money(cents), memo)
    return catalogue, register, ledger


def _rotate(path):
    """path → path.1 → path.2, the oldest is dropped."""
    for number in range(KEEP, 0, -1):
        older = "{}.{}".format(path, number)
        newer = path if number == 1 else "{}.{}".format(path, number - 1)
        if os.path.exists(newer):
            os.replace(newer, older)


@retrying(3, (PermissionError,))
def save(path, data):
    """Write beside the target, then swap: a reader never sees half a file."""
    text = json.dumps(data, indent=1, sort_keys=True, ensure_ascii=False)
    folder = os.path.dirname(os.path.abspath(path))
    handle, temporary = tempfile.mkstemp(dir=folder, suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text + "\n")
        _rotate(path)
        os.replace(temporary, path)
    except BaseException:
        if os.path.exists(temporary):
            os.unlink(temporary)
        raise
    return len(text) + 1


def load(path):
    with open(path, encoding="utf-8") as stream:
        try:
            data = json.load(stream)
        except ValueError as error:
            raise FormatError("{}: {}".format(os.path.basename(path), error)) from None
    if not isinstance(data, dict):
        raise FormatError("{}: not a snapshot".format(os.path.basename(path)))
    return restore(data)
