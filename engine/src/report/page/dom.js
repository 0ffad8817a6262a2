// Elements are made here, and only here: with text, never with markup.

const SVG = "http://www.w3.org/2000/svg";

const fill = (element, attributes, children) => {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
};

const make = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
const draw = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);
const byId = (id) => document.getElementById(id);

// Data lies in the page as text; a part that nobody looks at is never parsed.
const read = (id) => {
  const node = byId(id);
  return node ? JSON.parse(node.textContent) : null;
};

// What changed, for those who do not see it.
const say = (text) => { byId("status").textContent = text; };

// `#/instance/412?arm=3`: where we are, and what is chosen there.
const route = () => {
  const [path, query] = location.hash.replace(/^#/, "").split("?");
  const parts = path.split("/").filter((part) => part).map(decodeURIComponent);
  return { parts, chosen: new URLSearchParams(query ?? "") };
};

const link = (parts, chosen = {}) => {
  const wanted = Object.entries(chosen).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const query = new URLSearchParams(wanted).toString();
  return "#/" + parts.map(encodeURIComponent).join("/") + (query ? "?" + query : "");
};

// The place changes with each choice, so that a copied address shows the same; going back skips choices.
const choose = (chosen) => {
  const { parts } = route();
  history.replaceState(null, "", link(parts, chosen));
};

// A form of choices. `update` is told all of them whenever one changes.
const filters = (controls, update) => {
  const values = () => Object.fromEntries(controls.map(({ name, input }) => [name, input.value]));
  const changed = () => { choose(values()); update(values()); };
  const form = make("form", { class: "filters", "aria-label": "Choose what is shown", onsubmit: (event) => event.preventDefault() },
    controls.map(({ label, input }) => make("label", {}, label, input)));
  form.addEventListener("input", changed);
  return { form, values };
};

const selection = (name, label, options, chosen) => {
  const input = make("select", { name }, options.map(([value, text]) => make("option", { value }, text)));
  if (options.some(([value]) => value === chosen)) input.value = chosen;
  return { name, label, input };
};

const search = (name, label, chosen) =>
  ({ name, label, input: make("input", { name, type: "search", value: chosen ?? "" }) });

// Shows a page: its title, and the focus on its heading, unless the page is the first.
let first = true;
const show = (title, ...content) => {
  const heading = make("h1", { tabindex: "-1" }, title);
  byId("main").replaceChildren(heading, ...content.flat().filter((part) => part));
  document.title = title + " – mutscore";
  if (!first) { heading.focus({ preventScroll: true }); scrollTo(0, 0); }
  first = false;
};

const navigation = (places) => {
  const { parts } = route();
  byId("nav").replaceChildren(...places.map(([text, place]) =>
    make("li", {}, make("a", { href: link(place), "aria-current": place.join() === parts.join() ? "page" : null }, text))));
};

// Starts the page, and again whenever the place changes. The skip link moves the focus and leaves the place alone.
const start = (render) => {
  byId("skip").addEventListener("click", (event) => { event.preventDefault(); byId("main").focus(); });
  addEventListener("hashchange", render);
  render();
};

