
// The page of an execution tree. It draws what is in view on a canvas, so that a hundred thousand
// nodes stay usable. Texts of the program reach the page as text only, never as markup.
const data = JSON.parse(document.getElementById("data").textContent);
const count = data.parent.length;
const element = (id) => document.getElementById(id);
const number = (value) => value.toLocaleString("en");

// --- the tree ------------------------------------------------------------------------

// Children of a node are between two positions of one list; parents come before children.
const childrenFrom = new Int32Array(count + 1);
const children = new Int32Array(count);
const roots = [];
for (const parent of data.parent) if (parent >= 0) childrenFrom[parent + 1]++;
for (let i = 0; i < count; i++) childrenFrom[i + 1] += childrenFrom[i];
{
  const filled = childrenFrom.slice();
  data.parent.forEach((parent, node) => {
    if (parent < 0) roots.push(node);
    else children[filled[parent]++] = node;
  });
}
const hasChildren = (node) => childrenFrom[node + 1] > childrenFrom[node];
const childrenOf = (node) => children.subarray(childrenFrom[node], childrenFrom[node + 1]);

// How many nodes, and findings, are in the subtree of each node.
const size = new Int32Array(count).fill(1);
const found = new Int32Array(count);
const findingsOf = new Map();
for (const finding of data.findings) {
  found[finding.node]++;
  if (!findingsOf.has(finding.node)) findingsOf.set(finding.node, []);
  findingsOf.get(finding.node).push(finding);
}
for (let node = count - 1; node > 0; node--) {
  const parent = data.parent[node];
  if (parent >= 0) {
    size[parent] += size[node];
    found[parent] += found[node];
  }
}
const standsFor = new Map();
for (const [from, to] of data.arrows) {
  if (!standsFor.has(to)) standsFor.set(to, []);
  standsFor.get(to).push(from);
}
const arrowFrom = new Map(data.arrows);

const textOf = (node) => data.strings[data.text[node]];
const sideOf = (node) => data.strings[data.side[node]];
const placeOf = (node) => data.places[data.place[node]];
const showPlace = (place) => `${data.files[place.file].name}:${place.line}`;
const shortPlace = (place) => showPlace(place).replace(/^.*\//, "");

// --- folding -------------------------------------------------------------------------

const FIRST_VIEW = 70;
const folded = new Uint8Array(count);

function foldAll() {
  for (let node = 0; node < count; node++) folded[node] = hasChildren(node) ? 1 : 0;
}

function unfoldTo(node) {
  for (let up = data.parent[node]; up >= 0; up = data.parent[up]) folded[up] = 0;
}

// What is near the beginning is shown, and the ways to a few findings.
function foldForFirstView() {
  foldAll();
  const open = roots.slice();
  let shown = open.length;
  for (let i = 0; i < open.length; i++) {
    const below = childrenOf(open[i]);
    if (below.length === 0 || shown + below.length > FIRST_VIEW) continue;
    folded[open[i]] = 0;
    shown += below.length;
    open.push(...below);
  }
  for (const finding of data.findings.slice(0, 5)) {
    if (shown > 2 * FIRST_VIEW) break;
    for (let up = data.parent[finding.node]; up >= 0; up = data.parent[up]) {
      if (folded[up]) shown += childrenOf(up).length;
      folded[up] = 0;
    }
  }
}

// --- where nodes are: as in layout.rs, for those that are shown -----------------------

const LEVEL = 100;
const HEIGHT = 46;
const GAP = 18;
const WIDEST = 250;
const FONT = '13px ui-monospace, "DejaVu Sans Mono", monospace';
const BOLD = 'bold 12px ui-monospace, "DejaVu Sans Mono", monospace';
const SMALL = '11px ui-monospace, "DejaVu Sans Mono", monospace';

const canvas = element("tree");
const context = canvas.getContext("2d");
const width = new Float32Array(count);
const measured = new Map();

function measure(text, font) {
  const key = font + text;
  let known = measured.get(key);
  if (known === undefined) {
    context.font = font;
    known = context.measureText(text).width;
    measured.set(key, known);
  }
  return known;
}

function widthOf(node) {
  if (width[node] === 0) {
    const place = placeOf(node);
    const widest = Math.max(
      measure(textOf(node), FONT) + 20,
      place ? measure(shortPlace(place), SMALL) + 20 : 0,
      measure(sideOf(node), SMALL) + 6,
      64,
    );
    width[node] = Math.min(widest, WIDEST);
  }
  return width[node];
}

// The node that a node is drawn as: itself, or the one that it is folded into.
const drawnAs = new Int32Array(count);
const x = new Float64Array(count);
const level = new Int32Array(count);
let levels = [];
let shown = 0;

const none = -1;
const left = new Int32Array(count), leftX = new Float64Array(count);
const right = new Int32Array(count), rightX = new Float64Array(count);
const lowLeft = new Int32Array(count), lowLeftX = new Float64Array(count);
const lowRight = new Int32Array(count), lowRightX = new Float64Array(count);

function setSideBySide(nodes) {
  const first = nodes[0];
  let lowestLeft = lowLeft[first], lowestLeftX = lowLeftX[first];
  let lowestRight = lowRight[first], lowestRightX = lowRightX[first];
  let before = first, beforeX = 0;
  x[first] = 0;
  for (let i = 1; i < nodes.length; i++) {
    const node = nodes[i];
    let a = before, aX = beforeX, b = node, bX = 0, shift = -Infinity;
    for (;;) {
      shift = Math.max(shift, aX + (widthOf(a) + widthOf(b)) / 2 + GAP - bX);
      const toA = right[a], toB = left[b];
      if (toA === none || toB === none) break;
      aX += rightX[a];
      bX += leftX[b];
      a = toA;
      b = toB;
    }
    x[node] = shift;
    if (right[a] !== none && left[b] === none) {
      const own = lowRight[node];
      const to = right[a], toX = aX + rightX[a] - (lowRightX[node] + shift);
      right[own] = to;
      rightX[own] = toX;
    } else if (right[a] === none && left[b] !== none) {
      const to = left[b], toX = bX + shift + leftX[b] - lowestLeftX;
      left[lowestLeft] = to;
      leftX[lowestLeft] = toX;
      lowestLeft = lowLeft[node];
      lowestLeftX = lowLeftX[node] + shift;
      lowestRight = lowRight[node];
      lowestRightX = lowRightX[node] + shift;
    } else {
      lowestRight = lowRight[node];
      lowestRightX = lowRightX[node] + shift;
    }
    before = node;
    beforeX = shift;
  }
  return [lowestLeft, lowestLeftX, lowestRight, lowestRightX];
}

function layOut() {
  shown = 0;
  for (let node = 0; node < count; node++) {
    const parent = data.parent[node];
    const hidden = parent >= 0 && (drawnAs[parent] !== parent || folded[parent]);
    drawnAs[node] = hidden ? drawnAs[parent] : node;
    if (hidden) continue;
    shown++;
    left[node] = right[node] = none;
    lowLeft[node] = lowRight[node] = node;
    lowLeftX[node] = lowRightX[node] = 0;
  }
  const goesOn = (node) => hasChildren(node) && !folded[node];
  for (let node = count - 1; node >= 0; node--) {
    if (drawnAs[node] !== node || !goesOn(node)) continue;
    const below = childrenOf(node);
    const [lowL, lowLX, lowR, lowRX] = setSideBySide(below);
    const first = below[0], last = below[below.length - 1];
    const main = below.filter(hasChildren);
    const middle = main.length === 1 ? x[main[0]] : (x[first] + x[last]) / 2;
    for (const child of below) x[child] -= middle;
    left[node] = first;
    leftX[node] = x[first];
    right[node] = last;
    rightX[node] = x[last];
    lowLeft[node] = lowL;
    lowLeftX[node] = lowLX - middle;
    lowRight[node] = lowR;
    lowRightX[node] = lowRX - middle;
  }
  if (roots.length > 0) setSideBySide(roots);
  levels = [];
  const open = roots.slice().reverse();
  while (open.length > 0) {
    const node = open.pop();
    const parent = data.parent[node];
    level[node] = parent < 0 ? 0 : level[parent] + 1;
    if (parent >= 0) x[node] += x[parent];
    (levels[level[node]] ??= []).push(node);
    if (!goesOn(node)) continue;
    const below = childrenOf(node);
    for (let i = below.length - 1; i >= 0; i--) open.push(below[i]);
  }
}

const top = (node) => level[node] * LEVEL;

// --- drawing -------------------------------------------------------------------------

const view = { x: 0, y: 0, scale: 1 };
let selected = roots[0] ?? none;
let matches = [], match = none, isMatch = new Uint8Array(count);
let colors = {};
let waiting = false;

function readColors() {
  const style = getComputedStyle(document.documentElement);
  const color = (name) => style.getPropertyValue("--" + name).trim();
  colors = {};
  for (const name of ["page", "text", "faint", "edge", "match", "select"]) colors[name] = color(name);
  colors.kinds = data.kinds.map((kind) => [color(kind), color(kind + "-line")]);
}

function redraw() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    draw();
  });
}

// The first of a sorted list that fulfils a condition, which holds from there on.
function firstWhere(list, holds) {
  let from = 0, to = list.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (holds(list[middle])) to = middle;
    else from = middle + 1;
  }
  return from;
}

function draw() {
  const ratio = window.devicePixelRatio || 1;
  const { clientWidth, clientHeight } = canvas;
  if (canvas.width !== Math.round(clientWidth * ratio) || canvas.height !== Math.round(clientHeight * ratio)) {
    canvas.width = Math.round(clientWidth * ratio);
    canvas.height = Math.round(clientHeight * ratio);
  }
  const scale = view.scale;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = colors.page;
  context.fillRect(0, 0, clientWidth, clientHeight);
  context.setTransform(ratio * scale, 0, 0, ratio * scale, -view.x * scale * ratio, -view.y * scale * ratio);
  const area = { left: view.x, right: view.x + clientWidth / scale, top: view.y, bottom: view.y + clientHeight / scale };
  const from = Math.max(0, Math.floor((area.top - HEIGHT) / LEVEL));
  const to = Math.min(levels.length - 1, Math.ceil(area.bottom / LEVEL) + 1);
  drawEdges(area, from, to, scale);
  // Text that nobody can read is not drawn, nor are boxes that lie on the same pixel.
  const readable = scale > 0.4;
  for (let l = from; l <= to; l++) {
    const nodes = levels[l];
    let last = -Infinity;
    for (let i = firstWhere(nodes, (node) => x[node] + WIDEST / 2 >= area.left); i < nodes.length; i++) {
      const node = nodes[i];
      if (x[node] - WIDEST / 2 > area.right) break;
      if ((x[node] - last) * scale < 0.6 && node !== selected) continue;
      last = x[node];
      drawNode(node, readable);
    }
  }
  drawArrows(area, scale);
  element("zoom").value = `${Math.round(scale * 100)}%`;
}

function drawEdges(area, from, to, scale) {
  context.strokeStyle = colors.edge;
  context.lineWidth = Math.max(1, 0.5 / scale);
  context.beginPath();
  for (let l = Math.max(1, from); l <= to; l++) {
    const nodes = levels[l];
    const start = firstWhere(nodes, (node) => Math.max(x[node], x[data.parent[node]]) >= area.left);
    let last = -Infinity;
    for (let i = start; i < nodes.length; i++) {
      const node = nodes[i], parent = data.parent[node];
      if (Math.min(x[node], x[parent]) > area.right) break;
      if ((x[node] - last) * scale < 0.6) continue;
      last = x[node];
      const bend = top(parent) + HEIGHT + 18;
      context.moveTo(x[parent], top(parent) + HEIGHT);
      context.lineTo(x[parent], bend);
      context.lineTo(x[node], bend);
      context.lineTo(x[node], top(node));
    }
  }
  context.stroke();
}

function shorten(text, font, room) {
  if (measure(text, font) <= room) return text;
  const character = measure("m", font);
  return text.slice(0, Math.max(1, Math.floor(room / character) - 1)) + "…";
}

function drawNode(node, readable) {
  const [fill, line] = colors.kinds[data.kind[node]];
  const w = widthOf(node), at = x[node] - w / 2, y = top(node);
  context.fillStyle = fill;
  const kind = data.kinds[data.kind[node]];
  const faulty = colors.kinds[data.kinds.indexOf("fault")][1];
  const isPassed = findingsOf.has(node) && kind !== "fault";
  context.strokeStyle = node === selected ? colors.select : isMatch[node] ? colors.match : isPassed ? faulty : line;
  context.lineWidth = node === selected || isMatch[node] ? 3 : kind === "fault" || isPassed ? 2 : 1.2;
  context.setLineDash(kind === "unsatisfiable" ? [4, 3] : []);
  context.beginPath();
  context.roundRect(at, y, w, HEIGHT, 7);
  context.fill();
  context.stroke();
  context.setLineDash([]);
  // Execution went past something that goes wrong.
  if (isPassed) {
    context.fillStyle = faulty;
    context.beginPath();
    context.arc(at + w, y, 8, 0, 7);
    context.fill();
    context.fillStyle = colors.page;
    context.font = BOLD;
    context.textAlign = "center";
    context.fillText("!", at + w, y + 4.5);
  }
  const place = placeOf(node);
  context.textAlign = "center";
  if (readable) {
    context.fillStyle = kind === "unsatisfiable" ? colors.faint : colors.text;
    context.font = FONT;
    context.fillText(shorten(textOf(node), FONT, w - 14), x[node], place ? y + 18 : y + 27);
    context.fillStyle = colors.faint;
    context.font = SMALL;
    if (place) context.fillText(shorten(shortPlace(place), SMALL, w - 14), x[node], y + 34);
    const side = shorten(sideOf(node), SMALL, WIDEST);
    const sideWidth = measure(side, SMALL) + 6;
    context.fillStyle = colors.page;
    context.fillRect(x[node] - sideWidth / 2, y - 22, sideWidth, 14);
    context.fillStyle = colors.faint;
    context.fillText(side, x[node], y - 11);
  }
  if (hasChildren(node)) {
    const label = folded[node] ? `+${number(size[node] - 1)}` : "−";
    const badge = badgeWidth(node), hides = folded[node] && found[node] > (findingsOf.get(node)?.length ?? 0);
    context.fillStyle = hides ? faulty : folded[node] ? colors.faint : colors.page;
    context.strokeStyle = hides ? faulty : colors.faint;
    context.lineWidth = 1;
    context.beginPath();
    context.roundRect(x[node] - badge / 2, y + HEIGHT - 6, badge, 15, 7.5);
    context.fill();
    context.stroke();
    if (readable) {
      context.fillStyle = folded[node] ? colors.page : colors.faint;
      context.font = SMALL;
      context.fillText(label, x[node], y + HEIGHT + 5.5);
    }
  }
}

function badgeWidth(node) {
  return folded[node] ? measure(`+${number(size[node] - 1)}`, SMALL) + 14 : 18;
}

// Merges: from the path that was folded to the one that stands for it.
function drawArrows(area, scale) {
  context.strokeStyle = context.fillStyle = colors.kinds[data.kinds.indexOf("merged")][1];
  context.lineWidth = Math.max(1.6, 0.8 / scale);
  const drawn = new Set();
  for (const [hiddenFrom, hiddenTo] of data.arrows) {
    const from = drawnAs[hiddenFrom], to = drawnAs[hiddenTo];
    if (from === to) continue;
    const chosen = hiddenFrom === selected || hiddenTo === selected;
    const side = x[from] >= x[to] ? 1 : -1;
    const startX = x[from], startY = top(from) + HEIGHT + (hasChildren(from) ? 9 : 0);
    const endX = x[to] + side * widthOf(to) / 2, endY = top(to) + HEIGHT / 2;
    const low = Math.min(startY, endY) - LEVEL, high = Math.max(startY, endY) + LEVEL;
    if (high < area.top || low > area.bottom) continue;
    if (Math.max(startX, endX) < area.left || Math.min(startX, endX) > area.right) continue;
    // Many may be folded into one, and more of them are a blue sheet.
    const key = from * count + to;
    if (!chosen && (drawn.has(key) || drawn.size > 3000)) continue;
    drawn.add(key);
    const reach = Math.max(30, Math.min(160, Math.abs(startX - endX) / 2));
    context.globalAlpha = chosen ? 1 : 0.7;
    context.beginPath();
    context.moveTo(startX, startY);
    context.bezierCurveTo(startX, startY + 50, endX + side * reach, endY, endX, endY);
    context.stroke();
    context.beginPath();
    context.moveTo(endX, endY);
    context.lineTo(endX + side * 10, endY - 5);
    context.lineTo(endX + side * 10, endY + 5);
    context.fill();
  }
  context.globalAlpha = 1;
}

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
  if (top(node) < view.y + room || top(node) + HEIGHT > view.y + h - room) view.y = top(node) - h / 3;
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
    details.append(make("h3", `The way here${earlier > 0 ? ` (${number(earlier)} steps before)` : ""}`));
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
