// A source file: from one stretch that was never reached to the next, and from finding to finding.
'use strict';

(() => {
  const jump = document.getElementById('jump');
  if (!jump) return;
  jump.hidden = false;
  const status = document.getElementById('status');
  const lines = [...document.querySelectorAll('.line')];
  const starts = lines.filter((line, index) =>
    line.classList.contains('never') && !lines[index - 1]?.classList.contains('never'));
  const found = [...document.querySelectorAll('.note.found')];
  const still = matchMedia('(prefers-reduced-motion: reduce)');

  // Goes to the next of some places, and from the last to the first.
  function next(places, words) {
    let at = -1;
    return () => {
      if (places.length === 0) { status.value = `No ${words}`; return; }
      document.querySelector('.here')?.classList.remove('here');
      at = (at + 1) % places.length;
      places[at].classList.add('here');
      places[at].scrollIntoView({ block: 'center', behavior: still.matches ? 'auto' : 'smooth' });
      const place = places[at].id ? `, line ${places[at].id.slice(1)}` : '';
      status.value = `${at + 1} of ${places.length}${place}`;
    };
  }
  const never = next(starts, 'lines that were never reached');
  const finding = next(found, 'findings');
  document.getElementById('next-never').addEventListener('click', never);
  document.getElementById('next-found').addEventListener('click', finding);
  margayKeys(['n'], 'n', 'next lines that were never reached', never);
  margayKeys(['f'], 'f', 'next finding', finding);
  margayKeys(['u'], 'u', 'all findings', () => { location.href = document.getElementById('all').href; });
})();
