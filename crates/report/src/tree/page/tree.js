
// The tree, and where its nodes are. The page draws what is in view on a canvas, so that a hundred thousand
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
