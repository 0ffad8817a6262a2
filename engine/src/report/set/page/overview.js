// The tables and plots of the whole set.

const MAIN = ["pass", "kill_complete", "mut_recall", "cov_jaccard", "api_f1"];

const facts = () => make("ul", { class: "facts" }, [
  [planned.id.length, "planned instances"], [projects.length, projects.length === 1 ? "project" : "projects"],
  [new Set(arms.map((arm) => arm.configuration)).size, "configurations"], [views.length, views.length === 1 ? "view" : "views"],
  [rows.arm.length, "scored generations"], [summary.unscorable.length, "instances without a kill"],
  ...(summary.groups === null ? [] : [[summary.groups, "groups of near-duplicates"]]),
].map(([number, words]) => make("li", {}, make("b", {}, thousands(number)), make("span", {}, words))));

const scoresOf = (arm, project) => project ? arm.projects[project] : arm.overall;

const scoreTable = (shown, project, all) => {
  const defined = data.measures.filter(([name]) => shown.some((arm) => scoresOf(arm, project)?.measures[name]));
  const wanted = defined.filter(([name]) => all || MAIN.includes(name));
  const value = (name) => (arm) => scoresOf(arm, project)?.measures[name]?.value;
  const best = new Map(wanted.map(([name]) => [name, Math.max(...shown.map(value(name)).filter((one) => one !== undefined))]));
  return table({
    caption: `${project || "Mean over projects, each with the same weight"}; percent${summary.draws ? `, with 95% intervals of ${thousands(summary.draws)} draws` : ""}`,
    sort: [1 + 2 + wanted.findIndex(([name]) => name === "kill_complete"), true],
    rows: shown,
    columns: [
      { label: "Configuration", name: "head", value: (arm) => arm.configuration },
      { label: "View", name: true, value: (arm) => arm.view },
      { label: "N", title: "Generations planned", value: (arm) => scoresOf(arm, project)?.planned, show: (arm) => thousands(scoresOf(arm, project)?.planned ?? 0) },
      ...wanted.map(([name, label, title]) => ({
        label, title, value: value(name),
        show: (arm) => make("span", { class: value(name)(arm) === best.get(name) ? "best" : null }, estimate(scoresOf(arm, project)?.measures[name])),
      })),
    ],
  });
};

const comparisons = (chosen) => {
  const shown = summary.comparisons.filter((one) => (!chosen.view || one.view === chosen.view)
    && [one.better, one.worse].some((configuration) => fits(chosen, { ...one, configuration })));
  if (!shown.length) return null;
  const chance = (name, label, title) => ({
    label, title, value: (one) => one[name],
    show: (one) => one[name] === null || one[name] === undefined ? "–" : one[name] < 0.001 ? "<0.001" : one[name].toFixed(3),
  });
  return [make("h2", {}, "Comparisons"), table({
    caption: "Two configurations on the same instances; differences in percentage points, p-values one-sided",
    rows: shown, columns: [
      { label: "Better", name: "head", value: (one) => one.better }, { label: "Worse", name: true, value: (one) => one.worse },
      { label: "View", name: true, value: (one) => one.view }, { label: "N", value: (one) => one.instances, show: (one) => thousands(one.instances) },
      { label: "KillComplete@1", value: (one) => one.kill_complete.value, show: (one) => estimate(one.kill_complete) },
      chance("mcnemar_kill_complete", "p", "Exact McNemar of kill-completeness"),
      { label: "Pass@1", value: (one) => one.pass.value, show: (one) => estimate(one.pass) },
      chance("mcnemar_pass", "p", "Exact McNemar of passing"),
      chance("sign_flip_mut_recall", "p (MutRecall)", "Sign-flip test of the mean MutRecall"),
    ],
  })];
};

const bestOf = (shown) => {
  const arms = shown.filter((arm) => arm.best_of);
  if (!arms.length) return null;
  const column = (name, label) => ({ label, value: (arm) => arm.best_of[name], show: (arm) => percent(arm.best_of[name]) });
  return [make("h2", {}, "Repeats"), table({
    caption: "Best of k generations, and instances whose verdict changes between them; percent", rows: arms, columns: [
      { label: "Configuration", name: "head", value: (arm) => arm.configuration }, { label: "View", name: true, value: (arm) => arm.view },
      { label: "k", value: (arm) => arm.best_of.k }, column("pass", "Some passes"), column("kill_complete", "Some kill-complete"),
      column("pass_flips", "Pass flips"), column("kill_complete_flips", "KillComplete flips"),
    ],
  })];
};

const overview = () => {
  const { chosen } = route();
  const all = selection("measures", "Measures", [["", "The paper's five"], ["all", "All"]], chosen.get("measures"));
  const body = make("div");
  const { form, values } = filters([viewChoice(chosen), projectChoice(chosen, "All projects"), configurationChoice(chosen), all], (now) => update(now));
  const update = (now) => {
    const shown = summary.arms.filter((arm) => fits(now, arm) && scoresOf(arm, now.project));
    say(`${count(shown.length, "row")} shown`);
    if (!shown.length) { body.replaceChildren(make("p", { class: "note" }, "Nothing fits these choices.")); return; }
    body.replaceChildren(...[make("h2", {}, "Effectiveness"), scoreTable(shown, now.project, now.measures === "all"), bars(shown, now.project),
      costs(shown, now), stagePlot(shown, now.project), bestOf(shown), comparisons(now)].flat().filter((part) => part));
  };
  update(values());
  show("Scoreboard", facts(), data.notes.map((note) => make("p", { class: "note" }, note)), form, body);
};

