// ---- The walk: what each program loads and stores, step by step.

/// [first, count, repeats, stride] lists as rectangles of a tensor with that many columns.
function rectangles(runs, columns) {
  const found = [];
  const add = (first, count) => {
    while (count > 0) {
      const row = Math.floor(first / columns), column = first % columns, width = Math.min(count, columns - column);
      const last = found[found.length - 1];
      if (last && last.column === column && last.width === width && last.row + last.height === row) ++last.height;
      else found.push({ row, column, width, height: 1 });
      first += width;
      count -= width;
    }
  };
  for (const [first, count, repeats = 1, stride = 0] of runs)
    if (stride === columns && first % columns + count <= columns)
      found.push({ row: Math.floor(first / columns), column: first % columns, width: count, height: repeats });
    else for (let i = 0; i < repeats; ++i) add(first + i * stride, count);
  return found;
}
const elementsOf = runs => sum(runs.map(([, count, repeats = 1]) => count * repeats));

/// How a tensor is drawn: its last dimension to the right, the others downwards; one long line is folded.
function drawnShape(shape) {
  if (shape.length !== 1) return [shape.slice(0, -1).reduce((a, b) => a * b, 1), shape[shape.length - 1] ?? 1];
  const columns = shape[0] <= 64 ? shape[0] : 2 ** Math.ceil(Math.log2(Math.sqrt(shape[0]) * 1.4));
  return [Math.ceil(shape[0] / columns), columns];
}

const walk = { programs: [], current: 0, at: 0, timer: null, others: false };
for (const step of page.walk?.steps ?? []) {
  const key = step.launch + "|" + step.program;
  let program = walk.programs.find(one => one.key === key);
  if (!program) {
    const launch = page.walk.launches[step.launch];
    program = { key, launch: step.launch, id: step.program, steps: [],
                name: `${page.walk.launches.length > 1 ? `${step.launch + 1}. ` : ""}${launch.kernel} (${step.program.join(", ")})` };
    walk.programs.push(program);
  }
  program.steps.push(step);
}

function drawTensor(index, step, before) {
  const tensor = page.walk.tensors[index], [rows, columns] = drawnShape(tensor.shape);
  const scale = Math.min(360 / columns, 320 / rows, 14), wide = Math.max(columns * scale, 8), high = Math.max(rows * scale, 8);
  const isNow = step.tensor === index, verb = { load: "loaded now", store: "stored now", atomic: "updated now" }[step.kind];
  const what = `${tensor.name} [${tensor.shape.join(" x ")}] ${tensor.type}`;
  const svg = draw("svg", { viewBox: `-1 -1 ${wide + 2} ${high + 2}`, width: wide + 2, height: high + 2, role: "img",
                            "aria-label": what + (isNow ? ": " + verb : "") });
  const place = (one, attributes) => draw("rect", { x: one.column * scale, y: one.row * scale, width: Math.max(one.width * scale, .7),
                                                    height: Math.max(one.height * scale, .7), ...attributes });
  svg.append(draw("rect", { width: wide, height: high, class: "frame" }));
  for (const earlier of before)
    if (earlier.tensor === index)
      svg.append(...rectangles(earlier.runs, columns).map(one => place(one, { class: "seen" })));
  if (walk.others) { // where each program begins, those that share a place together
    const begins = new Map();
    for (const other of walk.programs.filter(one => one.launch === step.launch)) {
      const same = other.steps.find(one => one.tensor === index && (isNow ? one.line === step.line : true));
      const first = same && rectangles(same.runs, columns)[0];
      if (!first) continue;
      const key = JSON.stringify(first);
      if (!begins.has(key)) begins.set(key, { first, ids: [] });
      begins.get(key).ids.push(other.id.join(","));
    }
    for (const { first, ids } of begins.values())
      svg.append(place(first, { class: "others" }), draw("text", { class: "over", x: first.column * scale + 2, y: first.row * scale + 9 },
        ids[0] + (ids.length > 1 ? ` and ${ids.length - 1} more` : "")));
  }
  if (isNow)
    svg.append(...rectangles(step.runs, columns).map(one => place(one, { class: step.kind === "load" ? "now-load" : "now-store" })));
  if (tensor.shape.length > 2) { // where a new matrix of the batch begins
    const matrix = tensor.shape[tensor.shape.length - 2];
    for (let row = matrix; row < rows; row += matrix)
      svg.append(draw("path", { class: "split", d: `M0 ${row * scale} H${wide}` }));
  }
  return make("figure", {}, make("figcaption", {}, what + (isNow ? `: ${verb}` : "")), svg);
}

/// The tile of an access, with the elements that the mask stops.
function drawTileMask(step) {
  const [rows, columns] = drawnShape(step.tile.length ? step.tile : [1]);
  const scale = Math.min(300 / columns, 220 / rows, 14), wide = Math.max(columns * scale, 8), high = Math.max(rows * scale, 8);
  const off = elementsOf(step.masked), words = `the tile, ${step.tile.join(" x ") || "one element"}: ` +
    (off ? `the mask stops ${off} (crossed out)` : "no element is masked off");
  const svg = draw("svg", { viewBox: `-1 -1 ${wide + 2} ${high + 2}`, width: wide + 2, height: high + 2, role: "img", "aria-label": words });
  svg.append(draw("rect", { width: wide, height: high, class: step.kind === "load" ? "now-load" : "now-store" }),
    ...rectangles(step.masked, columns).map(one => draw("rect", { x: one.column * scale, y: one.row * scale,
      width: one.width * scale, height: one.height * scale, class: "masked", style: "fill-opacity: 1" })));
  return make("figure", {}, make("figcaption", {}, words), svg);
}

/// The layout that the compiler gave an access of that line.
function layoutOfStep(step) {
  const name = page.walk.launches[step.launch].kernel;
  for (const kernel of (page.kernels ?? []).filter(one => one.name === name))
    for (const item of kernel.items)
      if (item.line === step.line && item.facts.layout && item.kind === "access")
        return kernel.layouts.find(one => one.name === item.facts.layout)?.text;
  return null;
}

function describeStep(step, count) {
  const tensor = page.walk.tensors[step.tensor], [, columns] = drawnShape(tensor.shape), off = elementsOf(step.masked);
  const all = rectangles(step.runs, columns), verb = { load: "loads", store: "stores", atomic: "updates" }[step.kind];
  const range = (from, to) => all.length ? `${Math.min(...all.map(from))} to ${Math.max(...all.map(to))}` : "none";
  return `Step ${walk.at + 1} of ${count}: ${page.walk.launches[step.launch].kernel}, program (${step.program.join(", ")}), line ${step.line}: ` +
    `${verb} ${plural(elementsOf(step.runs), "element")} of ${tensor.name}, rows ${range(r => r.row, r => r.row + r.height - 1)}, ` +
    `columns ${range(r => r.column, r => r.column + r.width - 1)}; ` +
    (off ? `the mask stops ${off} of ${off + elementsOf(step.runs)}.` : "no element is masked off.");
}

function drawWalk() {
  const { steps } = walk.programs[walk.current], step = steps[walk.at], { time, program, words, pictures, holders } = walk.parts;
  time.max = steps.length - 1;
  time.value = walk.at;
  program.value = walk.current;
  words.textContent = describeStep(step, steps.length);
  const used = [...new Set(steps.map(one => one.tensor))].sort((a, b) => a - b);
  pictures.replaceChildren(...used.map(index => drawTensor(index, step, steps.slice(0, walk.at))), drawTileMask(step));
  const layout = layoutOfStep(step);
  if (layout !== walk.layout) {
    walk.layout = layout;
    holders.replaceChildren(...(layout ? [make("h3", {}, "Who holds the tile: warp (letter) and lane (number)"), drawHolders(parseLayout(layout))] : []));
  }
  chooseLine(step.line);
}
function goTo(step) {
  walk.at = clamp(step, 0, walk.programs[walk.current].steps.length - 1);
  drawWalk();
}
function chooseProgram(number) {
  walk.current = (number + walk.programs.length) % walk.programs.length;
  goTo(Math.min(walk.at, walk.programs[walk.current].steps.length - 1));
}
function play() {
  clearInterval(walk.timer);
  walk.timer = walk.timer ? null : setInterval(() => {
    if (walk.at + 1 < walk.programs[walk.current].steps.length) goTo(walk.at + 1);
    else play();
  }, 500);
  walk.parts.player.textContent = walk.timer ? "stop" : "play";
}

function buildWalk() {
  const time = make("input", { type: "range", min: 0, value: 0, "aria-label": "step" });
  const program = make("select", { "aria-label": "program" }), others = make("input", { type: "checkbox" });
  walk.programs.forEach((one, i) => program.append(make("option", { value: i }, one.name)));
  const button = (text, act) => {
    const node = make("button", { type: "button" }, text);
    node.addEventListener("click", act);
    return node;
  };
  const player = button("play", play);
  time.addEventListener("input", () => goTo(Number(time.value)));
  program.addEventListener("change", () => chooseProgram(Number(program.value)));
  others.addEventListener("change", () => { walk.others = others.checked; drawWalk(); });
  walk.parts = { time, program, player, words: make("div", { class: "words", id: "words", role: "status", "aria-live": "polite" }),
                 pictures: make("div", { class: "pictures" }), holders: make("div") };
  const notes = page.walk.launches.map(one =>
    `${one.kernel} ran as ${plural(one.programs, "program")}` + (one.kept < one.programs ? `, of which ${one.kept} are here, the first ones and the last` : "") +
    (one.dropped ? `; ${one.dropped} later steps of these are left out` : ""));
  return make("div", {},
    make("div", { class: "controls" }, make("label", {}, "program ", program), button("◀", () => goTo(walk.at - 1)), time,
         button("▶", () => goTo(walk.at + 1)), player, make("label", {}, others, " all programs")),
    make("p", { class: "dim" }, "Keys: ", make("kbd", {}, "←"), " ", make("kbd", {}, "→"), " step, ", make("kbd", {}, "p"), " next program, ",
         make("kbd", {}, "space"), " play. Lines leaning right: loaded; lines leaning left: stored; grey: touched before; × masked off."),
    walk.parts.words, walk.parts.pictures, walk.parts.holders,
    make("p", { class: "dim" }, notes.join("; ") + "."));
}
