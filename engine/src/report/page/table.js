// Tables whose columns sort them. A column: `label`, `value(row)` to sort by, `show(row)`, `title`, `name` for names.

const table = ({ caption, columns, rows, sort }) => {
  let [by, down] = sort ?? [null, false];
  const body = make("tbody");
  const heads = columns.map((column, place) => {
    const press = () => { [by, down] = by === place ? [by, !down] : [place, !column.name]; order(); };
    return make("th", { scope: "col", class: column.name ? "name" : null, title: column.title },
      make("button", { type: "button", onclick: press }, column.label));
  });
  const before = (one, other) => {
    const [a, b] = [columns[by].value(one), columns[by].value(other)];
    const gone = (value) => value === null || value === undefined;
    if (gone(a) || gone(b)) return gone(a) - gone(b);
    const way = typeof a === "string" ? a.localeCompare(b, "en") : a - b;
    return down ? -way : way;
  };
  const order = () => {
    const sorted = by === null ? rows : [...rows].sort(before);
    heads.forEach((head, place) => {
      if (place === by) head.setAttribute("aria-sort", down ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    });
    body.replaceChildren(...sorted.map((row) => make("tr", {}, columns.map((column) => {
      const shown = column.show ? column.show(row) : column.value(row);
      return column.name === "head" ? make("th", { scope: "row", class: "name" }, shown)
        : make("td", { class: column.wide ? "wide" : column.name ? "name" : null }, shown ?? "–");
    }))));
  };
  order();
  return make("div", { class: "scroll" },
    make("table", {}, make("caption", {}, caption), make("thead", {}, make("tr", {}, heads)), body));
};

