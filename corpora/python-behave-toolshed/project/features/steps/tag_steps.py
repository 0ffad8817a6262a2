from behave import then, when
from support.checks import attempt, equal

from toolshed.tags import check_letter, parse_tag


@when('the tag "{typed}" is read')
def step_read_tag(context, typed):
    attempt(context, lambda: parse_tag(typed))


@then('the tag is "{tag}" of the section "{section}"')
def step_tag_is(context, tag, section):
    assert str(context.result) == tag, context.result
    assert context.result.section_name == section
    assert context.error is None


@then("the reader remembered {count:d} time")
def step_remembered(context, count):
    assert parse_tag.hits == count
    assert parse_tag.__name__ == "parse_tag"


@then('the tag after "{typed}" has the serial {serial:d}')
def step_next(context, typed, serial):
    following = parse_tag(typed).next()
    assert following.serial == serial
    assert following > parse_tag(typed)


@then("the check letters of {section:w} {first:d} to {section2:w} {last:d} are all different")
def step_letters(context, section, first, section2, last):
    letters = [check_letter(section, serial) for serial in range(first, last + 1)]
    assert len(set(letters)) == len(letters), letters
