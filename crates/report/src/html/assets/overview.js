// The list of findings: filters, search, order. What is chosen stands in the address, so that it
// can be kept and sent.
'use strict';

(() => {
  const list = document.getElementById('list-of-findings');
  if (!list) return;
  const NAMES = ['severity', 'replay', 'rule', 'file'];
  const filters = document.getElementById('filters');
  const search = document.getElementById('search');
  const sort = document.getElementById('sort');
  const matches = document.getElementById('matches');
  const clear = document.getElementById('clear');
  const items = [...list.children].map((element, order) => ({
    element, order, link: element.querySelector('h3 a'),
    text: element.textContent.toLowerCase().replace(/\s+/g, ' '),
  }));
  const boxes = [...filters.querySelectorAll('input')];
  document.getElementById('search-form').hidden = false;
  if (matchMedia('(max-width: 800px)').matches) filters.closest('details').open = false;

  const chosen = () => Object.fromEntries(NAMES.map((name) =>
    [name, boxes.filter((box) => box.name === name && box.checked).map((box) => box.value)]));

  // Whether an item fits all that is chosen, but for one filter.
  function fits(item, choice, words, except) {
    return words.every((word) => item.text.includes(word)) && NAMES.every((name) =>
      name === except || choice[name].length === 0 || choice[name].includes(item.element.dataset[name]));
  }

  function update() {
    const choice = chosen();
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const item of items) {
      const fit = fits(item, choice, words);
      item.element.hidden = !fit;
      shown += fit ? 1 : 0;
    }
    // Beside each filter: how many there would be.
    for (const box of boxes) {
      const number = items.filter((item) =>
        item.element.dataset[box.name] === box.value && fits(item, choice, words, box.name)).length;
      const label = box.closest('label');
      label.querySelector('.number').textContent = number.toLocaleString('en');
      label.classList.toggle('empty', number === 0);
    }
    const all = items.length;
    matches.value = shown === all ? `${all.toLocaleString('en')} shown` : `${shown.toLocaleString('en')} of ${all.toLocaleString('en')} shown`;
    clear.hidden = shown === all && words.length === 0;
    document.getElementById('none').hidden = shown > 0;
  }

  function order() {
    const keys = {
      order: (item) => [item.order],
      file: ({ element, order }) => [element.dataset.file, Number(element.dataset.line), order],
      rule: ({ element, order }) => [element.dataset.rule, order],
    }[sort.value];
    const compare = (a, b) => {
      const [left, right] = [keys(a), keys(b)];
      const at = left.findIndex((part, index) => part !== right[index]);
      return at < 0 ? 0 : left[at] < right[at] ? -1 : 1;
    };
    list.append(...[...items].sort(compare).map((item) => item.element));
  }

  function remember() {
    const address = new URLSearchParams();
    for (const box of boxes) if (box.checked) address.append(box.name, box.value);
    if (search.value) address.set('q', search.value);
    if (sort.value !== 'order') address.set('sort', sort.value);
    history.replaceState(null, '', `#${address}`);
  }

  // Takes over what the address says; an address that names a part of the page says nothing.
  function recall() {
    const address = new URLSearchParams(location.hash.slice(1));
    if (![...address.keys()].some((name) => NAMES.includes(name) || name === 'q' || name === 'sort')) return;
    for (const box of boxes) box.checked = address.getAll(box.name).includes(box.value);
    search.value = address.get('q') ?? '';
    sort.value = address.get('sort') ?? 'order';
    update();
    order();
  }

  const changed = () => { update(); remember(); };
  filters.addEventListener('change', changed);
  search.addEventListener('input', changed);
  sort.addEventListener('change', () => { order(); remember(); });
  document.getElementById('search-form').addEventListener('submit', (event) => {
    event.preventDefault();
    visible()[0]?.link.focus();
  });
  const reset = () => {
    for (const box of boxes) box.checked = false;
    search.value = '';
    changed();
    search.focus();
  };
  clear.addEventListener('click', reset);
  document.getElementById('again').addEventListener('click', reset);
  window.addEventListener('hashchange', () => {
    recall();
    if (location.hash.includes('=')) document.getElementById('findings').scrollIntoView();
  });

  const visible = () => {
    const at = new Map(items.map((item) => [item.element, item]));
    return [...list.children].map((element) => at.get(element)).filter((item) => !item.element.hidden);
  };
  function move(by) {
    const all = visible();
    const at = all.findIndex((item) => item.link === document.activeElement);
    const next = all[at < 0 ? (by > 0 ? 0 : all.length - 1) : at + by];
    next?.link.focus();
    next?.element.scrollIntoView({ block: 'nearest' });
  }
  margayKeys(['j'], 'j', 'next finding', () => move(1));
  margayKeys(['k'], 'k', 'previous finding', () => move(-1));
  margayKeys(['/'], '/', 'search', () => search.focus());
  search.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') { search.value = ''; changed(); search.blur(); }
  });
  update();
  recall();
})();
