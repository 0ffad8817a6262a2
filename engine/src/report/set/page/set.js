// A result set: its columns, and the details of a project once somebody looks at them.

const data = read("data");
const { summary, stages, projects, planned, rows } = data;
const arms = data.arms.map(([configuration, view, repeat], place) => ({ configuration, view, repeat, place }));
const repeats = new Set(arms.map((arm) => arm.repeat)).size;
const views = [...new Set(arms.map((arm) => arm.view))];
const PASS = stages.indexOf("pass");
const armName = ({ configuration, view, repeat }) =>
  configuration + (views.length > 1 ? ` · ${view}` : "") + (repeats > 1 ? ` · ${repeat}` : "");

// Result of an arm on a planned instance: place among the rows, or -1.
const results = new Int32Array(arms.length * planned.id.length).fill(-1);
rows.arm.forEach((arm, place) => { results[rows.of[place] * arms.length + arm] = place; });
const result = (of, arm) => results[of * arms.length + arm];
const placeOf = new Map(planned.id.map((id, place) => [id, place]));

const row = (place) => ({
  stage: rows.stage[place], killed: rows.killed[place], unchecked: rows.unchecked[place], unexecuted: rows.unexecuted[place],
  unjudged: rows.unjudged[place], jaccard: rows.jaccard[place], f1: rows.f1[place], because: rows.because[place], discarded: rows.discarded[place],
});
const isComplete = (of, one) => one.stage === PASS && planned.kills[of] > 0 && one.killed === planned.kills[of];

const parts = new Map();
const details = (project) => {
  if (!parts.has(project)) {
    const part = read(`project-${project}`);
    parts.set(project, part ? { ...part, list: unpack(part) } : null);
  }
  return parts.get(project);
};

// The choices that several pages share.
const viewChoice = (chosen) => selection("view", "View", [["", "All views"], ...views.map((view) => [view, view])], chosen.get("view"));
const projectChoice = (chosen, all) => selection("project", "Project", [["", all], ...projects.map((name) => [name, name])], chosen.get("project"));
const configurationChoice = (chosen) => search("configuration", "Configuration contains", chosen.get("configuration"));
const fits = ({ view, configuration }, arm) =>
  (!view || arm.view === view) && arm.configuration.toLowerCase().includes((configuration ?? "").toLowerCase());

