// Pictures of numbers that also stand in the tables.

const legend = (entries) => make("ul", { class: "legend" }, entries.map(([name, words]) => make("li", {}, make("i", { class: name }), words)));

const figure = (caption, ...content) => make("figure", {}, make("figcaption", {}, caption), content);

const LEFT = 222, WIDE = 600, LINE = 24;
const short = (text, most) => text.length > most ? text.slice(0, most - 1) + "…" : text;
const armLabel = (arm, shown) => arm.configuration + (new Set(shown.map((one) => one.view)).size > 1 ? ` · ${arm.view}` : "");

// Pass@1 as a bar, KillComplete@1 as its dark part, intervals as lines.
const panel = (caption, shown, scores) => {
  const bar = WIDE - LEFT - 90;
  const x = (share) => LEFT + bar * share;
  const lines = shown.map((arm, place) => {
    const { pass, kill_complete: full } = scores(arm).measures;
    const y = place * LINE + 4;
    const whisker = (value, name) => value?.low === undefined || value?.low === null ? null
      : draw("line", { class: `whisker ${name}`, x1: x(value.low), x2: x(value.high), y1: y + 8, y2: y + 8 });
    return draw("g", {},
      draw("title", {}, `${armLabel(arm, shown)}: Pass@1 ${percent(pass?.value ?? 0)}, KillComplete@1 ${percent(full?.value ?? 0)}`),
      draw("text", { x: LEFT - 8, y: y + 12, "text-anchor": "end" }, short(armLabel(arm, shown), 32)),
      draw("rect", { class: "track", x: LEFT, y, width: bar, height: 16 }),
      draw("rect", { class: "pass", x: LEFT, y, width: bar * (pass?.value ?? 0), height: 16 }),
      draw("rect", { class: "full", x: LEFT, y, width: bar * (full?.value ?? 0), height: 16 }),
      whisker(pass, ""), whisker(full, "inside"),
      draw("text", { x: LEFT + bar + 8, y: y + 12 }, `${percent(pass?.value ?? 0)} / ${percent(full?.value ?? 0)}`));
  });
  const height = shown.length * LINE + 22;
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((share) => draw("text", { class: "faint", x: x(share), y: height - 4, "text-anchor": "middle" }, 100 * share));
  return figure(caption, draw("svg", { viewBox: `0 0 ${WIDE} ${height}`, width: WIDE, height, role: "img", "aria-label": `Pass@1 and KillComplete@1, ${caption}; the numbers are in the table` }, lines, ticks));
};

const bars = (shown, project) => {
  const panels = project ? [[project, (arm) => arm.projects[project]]]
    : [["All projects", (arm) => arm.overall], ...(projects.length > 1 ? projects.map((name) => [name, (arm) => arm.projects[name]]) : [])];
  return [make("h2", {}, "Pass@1 and KillComplete@1"),
    legend([["pass", "Pass@1"], ["full", "KillComplete@1"]]),
    make("div", { class: "plots" }, panels.map(([name, scores]) => panel(name, shown.filter(scores), scores)))];
};

// Round numbers of an axis.
const ticks = (most) => {
  const rough = most / 5, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough);
  return [...Array(Math.floor(most / step) + 1).keys()].map((place) => place * step);
};

const costPlot = (view, shown, project) => {
  const width = 640, height = 380, left = 52, right = 150, low = 40;
  const points = shown.map((arm) => ({ arm, name: arm.configuration, cost: arm.efficiency?.of.cost?.per_generation, share: scoresOf(arm, project)?.measures.kill_complete?.value }))
    .filter((point) => point.cost !== undefined && point.share !== undefined);
  if (!points.length) return null;
  // The frontier is of all projects together; within one project it would be another one.
  const front = new Set(project ? [] : summary.pareto[view] ?? []);
  const most = Math.max(...points.map((point) => point.cost)) * 1.05 || 1;
  const high = Math.min(1, Math.max(0.1, ...points.map((point) => point.share)) * 1.15);
  const x = (cost) => left + (width - left - right) * cost / most;
  const y = (share) => height - low - (height - low - 14) * share / high;
  const line = points.filter((point) => front.has(point.name)).sort((a, b) => a.cost - b.cost);
  // Labels in order from above, pushed down where they would lie on each other.
  let below = -Infinity;
  const labels = [...points].sort((a, b) => y(a.share) - y(b.share)).map((point) => {
    below = Math.max(y(point.share) + 4, below + 13);
    return draw("text", { x: x(point.cost) + 9, y: below }, short(point.name, 26));
  });
  return figure(view, draw("svg", {
    viewBox: `0 0 ${width} ${height}`, width, height, role: "img",
    "aria-label": `Cost of a generation against KillComplete@1, ${view}: ` + points.map((point) => `${point.name} ${amount(point.cost)}, ${percent(point.share)}${front.has(point.name) ? ", on the Pareto frontier" : ""}`).join("; "),
  },
  draw("line", { class: "axis", x1: left, x2: width - right + 40, y1: height - low, y2: height - low }), draw("line", { class: "axis", x1: left, x2: left, y1: 8, y2: height - low }),
  ticks(most).map((cost) => draw("text", { class: "faint", x: x(cost), y: height - low + 16, "text-anchor": "middle" }, Number(cost.toPrecision(3)))),
  ticks(high * 100).map((share) => draw("text", { class: "faint", x: left - 8, y: y(share / 100) + 4, "text-anchor": "end" }, Math.round(share * 10) / 10)),
  draw("text", { class: "faint", x: left + (width - left - right) / 2, y: height - 6, "text-anchor": "middle" }, "cost of a generation"),
  draw("text", { class: "faint", x: 6, y: 12 }, "KillComplete@1, %"),
  line.length > 1 ? draw("polyline", { class: "pareto", points: line.map((point) => `${x(point.cost)},${y(point.share)}`).join(" ") }) : null,
  points.map((point) => draw("circle", { class: front.has(point.name) ? "point front" : "point", cx: x(point.cost), cy: y(point.share), r: 5 },
    draw("title", {}, `${point.name}: cost ${amount(point.cost)}, KillComplete@1 ${percent(point.share)}`))),
  labels));
};

const spentTable = (shown) => {
  const spent = shown.flatMap((arm) => Object.entries(arm.efficiency?.of ?? {}).map(([quantity, of]) => ({ arm, quantity, ...of })));
  if (!spent.length) return null;
  const column = (name, label) => ({ label, value: (one) => one[name], show: (one) => one[name] === null || one[name] === undefined ? "–" : amount(one[name]) });
  return table({
    caption: "What generating took, where it was recorded", rows: spent, columns: [
      { label: "Configuration", name: "head", value: (one) => one.arm.configuration }, { label: "View", name: true, value: (one) => one.arm.view },
      { label: "Quantity", name: true, value: (one) => one.quantity.replace("_", " ") }, { label: "Recorded", value: (one) => one.recorded, show: (one) => thousands(one.recorded) },
      column("per_generation", "Per generation"), column("per_pass", "Per pass"), column("per_kill_complete", "Per kill-complete"),
    ],
  });
};

const costs = (shown, { project }) => {
  const plots = views.map((view) => costPlot(view, shown.filter((arm) => arm.view === view), project)).filter((plot) => plot);
  const spent = spentTable(shown);
  if (!plots.length && !spent) return null;
  return [make("h2", {}, "Cost against KillComplete@1"),
    project && plots.length ? make("p", { class: "faint" }, "Cost is the mean over all projects; the Pareto line is shown for all projects together.") : null,
    plots.length ? make("div", { class: "plots" }, plots) : null, make("p", {}), spent];
};

const stagePlot = (shown, project) => {
  const bar = 640;
  const lines = shown.map((arm, place) => {
    const y = place * LINE + 2;
    let from = LEFT;
    const shares = stages.map((stage) => scoresOf(arm, project).stages[stage] ?? 0);
    return draw("g", {}, draw("title", {}, armLabel(arm, shown) + ": " + stages.map((stage, index) => `${stage} ${percent(shares[index])}`).filter((_, index) => shares[index] > 0).join(", ")),
      draw("text", { x: LEFT - 8, y: y + 13, "text-anchor": "end" }, short(armLabel(arm, shown), 32)),
      shares.map((share, index) => {
        const piece = draw("rect", { class: `s${index}`, x: from, y, width: bar * share, height: 17 });
        from += bar * share;
        return piece;
      }));
  });
  const [width, height] = [LEFT + bar + 10, shown.length * LINE + 4];
  return [make("h2", {}, "How far generations get"), legend(stages.slice(0, 6).map((stage, index) => [`s${index}`, stage])),
    figure(project || "Mean over projects", draw("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": "Share of each stage among the executed generations" }, lines))];
};

