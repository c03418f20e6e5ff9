// The path of a finding: walking along it, and the arrows from step to step.
'use strict';

(() => {
  const path = document.querySelector('.path');
  const count = Number(path.dataset.steps);
  const status = document.getElementById('status');
  const buttons = ['first', 'back', 'forth', 'last'].map((id) => document.getElementById(id));
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  // The step in hand, from 1; 0 before the first.
  let step = 0;

  // What shows a step: in the source, and in the list.
  const bySteps = (selector) => {
    const found = new Map();
    for (const element of path.querySelectorAll(selector)) {
      for (const number of element.dataset.steps.split(' ')) found.set(Number(number), element);
    }
    return found;
  };
  const notes = bySteps('.note[data-steps]');
  const entries = bySteps('.stop[data-steps]');

  function go(to) {
    const next = Math.min(Math.max(to, 1), count);
    notes.get(step)?.classList.remove('current');
    entries.get(step)?.classList.remove('current');
    entries.get(step)?.querySelector('a').removeAttribute('aria-current');
    step = next;
    const [note, entry] = [notes.get(step), entries.get(step)];
    note?.classList.add('current');
    entry?.classList.add('current');
    entry?.querySelector('a').setAttribute('aria-current', 'step');
    const behavior = still.matches ? 'auto' : 'smooth';
    note?.scrollIntoView({ block: 'center', behavior });
    // The list scrolls on its own, without moving the page.
    const list = document.getElementById('steps');
    if (entry && list.scrollHeight > list.clientHeight) {
      const [outer, inner] = [list.getBoundingClientRect(), entry.getBoundingClientRect()];
      list.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2;
    }
    const rounds = entry ? entry.dataset.steps.split(' ') : [];
    const round = rounds.length > 1 ? `, iteration ${rounds.indexOf(String(step)) + 1} of ${rounds.length}` : '';
    const words = entry?.querySelector('.what').textContent ?? '';
    const place = entry?.querySelector('.at').textContent ?? '';
    status.value = `Step ${step} of ${count}${round}: ${words} (${place})`;
    buttons[0].disabled = buttons[1].disabled = step === 1;
    buttons[2].disabled = buttons[3].disabled = step === count;
    history.replaceState(null, '', `#step=${step}`);
    light();
  }

  // Arrows: one for each pair of notes that the path goes between, in lanes beside the numbers of lines.
  const SVG = 'http://www.w3.org/2000/svg';
  const LANES = 5;
  let arrows = [];

  function draw() {
    document.querySelectorAll('svg.arrows').forEach((old) => old.remove());
    arrows = [];
    for (const code of path.querySelectorAll('.code')) {
      const pairs = new Map();
      for (let from = 1; from < count; from += 1) {
        const [a, b] = [notes.get(from), notes.get(from + 1)];
        if (!a || !b || a === b || !code.contains(a) || !code.contains(b)) continue;
        const key = `${a.id} ${b.id}`;
        if (!pairs.has(key)) pairs.set(key, { a, b, steps: [] });
        pairs.get(key).steps.push(from + 1);
      }
      if (pairs.size === 0) continue;
      const frame = code.getBoundingClientRect();
      const at = (note) => {
        const badge = note.querySelector('.badge').getBoundingClientRect();
        return { x: badge.left - frame.left, y: badge.top - frame.top + Math.min(badge.height / 2, 11) };
      };
      const svg = document.createElementNS(SVG, 'svg');
      svg.setAttribute('class', 'arrows');
      svg.setAttribute('width', frame.width);
      svg.setAttribute('height', frame.height);
      svg.setAttribute('aria-hidden', 'true');
      const edge = parseFloat(getComputedStyle(code).paddingLeft);
      const apart = Math.min(9, (edge - 8) / LANES);
      const taken = [];
      const all = [...pairs.values()].map((pair) => ({ ...pair, from: at(pair.a), to: at(pair.b) }));
      all.sort((a, b) => Math.abs(a.from.y - a.to.y) - Math.abs(b.from.y - b.to.y));
      for (const { from, to, steps } of all) {
        const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)];
        let lane = 0;
        while (lane < LANES - 1 && taken.some((other) => other.lane === lane && other.top < bottom && top < other.bottom)) lane += 1;
        taken.push({ lane, top, bottom });
        const x = edge - 4 - lane * apart;
        const down = to.y > from.y ? 1 : -1;
        const [y1, y2] = [from.y + 3 * down, to.y - 3 * down];
        const r = Math.min(5, Math.abs(y2 - y1) / 2);
        const end = to.x - 3;
        const group = document.createElementNS(SVG, 'g');
        group.setAttribute('class', 'arrow');
        const line = document.createElementNS(SVG, 'path');
        line.setAttribute('d', `M${from.x - 2} ${y1}H${x + r}Q${x} ${y1} ${x} ${y1 + r * down}V${y2 - r * down}Q${x} ${y2} ${x + r} ${y2}H${end}`);
        const head = document.createElementNS(SVG, 'path');
        head.setAttribute('class', 'head');
        head.setAttribute('d', `M${end + 1} ${y2}l-7 -4v8z`);
        group.append(line, head);
        svg.append(group);
        arrows.push({ group, steps: new Set(steps) });
      }
      code.prepend(svg);
    }
    light();
  }

  // The arrow that leads to the step in hand stands out; it is drawn last.
  function light() {
    for (const { group, steps } of arrows) {
      const on = steps.has(step);
      group.classList.toggle('on', on);
      if (on) group.parentNode.append(group);
    }
  }

  path.addEventListener('click', (event) => {
    const link = event.target.closest('.stop > a');
    const note = event.target.closest('.note[data-steps]');
    const steps = (link?.parentNode ?? note)?.dataset.steps.split(' ').map(Number);
    if (!steps || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    // Once more on the same one: its next iteration.
    go(steps.find((number) => steps.includes(step) && number > step) ?? steps[0]);
  });
  const actions = [() => go(1), () => go(step - 1), () => go(step + 1), () => go(count)];
  buttons.forEach((button, index) => button.addEventListener('click', actions[index]));
  margayKeys(['ArrowRight', 'j'], '→ j', 'next step', () => go(step + 1));
  margayKeys(['ArrowLeft', 'k'], '← k', 'step back', () => go(step - 1));
  margayKeys(['Home'], 'Home', 'first step', () => go(1));
  margayKeys(['End'], 'End', 'the fault', () => go(count));
  const follow = (selector) => () => {
    const link = document.querySelector(selector);
    if (link) location.href = link.href;
    return Boolean(link);
  };
  margayKeys([']'], ']', 'next finding', follow('a[rel=next]'));
  margayKeys(['['], '[', 'previous finding', follow('a[rel=prev]'));
  margayKeys(['u'], 'u', 'all findings', follow('#all'));

  document.getElementById('stepper').hidden = count === 1;
  status.value = count === 1 ? '1 step' : `${count} steps: walk along them with the arrow keys`;
  const given = /^#step=(\d+)$/.exec(location.hash);
  draw();
  if (given) go(Number(given[1]));
  new ResizeObserver(draw).observe(path);
})();
