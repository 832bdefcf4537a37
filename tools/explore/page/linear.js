// ---- Linear layouts: which place holds which element, and a grid that shows it.

/// "#tqg.linear<reg = [(0, 1)], lane = [...], ...>" as lists of coordinates.
function parseLayout(text) {
  const layout = { bases: {}, shape: [] };
  for (const [, name, list] of (text ?? "").matchAll(/(\w+) = \[([^\]]*)\]/g))
    layout.bases[name] = [...list.matchAll(/\(([^)]*)\)/g)].map(m => m[1].split(",").map(Number));
  const shape = /shape = \(([^)]*)\)/.exec(text ?? "");
  layout.shape = shape ? shape[1].split(",").filter(n => n.trim()).map(Number) : [];
  return layout;
}
/// The element of a place: the xor of the bases that its bits choose.
function elementAt(layout, place) {
  const at = layout.shape.map(() => 0);
  for (const [name, number] of Object.entries(place))
    (layout.bases[name] ?? []).forEach((base, bit) => {
      if (number >> bit & 1) base.forEach((x, dim) => at[dim] ^= x);
    });
  return at;
}
const flat = (at, shape) => at.reduce((sum, x, dim) => sum * shape[dim] + x, 0);
/// All places of each element, by its number in row-major order.
function placesOf(layout) {
  const names = Object.keys(layout.bases), sizes = names.map(name => 1 << layout.bases[name].length);
  const places = new Map(), count = sizes.reduce((a, b) => a * b, 1);
  for (let i = 0; i < count; ++i) {
    const place = {};
    let rest = i;
    names.forEach((name, k) => { place[name] = rest % sizes[k]; rest = Math.floor(rest / sizes[k]); });
    const element = flat(elementAt(layout, place), layout.shape);
    if (!places.has(element)) places.set(element, []);
    places.get(element).push(place);
  }
  return places;
}
const warpLetter = warp => "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef"[warp] ?? "?";
const bankOf = (offset, bytes) => Math.floor(offset * bytes / 4) % 32;
/// Of "f16", "bf16", "i1", "f8E4M3FN": the first number counts bits.
const bytesOfType = type => Math.max(1, Number(/\d+/.exec(type ?? "")?.[0] ?? 32) / 8);

/// A window of a tile as a grid. `cellOf(element)` gives {label, hue, group, words}; the arrow keys move a
/// cursor, and cells of the same group as the one at it are framed.
function drawGrid(shape, cellOf, title) {
  const two = shape.length === 1 ? [1, shape[0]] : [shape.slice(0, -1).reduce((a, b) => a * b, 1), shape[shape.length - 1]];
  const most = [32, 32], w = 27, h = 16;
  const node = make("div"), controls = make("div", { class: "controls" }), words = make("div", { class: "words", role: "status", "aria-live": "polite" });
  const from = [0, 0], at = [0, 0];
  const inputs = ["first row", "first column"].map((name, dim) => {
    const input = make("input", { type: "number", min: 0, max: Math.max(0, two[dim] - 1), step: 8, value: 0 });
    input.addEventListener("change", () => { from[dim] = at[dim] = clamp(Number(input.value) || 0, 0, two[dim] - 1); redraw(); });
    if (two[dim] > most[dim]) controls.append(make("label", {}, name + " ", input));
    return input;
  });
  const svg = draw("svg", { tabindex: 0, role: "application", "aria-label": title + ". The arrow keys move through the elements." });
  const describe = () => {
    const cell = cellOf(at[0] * two[1] + at[1]);
    words.textContent = `element (${shape.length === 1 ? at[1] : at.join(", ")}): ` + (cell?.words ?? "no place");
  };
  function redraw() {
    const rows = Math.min(most[0], two[0] - from[0]), cols = Math.min(most[1], two[1] - from[1]);
    svg.setAttribute("viewBox", `-30 -14 ${cols * w + 34} ${rows * h + 18}`);
    svg.setAttribute("width", cols * w + 34);
    const marked = cellOf(at[0] * two[1] + at[1])?.group;
    const nodes = [], above = [];
    for (let c = 0; c < cols; ++c) nodes.push(draw("text", { x: c * w + 4, y: -4 }, from[1] + c));
    for (let r = 0; r < rows; ++r) {
      nodes.push(draw("text", { x: -28, y: r * h + 11 }, from[0] + r));
      for (let c = 0; c < cols; ++c) {
        const cell = cellOf((from[0] + r) * two[1] + from[1] + c);
        const rect = draw("rect", { x: c * w, y: r * h, width: w, height: h, class: cell ? "cell" : "cell none",
                                    style: `--hue: ${cell?.hue ?? 0}` });
        const isAt = from[0] + r === at[0] && from[1] + c === at[1];
        if (cell && cell.group === marked) rect.classList.add("same");
        if (isAt) rect.classList.add("at");
        rect.addEventListener("click", () => { at[0] = from[0] + r; at[1] = from[1] + c; redraw(); });
        (isAt || cell?.group === marked ? above : nodes).push(rect);
        (isAt || cell?.group === marked ? above : nodes).push(draw("text", { x: c * w + 3, y: r * h + 11, "pointer-events": "none" }, cell?.label ?? ""));
      }
    }
    svg.replaceChildren(...nodes, ...above);
    inputs.forEach((input, dim) => input.value = from[dim]);
    describe();
  }
  svg.addEventListener("keydown", event => {
    const move = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    move.forEach((by, dim) => {
      at[dim] = clamp(at[dim] + by, 0, two[dim] - 1);
      from[dim] = clamp(from[dim], at[dim] - most[dim] + 1, at[dim]);
    });
    redraw();
  });
  redraw();
  node.append(controls, words, make("figure", {}, svg));
  return node;
}

/// Who holds each element of a tile in registers.
function drawHolders(layout) {
  const places = placesOf(layout);
  return drawGrid(layout.shape, element => {
    const held = places.get(element);
    if (!held) return null;
    const { warp = 0, lane = 0, reg = 0 } = held[0];
    return { label: warpLetter(warp) + lane, hue: (warp * 67 + (lane & 1) * 16 + 200) % 360, group: warp * 32 + lane,
             words: `register ${reg} of lane ${lane} of warp ${warp} (${warpLetter(warp)})` +
               (held.length > 1 ? `; ${held.length - 1} other places hold it too` : "") +
               "; framed: what else this thread holds" };
  }, "which lane of which warp holds each element");
}
/// The bank of shared memory that each element of a tile lies in.
function drawBanks(layout, bytes) {
  const places = placesOf(layout);
  return drawGrid(layout.shape, element => {
    const held = places.get(element);
    if (!held) return null;
    const offset = held[0].offset ?? 0, bank = bankOf(offset, bytes);
    return { label: bank, hue: bank * 11.25, group: bank,
             words: `offset ${offset * bytes} bytes, bank ${bank}; framed: what else lies in bank ${bank}, two words of which a warp cannot touch at once` };
  }, "the bank of shared memory of each element");
}
