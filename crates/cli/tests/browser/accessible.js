// What keeps a page from being used by everyone: a list of sentences.
//
// These are the checks that matter most, so that they are made where axe-core is not installed.
(() => {
  const wrong = [];
  const visible = (element) => element.checkVisibility() && element.getClientRects().length > 0;
  const all = (selector) => [...document.querySelectorAll(selector)].filter(visible);
  const show = (element) => `${element.tagName.toLowerCase()}#${element.id}.${element.className}: ${element.textContent.trim().slice(0, 40)}`;

  if (!document.documentElement.lang) wrong.push('the page has no language');
  if (!document.title.trim()) wrong.push('the page has no title');
  if (all('main').length !== 1) wrong.push('there is not one main');
  for (const landmark of ['body > header', 'body > footer']) {
    if (all(landmark).length !== 1) wrong.push(`there is not one ${landmark}`);
  }
  const outside = all('body > *').filter((element) => !element.matches('header, nav, main, footer, a.skip, script, dialog'));
  wrong.push(...outside.map((element) => `outside of all landmarks: ${show(element)}`));

  let level = 0;
  for (const heading of all('h1, h2, h3, h4, h5, h6')) {
    const next = Number(heading.tagName[1]);
    if (next > level + 1) wrong.push(`a level of headings is left out before ${show(heading)}`);
    level = next;
  }
  if (all('h1').length !== 1) wrong.push('there is not one first heading');

  const named = (id) => document.getElementById(id)?.textContent.trim();
  const name = (element) => element.getAttribute('aria-label')
    || (element.getAttribute('aria-labelledby') ?? '').split(' ').map(named).join('')
    || [...(element.labels ?? [])].map((label) => label.textContent.trim()).join('')
    || element.textContent.trim() || element.title;
  for (const control of all('a[href], button, input, select, summary, [tabindex="0"], section')) {
    if (control.matches('section:not([aria-labelledby])')) continue;
    if (!name(control)) wrong.push(`it has no name: ${show(control)}`);
  }

  const ids = [...document.querySelectorAll('[id]')].map((element) => element.id);
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  if (twice.length > 0) wrong.push(`ids are there twice: ${twice}`);

  // Text on what it stands on.
  const parse = (color) => (color.match(/[\d.]+/g) ?? []).map(Number);
  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((part) => part / 255).map((part) =>
      part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = parse(getComputedStyle(at).backgroundColor);
      if (color.length === 3 || color[3] === 1) return color;
    }
    return [255, 255, 255];
  };
  const seen = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const element = text.parentElement;
    if (!text.data.trim() || seen.has(element) || !visible(element)) continue;
    seen.add(element);
    if (element.closest('script, .unseen, :disabled')) continue;
    const style = getComputedStyle(element);
    const [front, back] = [light(parse(style.color)), light(ground(element))];
    const ratio = (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5)) wrong.push(`contrast of ${ratio.toFixed(2)}: ${show(element)}`);
  }

  const width = document.documentElement.scrollWidth;
  if (width > innerWidth) wrong.push(`it is ${width} wide on a screen of ${innerWidth}`);
  return wrong;
})()
