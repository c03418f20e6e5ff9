
// Drawing: what is in view of the tree, on the canvas.

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
  drawArrows(area, scale);
  // Text too small to read is not drawn, nor are boxes that lie on the same pixel.
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
  element("zoom").value = `${Math.round(scale * 100)}%`;
  // Where the mark below the selected node is on the canvas, for those who drive the page.
  if (selected !== none) canvas.dataset.mark = `${(x[selected] - view.x) * scale} ${(top(selected) + HEIGHT - view.y) * scale}`;
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
  const crowded = data.arrows.length > 60;
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
    context.globalAlpha = chosen ? 1 : crowded ? 0.3 : 0.8;
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
