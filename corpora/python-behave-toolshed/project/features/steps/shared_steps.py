from behave import then
from support.checks import refused


@then('it is refused as "{code}" because "{words}"')
def step_refused(context, code, words):
    refused(context, code, words)


@then("it is accepted")
def step_accepted(context):
    if context.error is not None:
        raise Exception("refused: {}".format(context.error))
