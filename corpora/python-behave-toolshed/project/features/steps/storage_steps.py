import json
import os

from behave import given, then, when
from support import builders
from support.checks import attempt, equal

from toolshed import storage


@given('{amount:Money} was charged to {who:w} for "{memo}"')
def step_charged(context, amount, who, memo):
    card = builders.find_member(context.desk, who).card
    context.desk.ledger.post(context.today, card, "charge", amount, memo)


@given("{who:w} is suspended")
def step_suspend(context, who):
    builders.find_member(context.desk, who).fire("suspend", context.today)


@when("the depot is saved in the temporary folder and loaded again")
def step_round_trip(context):
    desk = context.desk
    path = os.path.join(context.folder, "depot.json")
    size = storage.save(path, storage.dump(desk.catalogue, desk.register, desk.ledger))
    equal(size, len(open(path, encoding="utf-8").read()), "size")
    context.loaded = storage.load(path)


@then("the tools are the same")
def step_tools(context):
    equal(list(context.loaded[0]), list(context.desk.catalogue), "tools")


@then("the members are the same, with {who:w} suspended")
def step_members(context, who):
    loaded = context.loaded[1]
    for before, after in zip(context.desk.register, loaded):
        for field in ("card", "name", "email", "born", "plan", "state", "joined"):
            equal(getattr(after, field), getattr(before, field), field)
    equal(len(loaded), 3)
    equal([m.name.split()[0] for m in loaded if m.state == "suspended"], [who])


@then("the account of {who:w} stands at {amount:Money}")
def step_account(context, who, amount):
    card = builders.find_member(context.desk, who).card
    equal(context.loaded[2].balance(card), amount)
    equal([entry.memo for entry in context.loaded[2].of(card)], ["dues"])


@then("no half-written file is left")
def step_no_parts(context):
    equal(os.listdir(context.folder), ["depot.json"])


@given('the folder "{folder}" holds no snapshots')
def step_no_snapshots(context, folder):
    os.makedirs(folder, exist_ok=True)
    for name in os.listdir(folder):
        if "depot" in name or name.endswith(".part"):
            os.unlink(os.path.join(folder, name))


@when('{count:d} snapshots are saved as "{path}"')
def step_save_many(context, count, path):
    context.path = path
    for number in range(1, count + 1):
        storage.save(path, {"version": storage.VERSION, "count": number})


@then('the files in "{folder}" are "{names}"')
def step_files(context, folder, names):
    equal(", ".join(sorted(os.listdir(folder))), names, "files")


@then("they count {numbers}")
def step_numbers(context, numbers):
    seen = []
    for suffix in ("", ".1", ".2"):
        with open(context.path + suffix) as handle:
            seen.append(str(json.load(handle)["count"]))
    equal(", ".join(seen), numbers)


@when('the snapshot "{name}" is loaded')
def step_load(context, name):
    context.loaded = storage.load(builders.data_path(name))


@then("its tools are")
def step_its_tools(context):
    seen = [[str(tool.tag), str(tool.value), tool.grade] for tool in context.loaded[0]]
    equal(seen, [list(row.cells) for row in context.table], "tools")


@then('the member "{name}" is suspended and owes {amount:Money}')
def step_member_owes(context, name, amount):
    (member,) = [m for m in context.loaded[1] if m.name == name]
    equal(member.state, "suspended")
    equal(member.joined.isoformat(), "2020-02-01")
    equal(context.loaded[2].balance(member.card), amount)


@when("a file with this text is loaded: {text}")
def step_load_text(context, text):
    path = os.path.join(context.folder, "broken.json")
    with open(path, "w", encoding="utf-8") as handle:
        handle.write(text)
    attempt(context, lambda: storage.load(path))
