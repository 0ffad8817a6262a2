// A matrix of any length: only the rows in sight are there. One cell takes the focus, and the arrow keys move it.

const ROW = 27;
const SPARE = 8;
const MOST_PRINTED = 1000;

const grid = ({ label, corner, columns, rows, head, cell, open, width = 280, column = 76 }) => {
  const template = `${width}px repeat(${columns.length}, minmax(${column}px, 1fr))`;
  const total = width + columns.length * column;
  const body = make("div", { class: "body", role: "rowgroup" });
  body.style.height = `${rows * ROW}px`;
  body.style.width = `max(100%, ${total}px)`;
  const top = make("div", { role: "row", class: "head", "aria-rowindex": 1 },
    make("div", { role: "columnheader" }, corner),
    columns.map(({ text, title }) => make("div", { role: "columnheader", title }, text)));
  top.style.gridTemplateColumns = template;
  top.style.width = `max(100%, ${total}px)`;
  const all = make("div", {
    class: "grid", role: "grid", "aria-label": label, "aria-rowcount": rows + 1, "aria-colcount": columns.length + 1,
  }, make("div", { role: "rowgroup" }, top), body);
  const shown = new Map();
  let at = [0, 0];

  const line = (row) => {
    const made = ({ text, title, name }, place) => make("div", {
      role: place ? "gridcell" : "rowheader", class: name, title, "aria-label": place ? title : null,
      "aria-colindex": place + 1, tabindex: row === at[0] && place === at[1] ? 0 : -1, "data-at": `${row},${place}`,
    }, text);
    const element = make("div", { role: "row", "aria-rowindex": row + 2 },
      made(head(row), 0), columns.map((_, place) => made(cell(row, place), place + 1)));
    element.style.gridTemplateColumns = template;
    element.style.top = `${row * ROW}px`;
    element.style.width = "100%";
    return element;
  };
  const inSight = () => [Math.max(0, Math.floor(all.scrollTop / ROW) - SPARE),
    Math.min(rows, Math.ceil((all.scrollTop + (all.clientHeight || 600)) / ROW) + SPARE)];
  const render = ([from, to]) => {
    // The row with the focus stays, wherever it is: a focus that vanishes is a reader who is lost.
    for (const [row, element] of shown) {
      if ((row < from || row >= to) && row !== at[0]) { element.remove(); shown.delete(row); }
    }
    const wanted = [...Array(to - from).keys()].map((place) => place + from);
    if (rows > 0) wanted.push(at[0]);
    for (const row of wanted) {
      if (!shown.has(row)) { shown.set(row, line(row)); body.append(shown.get(row)); }
    }
  };
  const find = ([row, place]) => shown.get(row)?.children[place];
  const move = (row, place) => {
    find(at)?.setAttribute("tabindex", -1);
    at = [Math.min(rows - 1, Math.max(0, row)), Math.min(columns.length, Math.max(0, place))];
    const above = at[0] * ROW, seen = all.clientHeight - top.offsetHeight;
    if (above < all.scrollTop) all.scrollTop = above;
    if (above + ROW > all.scrollTop + seen) all.scrollTop = above + ROW - seen;
    render(inSight());
    const cell = find(at);
    cell.setAttribute("tabindex", 0);
    cell.focus({ preventScroll: true });
    if (at[1]) cell.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  const page = () => Math.max(1, Math.floor(all.clientHeight / ROW) - 2);
  all.addEventListener("keydown", (event) => {
    const [row, place] = at;
    const ends = event.ctrlKey || event.metaKey;
    const moves = {
      ArrowUp: [row - 1, place], ArrowDown: [row + 1, place], ArrowLeft: [row, place - 1], ArrowRight: [row, place + 1],
      PageUp: [row - page(), place], PageDown: [row + page(), place],
      Home: [ends ? 0 : row, 0], End: [ends ? rows - 1 : row, columns.length],
    };
    if (moves[event.key]) { event.preventDefault(); move(...moves[event.key]); }
    else if (event.key === "Enter" || event.key === " ") { event.preventDefault(); open(row, place - 1); }
  });
  all.addEventListener("click", (event) => {
    const place = event.target.closest("[data-at]")?.dataset.at.split(",").map(Number);
    if (place) { move(...place); open(place[0], place[1] - 1); }
  });
  all.addEventListener("scroll", () => render(inSight()), { passive: true });
  new ResizeObserver(() => render(inSight())).observe(all);
  // Paper has no scrolling: all rows are there, up to what somebody would print.
  addEventListener("beforeprint", () => { if (all.isConnected) render([0, Math.min(rows, MOST_PRINTED)]); });
  addEventListener("afterprint", () => { if (all.isConnected) render(inSight()); });
  render(inSight());
  return all;
};

