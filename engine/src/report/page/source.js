// Mutants in their source. A mutant: `id file line column endLine endColumn operator original replacement`.

const CONTEXT = 3;
const LONG_DETAIL = 40;

const unpack = (details) => details.mutants.map(
  ([id, file, line, column, endLine, endColumn, operator, original, replacement], place) =>
    ({ id, file, line, column, endLine, endColumn, operator: details.operators[operator], original, replacement, place }));

// The lines a mutant changes, before and after. Columns count characters, so the text is cut into characters.
const change = (mutant, lines) => {
  const span = lines?.slice(mutant.line - 1, mutant.endLine);
  if (!span?.length || span.length > LONG_DETAIL) return [mutant.original || "(nothing)", mutant.replacement || "(nothing)"];
  const start = Array.from(span[0]).slice(0, mutant.column - 1).join("");
  const end = Array.from(span[span.length - 1]).slice(mutant.endColumn - 1).join("");
  return [span.join("\n"), start + mutant.replacement + end];
};

const changed = (mutant, lines) => {
  const [before, after] = change(mutant, lines);
  return make("div", { class: "change" },
    make("del", {}, before.split("\n").map((line) => `- ${line}\n`)), make("ins", {}, after.split("\n").map((line) => `+ ${line}\n`)));
};

// The characters of a line that mutants change, marked.
const marked = (text, number, mutants) => {
  const characters = Array.from(text);
  const hit = characters.map((_, place) => mutants.some((mutant) => {
    const from = mutant.line === number ? mutant.column : 1;
    const to = mutant.endLine === number ? Math.max(mutant.endColumn, from + 1) : mutant.endLine > number ? Infinity : 0;
    return place + 1 >= from && place + 1 < to;
  }));
  const pieces = [];
  for (let place = 0; place < characters.length;) {
    let end = place;
    while (end < characters.length && hit[end] === hit[place]) end++;
    const piece = characters.slice(place, end).join("");
    pieces.push(hit[place] ? make("mark", {}, piece) : piece);
    place = end;
  }
  return pieces;
};

// A file with these mutants. `verdict(mutants)` names the worst of them, `more(mutant)` is shown below its change.
const source = ({ file, mutants, verdict, more, selected }) => {
  const lines = file.text?.split("\n");
  const at = new Map();
  for (const mutant of mutants) at.set(mutant.line, [...(at.get(mutant.line) ?? []), mutant]);
  const numbers = [...at.keys()].sort((a, b) => a - b);
  const code = make("div", { class: "code" });
  const detail = (here) => make("div", { class: "detail" }, here.map((mutant) => make("section", { id: mutant.id },
    make("h4", {}, `${mutant.operator}, line ${mutant.line} `, make("code", {}, mutant.id)), changed(mutant, lines), more(mutant))));
  const row = (number) => {
    const here = at.get(number) ?? [];
    const text = lines?.[number - 1]?.replace(/\r$/, "") ?? "";
    const element = make("div", { "data-line": number }, make("span", { class: "number" }, number));
    const flag = make("span", { class: "flag" });
    element.append(flag, make("pre", {}, here.length && lines ? marked(text, number, here) : text));
    if (here.length) {
      let open = null;
      const { name, words } = verdict(here);
      const button = make("button", { type: "button", class: `v-${name}`, "aria-expanded": "false", "aria-label": `line ${number}: ${count(here.length, "mutant")}, ${words}` }, here.length);
      const toggle = () => {
        if (open) { open.remove(); open = null; } else { open = detail(here); element.after(open); }
        button.setAttribute("aria-expanded", String(open !== null));
      };
      button.addEventListener("click", toggle);
      flag.append(button);
      element.toggle = toggle;
      element.button = button;
    }
    return element;
  };
  const put = (from, to, before) => {
    for (let number = from; number <= to; number++) before ? before.before(row(number)) : code.append(row(number));
  };
  const gap = (from, to) => {
    const element = make("div", { class: "gap" });
    element.append(make("button", { type: "button", onclick: () => { put(from, to, element); element.remove(); } },
      `Show ${count(to - from + 1, "line")} (${from}–${to})`));
    code.append(element);
  };
  const last = lines ? lines.length - (lines[lines.length - 1] === "" ? 1 : 0) : 0;
  let next = 1;
  for (const number of numbers) {
    const from = lines ? Math.max(next, number - CONTEXT) : number;
    if (lines && from > next) gap(next, from - 1);
    const to = lines ? Math.min(last, number + CONTEXT) : number;
    put(from, Math.max(number, Math.min(to, (numbers.find((other) => other > number) ?? Infinity) - 1)));
    next = Math.max(number, Math.min(to, (numbers.find((other) => other > number) ?? Infinity) - 1)) + 1;
  }
  if (lines && next <= last) gap(next, last);
  const chosen = mutants.find((mutant) => mutant.id === selected);
  if (chosen) code.querySelector(`[data-line="${chosen.line}"]`)?.toggle();
  return make("section", { class: "source", "aria-label": file.path }, make("h3", {}, file.path),
    file.text === null ? make("p", { class: "note" }, `The source is not shown: ${file.why ?? "this page was made without it"}.`) : null, code);
};

// Opens a mutant's line and goes there.
const reveal = (root, mutant) => {
  const files = root.querySelectorAll(".source");
  for (const file of files) {
    const line = file.querySelector(`[data-line="${mutant.line}"]`);
    if (file.getAttribute("aria-label") !== mutant.path || !line?.button) continue;
    if (line.button.getAttribute("aria-expanded") === "false") line.toggle();
    line.button.focus({ preventScroll: true });
    line.scrollIntoView({ block: "center" });
  }
};

