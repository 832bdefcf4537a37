// ---- Layouts of tiles in registers, and of rings in shared memory with their banks.

function allLayouts() {
  const found = [];
  for (const kernel of page.kernels ?? [])
    for (const layout of kernel.layouts)
      found.push({ name: `${kernel.name}: layout ${layout.name}`, text: layout.text, lines:
        kernel.items.filter(item => Object.values(item.facts).includes(layout.name)) });
  const seen = new Set();
  for (const pipeline of page.pipelines ?? [])
    for (const ring of pipeline.rings) {
      const name = `${pipeline.kernel}: ring ${ring.name} of ${ring.slots} x ${ring.shape} ${ring.type} in shared memory`;
      if (seen.has(name + ring.memory)) continue;
      seen.add(name + ring.memory);
      found.push({ name, text: ring.memory, bytes: bytesOfType(ring.type), line: ring.line, lines: [] });
    }
  return found;
}

function buildLayouts() {
  const layouts = allLayouts(), choose = make("select", { "aria-label": "layout" }), picture = make("div");
  layouts.forEach((one, i) => choose.append(make("option", { value: i }, one.name)));
  function redraw() {
    const one = layouts[Number(choose.value)], layout = parseLayout(one.text), uses = make("ul");
    for (const item of one.lines) uses.append(link(make("li", {}, `line ${item.line}: ${item.text}`), item.line));
    if (one.line) uses.append(link(make("li", {}, `filled at line ${one.line}`), one.line));
    picture.replaceChildren(make("p", {}, make("code", {}, one.text)),
      make("p", { class: "dim" }, one.bytes
        ? "A number is the bank, of 32, that the element lies in; the colours repeat it. Slot 0 is drawn; the others lie alike."
        : "A letter is a warp, a number a lane; the colours repeat the warp. Bases of (0, 0) say that several places hold the same element."),
      one.bytes ? drawBanks(layout, one.bytes) : drawHolders(layout), make("h3", {}, "Where it is used"), uses);
    markLine(null);
  }
  choose.addEventListener("change", redraw);
  if (!layouts.length) return make("p", {}, "No tile has a layout: the kernels work on scalars alone.");
  choose.value = Math.max(0, layouts.findIndex(one => one.bytes));
  redraw();
  const banks = layouts.some(one => one.bytes) ? "" :
    "No ring is in shared memory, so there are no banks to draw; moves through it are under Decisions.";
  return make("div", {}, make("div", { class: "controls" }, make("label", {}, "layout ", choose)), make("p", { class: "dim" }, banks), picture);
}
