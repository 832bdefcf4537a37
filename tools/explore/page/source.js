// ---- The source: what each line cost, what was decided about it, what was found.

const counterOf = line => page.counters?.lines[line];
/// All counters of one kind: "global_load_sectors", "global_copy_sectors", ...
const total = (counters, space, what) =>
  sum(Object.entries(counters).filter(([name]) => name.startsWith(space) && name.endsWith("_" + what)).map(([, n]) => n));
const columns = [
  ["instr", "instructions of warps", c => c.warp_instructions],
  ["req", "requests to global memory", c => total(c, "global_", "requests")],
  ["sect", "sectors of 32 bytes that they touch", c => total(c, "global_", "sectors")],
  ["used%", "percent of the bytes of these sectors that lanes asked for", c => {
    const sectors = total(c, "global_", "sectors");
    return sectors ? Math.round(total(c, "global_", "bytes") / sectors / 0.32) : 0;
  }],
  ["wave", "wavefronts of shared memory", c => total(c, "shared_", "wavefronts")],
  ["confl", "wavefronts that bank conflicts cost", c => total(c, "shared_", "conflicts")],
  ["bulk", "bytes of bulk copies", c => c.bulk_bytes ?? 0],
  ["spill", "bytes of local memory", c => c.local_bytes ?? 0],
];
const isBad = (name, value) => name === "confl" || name === "spill" ? value > 0 : name === "used%" && value > 0 && value < 50;

// Letters for what is decided: readable without colour.
const letters = { access: "A", box: "B", dot: "D", move: "M", exchange: "X", ring: "R", read: "r", role: "W", remark: "!", other: "" };
const itemsOf = line => (page.kernels ?? []).flatMap(kernel => kernel.items.filter(item => item.line === line));
const findingsOf = line => (page.findings ?? []).filter(finding => finding.line === line);

function buildSource() {
  const used = columns.filter(([, , value]) => Object.values(page.counters?.lines ?? {}).some(c => value(c)));
  const most = used.map(([, , value]) => Math.max(...Object.values(page.counters.lines).map(value)));
  const table = make("table"), head = table.appendChild(make("tr"));
  for (const [name, words] of used) head.append(make("th", { scope: "col", title: words }, name));
  head.append(make("th", { scope: "col", title: "decisions" }, ""), make("th", { scope: "col" }, "line"),
              make("th", { scope: "col", class: "text" }, page.file));
  page.source.forEach((text, i) => {
    const line = i + 1, counters = counterOf(line), row = table.appendChild(link(make("tr"), line));
    used.forEach(([name, , value], k) => {
      const number = counters ? value(counters) : 0;
      const hot = number && (isBad(name, number) || name !== "used%" && number === most[k]);
      row.append(make("td", hot ? { class: "hot" } : {}, number || ""));
    });
    const found = findingsOf(line);
    const marks = (found.length ? "F" : "") + [...new Set(itemsOf(line).map(item => letters[item.kind] ?? ""))].join("");
    row.append(make("td", { class: found.length ? "marks bad" : "marks" }, marks),
               make("td", { class: "number" }, line), make("td", { class: "text" }, text || " "));
  });
  byId("source").replaceChildren(table);
}

/// All that is known of the chosen line, in words.
function aboutLine(line) {
  const list = make("ul"), counters = counterOf(line);
  for (const finding of findingsOf(line)) list.append(make("li", { class: finding.note ? "" : "bad" }, finding.text));
  if (counters)
    list.append(make("li", {}, "counted: " + columns.map(([, words, value]) => [words, value(counters)])
      .filter(([, value]) => value).map(([words, value]) => `${value} ${words}`).join(", ")));
  for (const item of itemsOf(line))
    list.append(make("li", {}, item.text + (item.count > 1 ? ` (${item.count} times)` : "") +
                               (item.inside ? ` [${item.inside}]` : "")));
  if (!list.childNodes.length) list.append(make("li", { class: "dim" }, "nothing was decided or counted here"));
  byId("about").replaceChildren(make("h3", {}, `Line ${line}`), make("code", {}, page.source[line - 1].trim()), list);
}
lineListeners.push(aboutLine);
