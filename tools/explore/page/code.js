// ---- The code of each phase side by side.

const phaseWords = { tile: "what the kernel means", layout: "where each tile lives", schedule: "when, and where in shared memory",
                     ptx: "what devices take", sass: "what the GPU runs" };

function buildColumn(phase) {
  const table = make("table"), head = table.appendChild(make("tr"));
  head.append(make("th", { scope: "col" }, "line"), make("th", { scope: "col", class: "text" }, `${phase.name}: ${phaseWords[phase.name] ?? ""}`));
  phase.text.forEach((text, i) => table.append(link(make("tr", { class: text.includes(" = arith.constant ") ? "weak" : "" },
    make("td", { class: "number" }, phase.lines[i] || ""), make("td", { class: "text" }, text || " ")), phase.lines[i])));
  return make("div", { class: "lines", tabindex: 0, "data-phase": phase.name, "aria-label": `${phase.name}, linked to the source` }, table);
}

function buildCode() {
  const columns = make("div", { id: "columns" }), controls = make("div", { class: "controls" }), note = make("p", { class: "dim" });
  const visible = {};
  const choose = make("select", { "aria-label": "kernel" });
  function redraw() {
    const code = page.codes[Number(choose.value) || 0];
    columns.replaceChildren(...code.phases.filter(phase => visible[phase.name] !== false).map(buildColumn));
    note.textContent = code.no_sass ? `No SASS: ${code.no_sass}.` : "";
    markLine(null);
  }
  page.codes.forEach((code, i) => choose.append(make("option", { value: i }, code.kernel ? `${i + 1}. ${code.kernel}` : "all kernels")));
  choose.addEventListener("change", redraw);
  if (page.codes.length > 1) controls.append(make("label", {}, "kernel ", choose));
  for (const name of new Set(page.codes.flatMap(code => code.phases.map(phase => phase.name)))) {
    const box = make("input", { type: "checkbox", checked: "" });
    box.addEventListener("change", () => { visible[name] = box.checked; redraw(); });
    controls.append(make("label", {}, box, " ", name));
  }
  redraw();
  return make("div", {}, controls, columns, note);
}
