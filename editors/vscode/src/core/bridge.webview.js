// Runs first on each page in a panel. A panel has no addresses to go to: clicks on links to other pages and
// files are handed to the extension, those within the page are followed here.
(() => {
  const editor = acquireVsCodeApi();
  const { fragment } = document.currentScript.dataset;
  // Scripts of the page look here for what to show.
  if (fragment) history.replaceState(null, '', `#${fragment}`);

  function show(part) {
    // Also if the address says so already: only this makes the part the target of style rules.
    location.replace(`#${part}`);
    let id = part;
    try { id = decodeURIComponent(part); } catch { /* it is as it is */ }
    document.getElementById(id)?.scrollIntoView();
  }

  document.addEventListener('DOMContentLoaded', () => {
    // Listens on the body: after scripts of the page, which may have done what the link is for.
    document.body.addEventListener('click', (event) => {
      const link = event.target.closest('a[href]');
      if (!link || event.defaultPrevented) return;
      event.preventDefault();
      event.stopPropagation();
      const href = link.getAttribute('href');
      if (href.startsWith('#')) show(href.slice(1));
      else editor.postMessage({ href, text: link.textContent, leaving: location.hash.slice(1) });
    });
    if (fragment && !fragment.includes('=')) show(fragment);
  });

  // Scripts of the page that go somewhere mean one of its links.
  window.navigation?.addEventListener('navigate', (event) => {
    if (event.destination.sameDocument || !event.cancelable) return;
    event.preventDefault();
    [...document.links].find((link) => link.href === event.destination.url)?.click();
  });
})();
