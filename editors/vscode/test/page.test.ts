// Pages as a panel shows them, and where their links lead.

import assert from 'node:assert/strict';
import test from 'node:test';
import { page, target } from '../src/core/page';

const frame = {
  address: (file: string) => `https://resource/${file}`,
  source: 'https://resource',
  nonce: 'N',
  bridge: 'bridge()',
  fragment: 'a"b',
};

test('only what is named is loaded and run', () => {
  const html = page(
    `<html><head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src *; script-src 'self' file:">
<link rel="stylesheet" href="assets/a.css">
<script src="assets/a.js" defer></script>
<style>a > b { color: red }</style>
<script type="module">const text = '<link rel="stylesheet" href="no">';</script>
</head><body><a href="findings/x.html">x</a>&lt;script src="program.js"&gt;</body></html>`,
    frame,
  );
  assert.doesNotMatch(html, /file:|default-src \*/);
  assert.equal(html.match(/Content-Security-Policy/g)?.length, 1);
  assert.match(html, /<head>\n<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src https:\/\/resource 'nonce-N'; script-src 'nonce-N'; base-uri 'none'; form-action 'none'">/);
  assert.match(html, /<script nonce="N" data-fragment="a&quot;b">bridge\(\)<\/script>/);
  assert.match(html, /<link nonce="N" rel="stylesheet" href="https:\/\/resource\/assets\/a\.css">/);
  assert.match(html, /<script nonce="N" src="https:\/\/resource\/assets\/a\.js" defer><\/script>/);
  assert.match(html, /<style nonce="N">a > b \{ color: red \}<\/style>/);
  // What is in a script, or was text of the program, stays as it is.
  assert.match(html, /<script nonce="N" type="module">const text = '<link rel="stylesheet" href="no">';<\/script>/);
  assert.match(html, /<a href="findings\/x\.html">x<\/a>&lt;script src="program\.js"&gt;/);
  assert.match(html, /<meta charset="utf-8">/);
});

test('signs that mean something in a replacement are only signs', () => {
  assert.match(page('<head></head>', { ...frame, bridge: "'$&$1$`'" }), /'\$&\$1\$`'/);
});

test('links lead to pages and files of the folder, or to sources', () => {
  const check = (from: string, href: string, expected: object | undefined, text = '') =>
    assert.deepEqual(target(from, href, text), expected);
  check('index.html', 'findings/a.html', { kind: 'page', page: 'findings/a.html', fragment: '' });
  check('findings/a.html', '../sources/b%20c.html#L7', { kind: 'page', page: 'sources/b c.html', fragment: 'L7' });
  check('findings/a.html', '../tests/t/run.sh', { kind: 'file', file: 'tests/t/run.sh' });
  check('tree.html', 'file:///a/b.c', { kind: 'source', address: 'file:///a/b.c', line: 37 }, 'b.c:37');
  check('tree.html', 'file:///a/b.c', { kind: 'source', address: 'file:///a/b.c', line: 1 }, 'b.c');
});

test('nothing above the folder can be named', () => {
  const check = (href: string) => {
    const to = target('index.html', href, '');
    const name = to?.kind === 'page' ? to.page : to?.kind === 'file' ? to.file : '';
    assert.doesNotMatch(name, /\.\.|^\//, href);
  };
  ['../../etc/passwd', '/etc/passwd', '..%2f..%2fetc/x.html', '%2e%2e/%2e%2e/x.html', '..%5cx', '%', '//host/x.html'].forEach(check);
  for (const href of ['https://example.org/x.html', 'command:workbench.x', 'javascript:alert(1)', '..%2fx.html', '%', '//host/x.html']) {
    assert.equal(target('index.html', href, ''), undefined, href);
  }
});
