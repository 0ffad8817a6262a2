// One instance: what each test does, and each miss in the source with the reason.

const resultTable = (of, listed) => {
  const share = (value) => value === null || value === undefined ? "–" : (value / 10).toFixed(1);
  const kills = planned.kills[of];
  const passes = (one) => one.stage === PASS;
  return table({
    caption: `${count(kills, "mutant")} that the ground truth kills`, rows: listed, columns: [
      { label: "Test", name: "head", value: ({ arm }) => armName(arm) },
      { label: "Stage", name: true, value: ({ one }) => stages[one.stage] },
      { label: "Killed", value: ({ one }) => one.killed, show: ({ one }) => passes(one) ? `${one.killed} of ${kills}` : "–" },
      { label: "Not checked", title: "Executed, and the test passes", value: ({ one }) => one.unchecked },
      { label: "Not executed", title: "The test takes another route", value: ({ one }) => one.unexecuted },
      { label: "No verdict", value: ({ one }) => one.unjudged },
      { label: "CovJaccard", value: ({ one }) => one.jaccard, show: ({ one }) => share(one.jaccard) },
      { label: "API F1", value: ({ one }) => one.f1, show: ({ one }) => share(one.f1) },
      { label: "Because", name: true, wide: true, value: ({ one }) => one.because ?? (one.discarded ? `${count(one.discarded, "file or edit")} not taken` : "") },
    ],
  });
};

// For a mutant: the tests, by what they do to it.
const verdictList = (place, tests) => {
  const by = new Map();
  for (const { arm, letters } of tests) by.set(letters[place], [...(by.get(letters[place]) ?? []), armName(arm)]);
  return make("ul", { class: "verdicts" }, [...by].sort().reverse().map(([letter, names]) =>
    make("li", {}, make("span", { class: `tag v-${VERDICTS[letter].name}` }, VERDICTS[letter].words), " ", names.join(", "))));
};

const WORST = ["n", "s", "t", "b", "u", "i", "p", "k"];
const worst = (letters) => VERDICTS[WORST.find((letter) => letters.includes(letter)) ?? "k"];

const instance = (id) => {
  const of = placeOf.get(Number(id));
  if (of === undefined) { show("No such instance", make("p", {}, "There is no planned instance with this id. ", make("a", { href: link(["matrix"]) }, "Kill matrix"))); return; }
  const { chosen } = route();
  const known = details(planned.project[of]);
  const listed = arms.map((arm) => ({ arm, place: result(of, arm.place) })).filter(({ place }) => place >= 0).map((entry) => ({ ...entry, one: row(entry.place) }));
  const tests = listed.map((entry) => ({ ...entry, letters: lengthen(known?.pairs[entry.place] ?? "") })).filter(({ letters }) => letters);
  const step = (by, words) => planned.id[of + by] === undefined ? null : make("a", { href: link(["instance", String(planned.id[of + by])]) }, words);
  const about = [
    make("p", {}, make("span", { class: "faint" }, "Instance "), planned.id[of], make("span", { class: "faint" }, " of "), projects[planned.project[of]], make("span", { class: "faint" }, ", "), data.features[planned.feature[of]]),
    make("p", { class: "step" }, step(-1, "← Instance before"), step(1, "Next instance →"), make("a", { href: link(["matrix"]) }, "Kill matrix")),
    make("h2", {}, "Tests"), resultTable(of, listed),
  ];
  const kills = known?.kills[planned.id[of]];
  if (!planned.kills[of] || !tests.length || !kills) {
    const why = !planned.kills[of] ? "The ground truth kills no mutant, so there is nothing to miss." : !tests.length ? "No test passes, or its pairs are not in this page."
      : "This page was made without the bench, so it does not know which mutants these are.";
    show(planned.scenario[of], about, make("p", { class: "note" }, why));
    return;
  }
  const flags = (of_project) => lengthen(of_project[planned.id[of]] ?? "");
  const [assertion, target] = [flags(known.assertion), flags(known.target)];
  const mutants = undistance(kills).map((place, index) => ({ ...known.list[place], index, path: known.files[known.list[place].file].path, isAssertion: assertion[index] === "a", isTarget: target[index] === "a" }));
  misses({ of, chosen, known, tests, mutants, about });
};

// The mutants of the instance, the missed ones first of all, and their source.
const misses = ({ of, chosen, known, tests, mutants, about }) => {
  const arm = selection("arm", "Test", [["", "All tests"], ...tests.map(({ arm }) => [String(arm.place), armName(arm)])], chosen.get("arm"));
  const only = selection("only", "Mutants", [["missed", "Missed"], ["n", "Missed: not executed"], ["s", "Missed: executed, not checked"], ["assertion", "Missed: only a Then step notices"], ["all", "All"]], chosen.get("only"));
  const body = make("div");
  const { form, values } = filters([arm, only], (now) => update(now));
  const update = (now, selected) => {
    const by = tests.filter((test) => !now.arm || String(test.arm.place) === now.arm);
    const lettersOf = (mutant) => by.map(({ letters }) => letters[mutant.index]);
    const missed = (letter) => letter !== "k";
    const wanted = { all: () => true, missed, assertion: missed, n: (letter) => letter === "n", s: (letter) => letter === "s" }[now.only];
    const shown = mutants.filter((mutant) => lettersOf(mutant).some(wanted) && (now.only !== "assertion" || mutant.isAssertion));
    say(`${count(shown.length, "mutant")} shown`);
    if (!shown.length) { body.replaceChildren(make("p", { class: "note" }, "No mutant fits: these tests kill all there is.")); return; }
    const files = [...new Set(shown.map((mutant) => mutant.file))];
    body.replaceChildren(
      make("p", { class: "legend" }, ["k", "s", "n"].map((letter) => make("span", { class: `tag v-${VERDICTS[letter].name}` }, `${VERDICTS[letter].sign} ${VERDICTS[letter].words}`))),
      grid({
        label: "Kill matrix: mutants and tests", corner: "Mutant", rows: shown.length, width: 460, column: 88,
        columns: by.map(({ arm }) => ({ text: armName(arm), title: armName(arm) })),
        head: (place) => ({ text: mutantName(shown[place]), title: `${shown[place].path}:${shown[place].line}, ${shown[place].id}`, name: null }),
        cell: (place, column) => {
          const { sign, name, words } = VERDICTS[by[column].letters[shown[place].index]];
          return { text: sign, title: `${mutantName(shown[place])}, ${armName(by[column].arm)}: ${words}`, name: `v-${name}` };
        },
        open: (place) => reveal(body, shown[place]),
      }),
      make("h2", {}, "In the source"),
      make("div", { class: "files" }, files.map((file) => source({
        file: known.files[file], mutants: shown.filter((mutant) => mutant.file === file), selected,
        verdict: (here) => worst(here.flatMap(lettersOf)), more: (mutant) => [
          mutant.isAssertion ? make("p", { class: "faint" }, "In the ground truth, only a Then step notices this change.") : null,
          mutant.isTarget ? make("p", { class: "faint" }, "Inside the target implementation.") : null, verdictList(mutant.index, by)],
      }))));
  };
  show(planned.scenario[of], about, make("h2", {}, "Mutants"), form, body);
  update(values(), chosen.get("mutant"));
  const selected = mutants.find((mutant) => mutant.id === chosen.get("mutant"));
  if (selected) reveal(body, selected);
};

const mutantName = ({ path, line, operator, original, replacement }) => {
  const words = (text) => short(text.replace(/\s+/g, " ") || "(nothing)", 28);
  return `${path.split("/").pop()}:${line} ${operator}  ${words(original)} → ${words(replacement)}`;
};

