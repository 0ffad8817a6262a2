"""Builds the depot that most scenarios start from, out of the files in features/data."""

import datetime as dt
import json
import os

from toolshed.catalogue import Catalogue, import_csv
from toolshed.loans import Desk
from toolshed.members import Register
from toolshed.opening import parse_date
from toolshed.settings import load_settings

DATA = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "data")
TODAY = dt.date(2024, 6, 4)  # a Tuesday


def data_path(name):
    return os.path.join(DATA, name)


def data_text(name):
    with open(data_path(name), encoding="utf-8") as handle:
        return handle.read()


def build_catalogue(name="tools.csv"):
    catalogue = Catalogue()
    result = import_csv(catalogue, data_text(name))
    assert result.ok, result.problems
    return catalogue


def build_register(today=TODAY):
    register = Register()
    for row in json.loads(data_text("members.json")):
        member = register.apply(
            row["name"], row["email"], parse_date(row["born"]), today, row["plan"]
        )
        member.fire("approve", today)
    return register


def build_desk(settings="riverside.ini", catalogue="tools.csv"):
    return Desk(load_settings(data_path(settings)), build_catalogue(catalogue), build_register())


def find_tool(desk, name):
    for tool in desk.catalogue:
        if tool.name == name:
            return tool
    raise LookupError("no tool called {!r} in the test catalogue".format(name))


def find_member(desk, first_name):
    for member in desk.register:
        if member.name.split()[0] == first_name:
            return member
    raise LookupError("nobody called {!r} in the test register".format(first_name))
