import io
import shlex
import subprocess
import sys

from behave import then, when
from support.checks import equal

from toolshed.__main__ import main


@when('"toolshed {arguments}" is run as a process')
def step_process(context, arguments):
    command = [sys.executable, "-m", "toolshed"] + shlex.split(arguments)
    context.process = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True, timeout=60
    )


@then('it ends with {code:d} and prints "{text}"')
def step_prints(context, code, text):
    equal(context.process.returncode, code, "exit code")
    equal(context.process.stdout.strip(), text)
    equal(context.process.stderr, "")


@then('it ends with {code:d} and complains "{text}"')
def step_complains(context, code, text):
    equal(context.process.returncode, code, "exit code")
    assert context.process.stderr.startswith(text), context.process.stderr
    equal(context.process.stdout, "")


@when('the command "{command}" is run')
def step_run(context, command):
    context.out = io.StringIO()
    context.code = main(shlex.split(command), context.out)


@then("it ends with {code:d}")
def step_ends(context, code):
    equal(context.code, code, "exit code")


@then('its output contains "{text}"')
def step_output(context, text):
    output = context.out.getvalue()
    if text == "nothing":
        assert output == "", output
    else:
        assert text in output, output
