from behave import given, then, when
from support import builders
from support.checks import attempt, equal

from toolshed.catalogue import Catalogue, import_csv
from toolshed.errors import ValidationError


@given("an empty catalogue")
def step_empty(context):
    context.catalogue = Catalogue()


@when('the file "{name}" is imported')
def step_import_file(context, name):
    context.result = import_csv(context.catalogue, builders.data_text(name))


@when("this text is imported")
def step_import_text(context):
    attempt(context, lambda: import_csv(context.catalogue, context.text))


@when("this text is imported strictly")
def step_import_strict(context):
    attempt(context, lambda: import_csv(context.catalogue, context.text, strict=True))


@then("{count:d} tools were added and nothing went wrong")
def step_added_all(context, count):
    assert context.result.ok, context.result.problems
    assert context.result.added == count
    assert len(context.catalogue) == count


@then("{count:d} tools were added")
def step_added(context, count):
    assert not context.result.ok
    assert context.result.added == count
    assert len(context.catalogue) == count


@then("the catalogue is worth {amount:Money}")
def step_worth(context, amount):
    equal(context.catalogue.total_value(), amount)


@then("the tools in it are")
def step_tools(context):
    seen = [[str(tool.tag), tool.name, tool.grade] for tool in context.catalogue]
    equal(seen, [list(row.cells) for row in context.table], "tools")


@then("these problems were reported")
def step_problems(context):
    wanted = [(int(row["line"]), row["problem"]) for row in context.table]
    equal(context.result.problems, wanted, "problems")


@then("the catalogue holds {count:d} tool")
def step_holds(context, count):
    assert len(context.catalogue) == count
    assert context.error.line == 3


@when('"{query}" is searched')
def step_search(context, query):
    context.finds = context.desk.catalogue.search(query)


@when('"{query}" is searched in section "{section}"')
def step_search_section(context, query, section):
    context.finds = context.desk.catalogue.search(query, section=section)


@when('"{query}" is searched for at most {limit:d} tool')
def step_search_limit(context, query, limit):
    context.finds = context.desk.catalogue.search(query, limit=limit)


@then('the finds are "{names}"')
def step_finds(context, names):
    wanted = [] if names == "nothing" else split_names(names)
    equal([tool.name for tool in context.finds], wanted, "finds")


def split_names(text):
    if text.startswith("Laser level"):  # the one name with a comma in it
        return [text]
    return text.split(", ")


@then("a search for at most {limit:d} tools is refused")
def step_search_refused(context, limit):
    try:
        context.desk.catalogue.search("drill", limit=limit)
    except ValidationError as error:
        assert error.field == "limit"
    else:
        assert False, "a limit of {} was accepted".format(limit)


@then("there is at least one find")
def step_some(context):
    assert context.finds
