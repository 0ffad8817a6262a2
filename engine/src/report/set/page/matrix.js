// Instances against configurations: what share of the ground truth's kills each test makes.

const SHADES = ["c-0", "c-1", "c-2", "c-3"];

const cellOf = (of, arm) => {
  const place = result(of, arm.place);
  const who = `instance ${planned.id[of]}, ${armName(arm)}`;
  if (place < 0) return { text: "", title: `${who}: no result`, name: "c-none" };
  const one = row(place);
  if (one.stage !== PASS) return { text: stages[one.stage].split("-")[0], title: `${who}: ${stages[one.stage]}`, name: stages[one.stage] === "infrastructure" ? "v-unjudged" : "c-fail" };
  const kills = planned.kills[of];
  const words = `${who}: passes, kills ${one.killed} of ${kills}`;
  if (isComplete(of, one)) return { text: "✓", title: `${words}, kill-complete`, name: "c-full" };
  if (!kills) return { text: "pass", title: `${who}: passes; the ground truth kills nothing`, name: "c-none" };
  return { text: `${Math.floor(100 * one.killed / kills)}%`, title: words, name: SHADES[Math.min(3, Math.floor(4 * one.killed / kills))] };
};

const HAS = {
  "": () => true,
  missed: (of, shown) => shown.some((arm) => { const place = result(of, arm.place); return place >= 0 && rows.stage[place] === PASS && rows.killed[place] < planned.kills[of]; }),
  failed: (of, shown) => shown.some((arm) => { const place = result(of, arm.place); return place >= 0 && rows.stage[place] !== PASS; }),
  nobody: (of, shown) => planned.kills[of] > 0 && !shown.some((arm) => { const place = result(of, arm.place); return place >= 0 && isComplete(of, row(place)); }),
};

const matrix = () => {
  const { chosen } = route();
  const only = selection("only", "Instances", [["", "All"], ["missed", "Some passing test misses a kill"], ["failed", "Some test does not pass"], ["nobody", "No test is kill-complete"]], chosen.get("only"));
  const text = search("text", "Scenario, feature or id", chosen.get("text"));
  const body = make("div");
  const { form, values } = filters([viewChoice(chosen), projectChoice(chosen, "All projects"), configurationChoice(chosen), only, text], (now) => update(now));
  const update = (now) => {
    const shown = arms.filter((arm) => fits(now, arm));
    const project = projects.indexOf(now.project), words = now.text.toLowerCase();
    const listed = [...planned.id.keys()].filter((of) => (project < 0 || planned.project[of] === project)
      && (!words || `${planned.id[of]} ${planned.scenario[of]} ${data.features[planned.feature[of]]}`.toLowerCase().includes(words)) && HAS[now.only](of, shown));
    say(`${count(listed.length, "instance")} shown`);
    if (!listed.length || !shown.length) { body.replaceChildren(make("p", { class: "note" }, "Nothing fits these choices.")); return; }
    body.replaceChildren(make("p", { class: "faint" }, `${count(listed.length, "instance")}; a cell is the share of the ground truth's kills that a passing test makes, ✓ is all of them.`), grid({
      label: "Kill matrix: instances and configurations", corner: "Instance", rows: listed.length, width: 340, column: 110,
      columns: shown.map((arm) => ({ text: armName(arm), title: armName(arm) })),
      head: (place) => ({ text: `${planned.id[listed[place]]}  ${planned.scenario[listed[place]]}`, title: `${projects[planned.project[listed[place]]]}, ${data.features[planned.feature[listed[place]]]}`, name: null }),
      cell: (place, column) => cellOf(listed[place], shown[column]),
      open: (place, column) => { location.hash = link(["instance", String(planned.id[listed[place]])], { arm: column < 0 ? "" : shown[column].place }); },
    }));
  };
  show("Kill matrix", form, body);
  update(values());
};

