
// Moving around, words and searching: what a reader does with the tree.

// --- moving around -------------------------------------------------------------------

function zoom(factor, centerX = canvas.clientWidth / 2, centerY = canvas.clientHeight / 2) {
  const scale = Math.min(4, Math.max(0.005, view.scale * factor));
  view.x += centerX / view.scale - centerX / scale;
  view.y += centerY / view.scale - centerY / scale;
  view.scale = scale;
  redraw();
}

function bounds() {
  let from = Infinity, to = -Infinity;
  for (const nodes of levels) {
    const first = nodes[0], last = nodes[nodes.length - 1];
    from = Math.min(from, x[first] - widthOf(first) / 2);
    to = Math.max(to, x[last] + widthOf(last) / 2);
  }
  return { left: from - 30, right: to + 30, top: -40, bottom: levels.length * LEVEL };
}

function fit(least = 0.005) {
  if (levels.length === 0) return redraw();
  const all = bounds();
  const scale = Math.min(canvas.clientWidth / (all.right - all.left), canvas.clientHeight / (all.bottom - all.top), 1);
  view.scale = Math.max(scale, least);
  const tooWide = (all.right - all.left) * view.scale > canvas.clientWidth;
  const middle = tooWide ? x[roots[0]] : (all.left + all.right) / 2;
  view.x = middle - canvas.clientWidth / 2 / view.scale;
  view.y = all.top;
  redraw();
}

function show(node) {
  const scale = view.scale, w = canvas.clientWidth / scale, h = canvas.clientHeight / scale;
  const room = Math.min(w, h) / 8;
  if (x[node] - widthOf(node) / 2 < view.x + room / 2 || x[node] + widthOf(node) / 2 > view.x + w - room / 2) view.x = x[node] - w / 2;
  if (top(node) < view.y + room || top(node) + HEIGHT > view.y + h - room) view.y = top(node) - h * 0.6;
}

function select(node) {
  unfoldTo(node);
  selected = node;
  layOut();
  if (view.scale < 0.4) view.scale = 0.8;
  show(node);
  describe();
  say();
  redraw();
}

function toggle(node) {
  if (!hasChildren(node)) return;
  // The node stays where it is on the screen.
  const before = [x[node], top(node)];
  folded[node] = folded[node] ? 0 : 1;
  layOut();
  view.x += x[node] - before[0];
  view.y += top(node) - before[1];
  if (selected !== none) selected = drawnAs[selected];
  describe();
  say();
  redraw();
}

function nodeAt(clientX, clientY) {
  const box = canvas.getBoundingClientRect();
  const px = view.x + (clientX - box.left) / view.scale, py = view.y + (clientY - box.top) / view.scale;
  for (const l of [Math.floor(py / LEVEL), Math.floor((py - HEIGHT) / LEVEL)]) {
    const nodes = levels[l];
    if (!nodes) continue;
    const start = firstWhere(nodes, (node) => x[node] + widthOf(node) / 2 + GAP / 2 >= px);
    const node = nodes[start];
    if (node === undefined || px < x[node] - widthOf(node) / 2) continue;
    const down = py - top(node);
    const onBadge = hasChildren(node) && down >= HEIGHT - 8 && down <= HEIGHT + 10 && Math.abs(px - x[node]) <= badgeWidth(node) / 2 + 3;
    if (onBadge) return { node, badge: true };
    if (down >= 0 && down <= HEIGHT && px <= x[node] + widthOf(node) / 2) return { node, badge: false };
  }
  return null;
}

// --- words ---------------------------------------------------------------------------

function say() {
  const parts = [`${number(shown)} of ${number(count)} nodes shown.`];
  if (selected !== none) {
    const place = placeOf(selected);
    const state = !hasChildren(selected) ? "" : folded[selected] ? `, folded, ${number(size[selected] - 1)} below` : ", unfolded";
    parts.push(`Selected: ${sideOf(selected)}: ${textOf(selected)}${place ? ", " + showPlace(place) : ""}${state}.`);
  }
  if (data.left_out > 0) parts.push(`Another ${number(data.left_out)} nodes were not recorded.`);
  element("status").value = parts.join(" ");
}

function make(tag, text, more = {}) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  return Object.assign(made, more);
}

function linkTo(place) {
  const file = data.files[place.file];
  return make("a", `${file.name}:${place.line}`, { href: file.link });
}

function excerpt(place) {
  const lines = data.files[place.file].lines;
  const shownLines = make("pre");
  for (let line = Math.max(1, place.line - 4); line <= place.line + 4; line++) {
    if (lines[line] === undefined) continue;
    const row = make("div", undefined, { className: line === place.line ? "here" : "" });
    row.append(make("span", line), lines[line] || " ");
    shownLines.append(row);
  }
  return shownLines.childElementCount > 0 ? shownLines : make("p", "The source is not at hand.");
}

function jumps(nodes, label) {
  const list = make("ol");
  for (const node of nodes) {
    const item = make("li"), button = make("button", undefined, { type: "button" });
    button.append(...label(node));
    button.onclick = () => select(node);
    item.append(button);
    list.append(item);
  }
  return list;
}

const MEANING = {
  decision: "Paths part here.",
  unsatisfiable: "No input leads here.",
  finished: "The path was followed to its end.",
  fault: "The path ends with a fault.",
  cut: "The path was not followed to its end.",
  merged: "What follows was followed from another path, which stands for both.",
};

function describe() {
  const details = element("details");
  details.replaceChildren();
  details.scrollTop = 0;
  if (selected === none) return;
  const node = selected, place = placeOf(node), kind = data.kinds[data.kind[node]];
  details.append(make("h2", textOf(node)));
  details.append(make("p", findingsOf.has(node) && kind === "decision" ? "Something goes wrong before paths part here." : MEANING[kind], { className: "side" }));
  for (const finding of findingsOf.get(node) ?? []) {
    const box = make("div", undefined, { className: "found" });
    box.append(make("strong", finding.rule), make("p", finding.message), linkTo(finding.place));
    details.append(box);
  }
  if (hasChildren(node)) {
    const button = make("button", folded[node] ? `Unfold (${number(size[node] - 1)} below)` : "Fold", { type: "button", id: "toggle" });
    button.onclick = () => {
      toggle(node);
      element("toggle")?.focus();
    };
    details.append(button);
  }
  if (place) {
    const at = make("h3", "At ");
    at.append(linkTo(place));
    if (place.function) at.append(` in ${place.function}`);
    details.append(at, excerpt(place));
  }
  if (arrowFrom.has(node)) {
    details.append(make("h3", "Goes on like"), jumps([arrowFrom.get(node)], (to) => [`${sideOf(to)}: ${textOf(to)}`]));
  }
  const others = standsFor.get(node) ?? [];
  if (others.length > 0) {
    details.append(make("h3", `Stands for ${number(others.length)} other path${others.length === 1 ? "" : "s"}`));
    details.append(jumps(others.slice(0, 20), (from) => [`${sideOf(from)}: ${textOf(from)}`]));
  }
  if (data.parent[node] < 0 && roots.length > 1) {
    const count = (root) => ` ${number(size[root])} nodes${found[root] > 0 ? `, findings: ${number(found[root])}` : ""}`;
    details.append(make("h3", `Where exploration began (${number(roots.length)})`));
    details.append(jumps(roots.slice(0, 500), (root) => [sideOf(root), make("span", count(root), { className: found[root] > 0 ? "bad" : "side" })]));
  }
  const way = [];
  for (let up = node; data.parent[up] >= 0; up = data.parent[up]) way.push(up);
  way.reverse();
  if (way.length > 0) {
    const last = way.slice(-40);
    const earlier = way.length - last.length;
    details.append(make("h3", `The path${earlier > 0 ? ` (${number(earlier)} steps before)` : ""}`));
    details.append(jumps(last, (step) => [textOf(data.parent[step]), make("span", `  ${sideOf(step)}`, { className: "side" })]));
  }
}

// --- searching -----------------------------------------------------------------------

function search() {
  const wanted = element("search").value.trim().toLowerCase();
  matches = [];
  match = none;
  isMatch.fill(0);
  if (wanted !== "") {
    const has = (text) => text.toLowerCase().includes(wanted);
    const inString = data.strings.map(has);
    const inPlace = data.places.map((place) => has(showPlace(place)));
    for (let node = 0; node < count; node++) {
      const findings = findingsOf.get(node);
      const hit = inString[data.text[node]] || inString[data.side[node]] || inPlace[data.place[node]]
        || (findings && findings.some((finding) => has(finding.rule) || has(finding.message)));
      if (hit) {
        matches.push(node);
        isMatch[node] = 1;
      }
    }
  }
  element("matches").value = wanted === "" ? "" : matches.length === 0 ? "no match" : `${number(matches.length)} found`;
  redraw();
}

function step(by) {
  if (matches.length === 0) return;
  match = match === none ? (by > 0 ? 0 : matches.length - 1) : (match + by + matches.length) % matches.length;
  select(matches[match]);
  element("matches").value = `${number(match + 1)} of ${number(matches.length)}`;
}

function nextFinding() {
  const nodes = [...findingsOf.keys()].sort((a, b) => a - b);
  if (nodes.length === 0) return;
  select(nodes.find((node) => node > selected) ?? nodes[0]);
}

// --- hands ---------------------------------------------------------------------------

let drag = null;
canvas.addEventListener("pointerdown", (event) => {
  drag = { x: event.clientX, y: event.clientY, moved: false };
  canvas.setPointerCapture(event.pointerId);
});
canvas.addEventListener("pointermove", (event) => {
  if (!drag) {
    canvas.style.cursor = nodeAt(event.clientX, event.clientY) ? "pointer" : "";
    return;
  }
  const dx = event.clientX - drag.x, dy = event.clientY - drag.y;
  if (!drag.moved && Math.abs(dx) + Math.abs(dy) < 4) return;
  drag = { x: event.clientX, y: event.clientY, moved: true };
  canvas.classList.add("dragged");
  view.x -= dx / view.scale;
  view.y -= dy / view.scale;
  redraw();
});
canvas.addEventListener("pointerup", (event) => {
  const wasDragged = drag?.moved;
  drag = null;
  canvas.classList.remove("dragged");
  const hit = wasDragged ? null : nodeAt(event.clientX, event.clientY);
  if (!hit) return;
  selected = hit.node;
  if (hit.badge) return toggle(hit.node);
  describe();
  say();
  redraw();
});
canvas.addEventListener("dblclick", (event) => {
  const hit = nodeAt(event.clientX, event.clientY);
  if (hit && !hit.badge) toggle(hit.node);
});
canvas.addEventListener("wheel", (event) => {
  event.preventDefault();
  const box = canvas.getBoundingClientRect();
  zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), event.clientX - box.left, event.clientY - box.top);
}, { passive: false });

function beside(by) {
  const nodes = levels[level[selected]];
  const next = nodes[nodes.indexOf(selected) + by];
  if (next !== undefined) select(next);
}

const KEYS = {
  ArrowUp: () => data.parent[selected] >= 0 && select(data.parent[selected]),
  ArrowDown: () => hasChildren(selected) && select(childrenOf(selected)[0]),
  ArrowLeft: () => beside(-1),
  ArrowRight: () => beside(1),
  Enter: () => toggle(selected),
  " ": () => toggle(selected),
  "+": () => zoom(1.25),
  "=": () => zoom(1.25),
  "-": () => zoom(0.8),
  "0": () => fit(),
  f: nextFinding,
  n: () => step(1),
  p: () => step(-1),
};
canvas.addEventListener("keydown", (event) => {
  const act = KEYS[event.key];
  if (!act || event.ctrlKey || event.metaKey || event.altKey || selected === none) return;
  event.preventDefault();
  act();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target === element("search")) return;
  event.preventDefault();
  element("search").focus();
});

element("search").addEventListener("input", search);
element("find").addEventListener("submit", (event) => {
  event.preventDefault();
  step(1);
});
element("search").addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.shiftKey) return;
  event.preventDefault();
  step(-1);
});
element("previous").onclick = () => step(-1);
element("finding").onclick = nextFinding;
element("finding").disabled = findingsOf.size === 0;
element("zoom-in").onclick = () => zoom(1.25);
element("zoom-out").onclick = () => zoom(0.8);
element("fit").onclick = () => fit();
element("fold-all").onclick = () => {
  foldAll();
  if (selected !== none) while (data.parent[selected] >= 0) selected = data.parent[selected];
  layOut();
  describe();
  say();
  fit();
};
element("unfold-all").onclick = () => {
  folded.fill(0);
  layOut();
  describe();
  say();
  fit();
};

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  readColors();
  redraw();
});
new ResizeObserver(redraw).observe(canvas);
readColors();
foldForFirstView();
layOut();
describe();
say();
fit(0.75);
