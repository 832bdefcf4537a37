// ---- Everything that was decided, line by line, and what a run counted in all.

function resourceWords(kernel) {
  const r = kernel.resources;
  if (!r) return `${page.no_resources ?? "registers are not known"}`;
  return `${r.registers} registers a thread, ` + (r.spill_stores || r.spill_loads ? `${r.spill_stores} bytes of spill stores, ${r.spill_loads} of loads` : "no spills") +
    (r.blocks ? `; ${plural(r.blocks, "block")} on a multiprocessor, ${r.warps} of ${r.max_warps} warps, limited by ${r.limit}` : "");
}

function launchWords(launch) {
  const total = launch.total, o = launch.occupancy;
  return `${launch.kernel}, grid ${launch.grid.join(" x ")}: ${total.warp_instructions} instructions of warps; ` +
    columns.slice(1).map(([, words, value]) => [words, value(total)]).filter(([, n]) => n).map(([words, n]) => `${n} ${words}`).join(", ") +
    `; ${o.warps} of ${o.most_warps} warps on a multiprocessor, limited by ${o.limits}`;
}

function buildDecisions() {
  const node = make("div");
  if (page.counters?.launches.length)
    node.append(make("h3", {}, "What the emulator counted"), make("ul", {}, ...page.counters.launches.map(one => make("li", {}, launchWords(one)))));
  const loose = (page.findings ?? []).filter(finding => !finding.line);
  if (loose.length) node.append(make("h3", {}, "Found"), make("ul", {}, ...loose.map(one => make("li", { class: one.note ? "" : "bad" }, one.text))));
  for (const kernel of page.kernels ?? []) {
    node.append(make("h3", {}, `${kernel.name} on ${kernel.arch}: ${plural(kernel.warps, "warp")}, ${plural(kernel.stages, "stage")}, ` +
      `${kernel.shared_bytes} bytes of shared memory`), make("p", { class: "dim" }, resourceWords(kernel)));
    const table = make("table", { class: "plain" }, make("tr", {}, ...["line", "kind", "decision"].map(text => make("th", { scope: "col" }, text))));
    for (const item of kernel.items)
      table.append(link(make("tr", {}, make("td", {}, item.line || ""), make("td", {}, `${letters[item.kind] ?? ""} ${item.kind}`),
        make("td", {}, item.text + (item.count > 1 ? ` (${item.count} times)` : "") + (item.inside ? ` [${item.inside}]` : ""))), item.line));
    node.append(table);
  }
  return node;
}
