// Keys that a page listens to, and the list of them.
//
// Keys that are characters can be turned off, for those who speak to their browser.
'use strict';

const margayKeys = (() => {
  const STORE = 'margay-keys';
  const actions = new Map();
  const rows = [];
  let characters = true;
  // Some browsers keep nothing for files.
  try { characters = localStorage.getItem(STORE) !== 'off'; } catch { /* stays on */ }

  // Listens to keys, by the names that scripts know them by, and tells what they do.
  function listen(keys, shown, words, action) {
    rows.push([shown, words]);
    for (const key of keys) actions.set(key, action);
  }

  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target.closest('input, select, textarea, dialog')) return;
    if (event.key.length === 1 && !characters) return;
    const action = actions.get(event.key);
    if (action && action(event) !== false) event.preventDefault();
  });

  const button = document.getElementById('keys');
  button.hidden = false;
  button.addEventListener('click', show);
  listen(['?'], '?', 'show this list', show);

  function show() {
    document.querySelector('dialog')?.remove();
    const dialog = add(document.body, 'dialog');
    dialog.setAttribute('aria-labelledby', 'keys-title');
    const title = add(dialog, 'h2', 'Keyboard');
    title.id = 'keys-title';
    const list = add(dialog, 'dl');
    for (const [shown, words] of rows) {
      const term = add(list, 'dt');
      shown.split(' ').forEach((key) => add(term, 'kbd', key));
      add(list, 'dd', words);
    }
    const label = add(dialog, 'label');
    const box = add(label, 'input');
    box.type = 'checkbox';
    box.checked = characters;
    label.append(' Listen to letters');
    box.addEventListener('change', () => {
      characters = box.checked;
      try { localStorage.setItem(STORE, characters ? 'on' : 'off'); } catch { /* for this page only */ }
    });
    const close = add(add(dialog, 'p'), 'button', 'Close');
    close.type = 'button';
    close.addEventListener('click', () => dialog.close());
    dialog.addEventListener('close', () => { dialog.remove(); button.focus(); });
    dialog.showModal();
  }

  function add(parent, name, text) {
    const element = document.createElement(name);
    if (text !== undefined) element.textContent = text;
    parent.append(element);
    return element;
  }

  return listen;
})();
