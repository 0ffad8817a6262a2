"""Hooks: one HTTP service for the whole run, a fresh depot for each scenario."""

import shutil
import tempfile

from behave import fixture, use_fixture
from behave.fixture import use_fixture_by_tag
from support import builders, parameter_types  # noqa: F401  (registers the types)
from support.client import Client

from toolshed.decorators import forget_all
from toolshed.server import Service


@fixture
def temp_folder(context):
    context.folder = tempfile.mkdtemp(prefix="toolshed-")
    yield context.folder
    shutil.rmtree(context.folder)


FIXTURES = {"fixture.temp_folder": temp_folder}


def before_all(context):
    userdata = context.config.userdata
    context.settings_file = userdata.get("settings", "riverside.ini")
    context.catalogue_file = userdata.get("catalogue", "tools.csv")
    context.service = Service(builders.build_desk(context.settings_file)).start()


def after_all(context):
    context.service.stop()


def before_tag(context, tag):
    if tag.startswith("fixture."):
        use_fixture_by_tag(tag, context, FIXTURES)


def before_scenario(context, scenario):
    forget_all()
    context.error = None
    context.result = None
    context.today = builders.TODAY
    context.desk = builders.build_desk(context.settings_file, context.catalogue_file)
    if "http" in scenario.effective_tags:
        context.service.desk = context.desk
        context.served_before = context.service.served
        context.client = Client(context.service.url)


def after_scenario(context, scenario):
    context.desk = None
