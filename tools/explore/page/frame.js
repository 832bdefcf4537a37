"use strict";
// ---- The frame: elements, views, and the source line that all of them share.

const page = JSON.parse(document.getElementById("data").textContent);
const byId = id => document.getElementById(id);
const svgSpace = byId("drawing").namespaceURI;

function put(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children.map(child => child instanceof Node ? child : String(child)));
  return node;
}
const make = (name, attributes = {}, ...children) => put(document.createElement(name), attributes, children);
const draw = (name, attributes = {}, ...children) => put(document.createElementNS(svgSpace, name), attributes, children);
const sum = numbers => numbers.reduce((a, b) => a + b, 0);
const clamp = (value, low, high) => Math.max(low, Math.min(high, value));
const plural = (count, one, many = one + "s") => `${count} ${count === 1 ? one : many}`;

// ---- Views.
const views = [];
let shown = null;
function showView(view) {
  shown = view;
  document.body.dataset.view = view.title;
  for (const one of views) {
    one.tab.setAttribute("aria-selected", one === view);
    one.tab.tabIndex = one === view ? 0 : -1;
  }
  byId("view").setAttribute("aria-labelledby", view.tab.id);
  byId("view").replaceChildren(make("h2", {}, view.title), view.node ??= view.build());
  view.show?.();
  markLine(null);
}
function addView(view) {
  views.push(view);
  view.tab = make("button", { role: "tab", type: "button", id: `tab${views.length}`, "aria-controls": "view" }, `${views.length} ${view.title}`);
  view.tab.addEventListener("click", () => showView(view));
  byId("tabs").append(view.tab);
}

// ---- The line that is chosen.
let chosen = 0;
const lineListeners = [];
/// Makes `node` one of those that belong to a line of the source.
function link(node, line) {
  if (!line) return node;
  node.dataset.line = line;
  node.style.setProperty("--hue", line * 47 % 360);
  return node;
}
/// Marks all that belong to the chosen line, and scrolls lists to it but `from`.
function markLine(from) {
  for (const node of document.querySelectorAll(".linked")) node.classList.remove("linked");
  for (const node of document.querySelectorAll(`[data-line="${chosen}"]`)) node.classList.add("linked");
  for (const list of document.querySelectorAll(".lines")) {
    const first = list.querySelector(".linked:not(.weak)") ?? list.querySelector(".linked");
    if (first && list !== from) list.scrollTop = first.offsetTop - list.clientHeight / 3;
  }
}
function chooseLine(line, from = null) {
  chosen = clamp(line, 1, page.source.length);
  markLine(from);
  for (const listener of lineListeners) listener(chosen);
}
document.addEventListener("click", event => {
  const row = event.target.closest?.("[data-line]");
  if (row) {
    moveCursor(row.closest(".lines"), row);
    chooseLine(Number(row.dataset.line), row.closest(".lines"));
  }
});

// ---- Lists of lines: the arrow keys go through the rows that have a line.
function moveCursor(list, row) {
  if (!list) return;
  list.querySelector(".cursor")?.classList.remove("cursor");
  row.classList.add("cursor");
  if (row.offsetTop < list.scrollTop + 20 || row.offsetTop + 30 > list.scrollTop + list.clientHeight)
    list.scrollTop = row.offsetTop - list.clientHeight / 2;
}
function stepInList(list, by) {
  const rows = [...list.querySelectorAll("tr[data-line]")];
  if (!rows.length) return;
  let at = rows.indexOf(list.querySelector(".cursor") ?? list.querySelector(".linked"));
  at = clamp(at + by, 0, rows.length - 1);
  moveCursor(list, rows[at]);
  chooseLine(Number(rows[at].dataset.line), list);
}

// ---- Keys.
const listKeys = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 };
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target, list = target.closest?.(".lines");
  const types = ["SELECT", "INPUT", "TEXTAREA"].includes(target.tagName);
  let act = null;
  if (list && target === list && event.key in listKeys) act = () => stepInList(list, listKeys[event.key]);
  else if (target.getAttribute?.("role") === "tab" && ["ArrowLeft", "ArrowRight"].includes(event.key)) {
    const at = views.indexOf(shown) + (event.key === "ArrowRight" ? 1 : views.length - 1);
    act = () => { showView(views[at % views.length]); shown.tab.focus(); };
  } else if (types) return;
  else if (views[Number(event.key) - 1]) act = () => showView(views[Number(event.key) - 1]);
  else if (event.key === "j") act = () => chooseLine(chosen + 1);
  else if (event.key === "k") act = () => chooseLine(chosen - 1);
  else if (shown?.keys?.[event.key] && !(target.tagName === "BUTTON" && event.key === " ")) act = shown.keys[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});
