// ---- Pipelines: what is copied ahead, when it is read, and in which slot.

/// How many turns ahead of its use a tile of the ring is copied, and the place of copy and read in a turn.
function planOf(pipeline, ring, lanes) {
  const turns = lanes.map(lane => lane.turn);
  const find = what => {
    for (const turn of turns) {
      const at = turn.findIndex(event => event.what === what && event.ring === ring);
      if (at >= 0) return (at + 1) / (turn.length + 1);
    }
    return null;
  };
  const hasProducer = lanes.some(lane => lane.role && lane.turn.some(event => event.what === "copy"));
  const one = pipeline.rings[ring];
  return { mayWait: hasProducer, ahead: hasProducer ? one.slots : one.before, copy: hasProducer ? 0.9 : find("copy"), read: find("read") ?? 0.5 };
}

function drawPipeline(pipeline, lanes) {
  const plans = pipeline.rings.map((ring, i) => planOf(pipeline, i, lanes));
  const ahead = Math.max(...plans.map(plan => plan.ahead)), turns = 7, w = 104, h = 20, left = 96;
  const rows = pipeline.rings.flatMap((ring, i) => Array.from({ length: ring.slots }, (_, slot) => ({ ring: i, slot, label: `${ring.name}, slot ${slot}` })));
  const wide = left + (ahead + turns) * w + 10, high = 30 + (rows.length + 1) * h;
  const x = column => left + (ahead + column) * w;
  const bar = (kind, from, to, y, words, number) => [
    draw("rect", { class: kind, x: from, y, width: Math.max(to - from, 4), height: h - 5 }),
    draw("text", { class: "over", x: from + 3, y: y + 11 }, to - from > 42 ? `${words} ${number}` : number)];
  const words = pipeline.rings.map((ring, i) => `tile t of ${ring.name} goes to slot t modulo ${ring.slots}, ` +
    `and is copied ${plans[i].mayWait ? "up to " : ""}${plural(plans[i].ahead, "turn")} before it is read`).join("; ");
  const svg = draw("svg", { viewBox: `0 0 ${wide} ${high}`, width: wide, role: "img", "aria-label": words });
  for (let column = -ahead; column <= turns; ++column) {
    svg.append(draw("path", { class: "rule", d: `M${x(column)} 14 V${high}` }));
    if (column < turns) svg.append(draw("text", { x: x(column) + 4, y: 10 }, column < 0 ? `before ${column + ahead + 1}` : `turn ${column}`));
  }
  rows.forEach((row, r) => {
    const y = 20 + r * h, plan = plans[row.ring], slots = pipeline.rings[row.ring].slots;
    svg.append(draw("text", { x: 4, y: y + 12 }, row.label));
    for (let tile = row.slot; tile < turns; tile += slots) {
      const isBefore = tile < plan.ahead, from = x(tile - plan.ahead + (isBefore ? 0.3 : plan.copy ?? 0.3)), to = x(tile + plan.read);
      if (plan.copy !== null || isBefore)
        svg.append(...bar("flight", from, to, y, "copy", tile));
      svg.append(...bar("read", to, x(tile + 1), y, "read", tile));
    }
  });
  const y = 20 + rows.length * h;
  svg.append(draw("text", { x: 4, y: y + 12 }, "products"));
  for (let turn = 0; turn < turns; ++turn)
    svg.append(...bar("read", x(turn) + w * 0.5, x(turn) + w * 0.95, y, "turn", turn));
  return make("figure", {}, make("figcaption", {}, words + "."), svg);
}

const eventWords = { copy: "start the copy of", wait: "wait for", read: "read", multiply: "multiply", release: "say that the slot is free" };
function drawTurn(pipeline, lane) {
  const list = make("ol");
  for (const event of lane.turn) {
    const ring = pipeline.rings[event.ring]?.name;
    const what = event.what === "wait" && !ring ? lane.role ? "wait for a free slot" : "wait for the oldest copies"
      : `${eventWords[event.what]} ${ring ? `a tile of ${ring}` : ""}`.trim();
    list.append(link(make("li", {}, `${what}, line ${event.line || "?"}`), event.line));
  }
  return make("div", {}, make("h3", {}, `${lane.role ? `The ${lane.role}: ` : ""}a turn of the loop at line ${lane.line}`), list);
}

function buildTimeline() {
  const node = make("div", {}, make("p", { class: "dim" },
    "What the schedule says, one column a turn of the loop: hatched, a copy is on its way; filled, the tile is read. " +
    "No time was measured: a turn is as wide as any other."));
  const pipelines = page.pipelines ?? [];
  if (!pipelines.length) {
    const why = (page.kernels ?? []).flatMap(kernel => kernel.items.filter(item => item.facts.category === "pipeline"))
      .map(item => link(make("li", {}, `line ${item.line}: ${item.text}`), item.line));
    return make("div", {}, make("p", {}, "No loop of these kernels is pipelined" + (why.length ? ":" : ".")), make("ul", {}, ...why));
  }
  for (const pipeline of pipelines) {
    const roles = [...new Set(pipeline.lanes.map(lane => lane.role))];
    const lists = roles.map(role => pipeline.lanes.filter(lane => lane.role === role));
    for (let i = 0; i < Math.max(...lists.map(list => list.length)); ++i) { // one of each role works together
      const lanes = lists.map(list => list[Math.min(i, list.length - 1)]);
      node.append(make("h3", {}, `${pipeline.kernel}, the loop at line ${lanes[lanes.length - 1].line}`), drawPipeline(pipeline, lanes),
                  make("div", { class: "pictures" }, ...lanes.map(lane => drawTurn(pipeline, lane))));
    }
  }
  return node;
}
