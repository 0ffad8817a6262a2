// A suite against the mutants of a project: the files, what no test kills in them, and the tests.

const data = read("data");
const mutants = unpack(data).map((mutant) => ({ ...mutant, standing: data.standing[mutant.place], killedBy: data.killed_by[mutant.place], coveredBy: data.covered_by[mutant.place] }));
const tests = data.tests.map(([id, name, file, line], place) => ({ id, name, file, line, place, kills: [] }));
for (const mutant of mutants) for (const test of mutant.killedBy) tests[test].kills.push(mutant);

const STANDINGS = { killed: "killed", survived: "survived: run, and no test fails", "not-covered": "run by no test", "no-verdict": "no verdict", "left-out": "never run" };
const MISSES = ["survived", "not-covered"];
const judged = (some) => some.filter(({ standing }) => standing === "killed" || MISSES.includes(standing));
const standing = (some, wanted) => some.filter((mutant) => mutant.standing === wanted).length;
const share = (some) => judged(some).length ? standing(some, "killed") / judged(some).length : null;
const wantedOf = { misses: (mutant) => MISSES.includes(mutant.standing), all: () => true };
const fits = (now) => wantedOf[now.only] ?? ((mutant) => mutant.standing === now.only);

const testName = (test) => `${test.id} ${test.name}`;
const testLinks = (places) => places.map((place, index) => [index ? ", " : "", make("a", { href: link(["test", tests[place].id]) }, testName(tests[place]))]);

const more = (mutant) => {
  const reason = data.reasons[mutant.place];
  const survivors = mutant.coveredBy.filter((test) => !mutant.killedBy.includes(test));
  const line = (name, words, places) => places.length ? make("li", {}, make("span", { class: `tag v-${name}` }, words), " ", testLinks(places)) : null;
  return make("ul", { class: "verdicts" },
    make("li", {}, make("span", { class: `tag v-${mutant.standing}` }, STANDINGS[mutant.standing]), reason ? ` ${reason}` : ""),
    line("killed", "killed by", mutant.killedBy), line("unchecked", "run without failing by", survivors));
};

const ORDER = ["survived", "not-covered", "no-verdict", "killed", "left-out"];
const worst = (here) => {
  const name = ORDER.find((one) => here.some((mutant) => mutant.standing === one));
  return { name, words: STANDINGS[name] };
};

const choice = (chosen) => selection("only", "Mutants", [["misses", "That no test kills"], ["all", "All"], ...Object.entries(STANDINGS)], chosen.get("only"));

const sources = (shown, selected) => {
  const files = [...new Set(shown.map((mutant) => mutant.file))];
  return files.map((file) => source({ file: data.files[file], mutants: shown.filter((mutant) => mutant.file === file), selected, verdict: worst, more }));
};

const filesPage = () => {
  const facts = [[mutants.length, "mutants"], [standing(mutants, "killed"), "killed"], [standing(mutants, "survived"), "survived"], [standing(mutants, "not-covered"), "run by no test"],
    [standing(mutants, "no-verdict"), "without a verdict"], [standing(mutants, "left-out"), "never run"], [tests.filter((test) => !test.kills.length).length, "tests that kill nothing"]];
  const rows = data.files.map((file, place) => ({ file, place, mutants: mutants.filter((mutant) => mutant.file === place) }));
  const number = (label, wanted) => ({ label, value: (row) => standing(row.mutants, wanted) });
  show(`${data.project}: ${data.suite}`,
    make("ul", { class: "facts" }, make("li", {}, make("b", {}, share(mutants) === null ? "–" : `${percent(share(mutants))}%`), make("span", {}, "of judged mutants killed")),
      facts.map(([number, words]) => make("li", {}, make("b", {}, thousands(number)), make("span", {}, words)))),
    data.notes.map((note) => make("p", { class: "note" }, note)),
    make("h2", {}, "Files"), table({
      caption: "Mutants by production file", rows, columns: [
        { label: "File", name: "head", value: (row) => row.file.path, show: (row) => make("a", { href: link(["file", row.file.path]) }, row.file.path) },
        { label: "Killed, %", value: (row) => share(row.mutants), show: (row) => share(row.mutants) === null ? "–" : percent(share(row.mutants)) },
        number("Killed", "killed"), number("Survived", "survived"), number("Not run", "not-covered"), number("No verdict", "no-verdict"), number("Left out", "left-out"),
      ],
    }));
};

const filePage = (path) => {
  const { chosen } = route();
  const file = data.files.findIndex((one) => one.path === path);
  const of = mutants.filter((mutant) => mutant.file === file).map((mutant) => ({ ...mutant, path }));
  const body = make("div");
  const { form, values } = filters([choice(chosen)], (now) => update(now));
  const update = (now) => {
    const shown = of.filter(fits(now));
    say(`${count(shown.length, "mutant")} shown`);
    body.replaceChildren(...(shown.length ? sources(shown) : [make("p", { class: "note" }, "No mutant fits.")]));
  };
  show(file < 0 ? "No such file" : path, make("p", { class: "step" }, make("a", { href: link([]) }, "All files")), form, body);
  update(values());
  const selected = of.find((mutant) => mutant.id === chosen.get("mutant"));
  if (selected) reveal(body, selected);
};

const testsPage = () => show("Tests", table({
  caption: "What each test kills; a test that kills nothing checks nothing that a mutant changes", rows: tests, sort: [3, false], columns: [
    { label: "Test", name: "head", value: (test) => testName(test), show: (test) => make("a", { href: link(["test", test.id]) }, testName(test)) },
    { label: "File", name: true, value: (test) => test.file }, { label: "Line", value: (test) => test.line },
    { label: "Kills", value: (test) => test.kills.length },
    { label: "Alone", title: "Mutants that no other test kills", value: (test) => test.kills.filter((mutant) => mutant.killedBy.length === 1).length },
  ],
}));

const testPage = (id) => {
  const test = tests.find((one) => one.id === id);
  if (!test) { show("No such test", make("p", {}, make("a", { href: link(["tests"]) }, "All tests"))); return; }
  show(test.name, make("p", {}, make("span", { class: "faint" }, `${test.id}, ${test.file}${test.line ? `:${test.line}` : ""}`)),
    make("p", { class: "step" }, make("a", { href: link(["tests"]) }, "All tests")),
    make("h2", {}, `Kills ${count(test.kills.length, "mutant")}`), sources(test.kills));
};

