// ---- Begin.

document.title = byId("title").textContent = page.title;
byId("summary").textContent = page.summary ?? "";
buildSource();
if (walk.programs.length)
  addView({ title: "Walk", build: buildWalk, show: drawWalk,
            keys: { ArrowLeft: () => goTo(walk.at - 1), ArrowRight: () => goTo(walk.at + 1), Home: () => goTo(0), End: () => goTo(Infinity),
                    p: () => chooseProgram(walk.current + 1), " ": play } });
if (page.codes?.length) addView({ title: "Code", build: buildCode });
if (page.kernels?.length) {
  addView({ title: "Layouts and banks", build: buildLayouts });
  addView({ title: "Timeline", build: buildTimeline });
}
addView({ title: "Decisions", build: buildDecisions });
chosen = 1;
// page.html#code, page.html#timeline: a view can be named.
const wanted = views.find(view => view.title.toLowerCase().startsWith(decodeURIComponent(location.hash.slice(1)) || "\0"));
showView(wanted ?? views[0]);
if (shown !== views[0] || !walk.programs.length) chooseLine((page.kernels ?? []).flatMap(kernel => kernel.items)[0]?.line || 1);
