// Pages in a browser, framed as the editor frames those of a panel: written into a frame whose address is
// none of theirs, with files from another origin. MARGAY_NO_BROWSER=1 does without.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as path from 'node:path';
import test, { type TestContext } from 'node:test';
import { Host, until } from './fake/host';
import type { Panel } from './fake/world';

const skip = process.env['MARGAY_NO_BROWSER'] !== undefined;

/** What the frame around a page does; `scenario` is what the user does in it. */
const FRAME = `<!DOCTYPE html><meta charset="utf-8"><body><script>
const sleep = (time) => new Promise((resolve) => setTimeout(resolve, time));
const seen = [];
let frame, messages = 0;
async function show() {
  const html = await (await fetch('/page')).text();
  frame?.remove();
  frame = document.createElement('iframe');
  frame.src = '/fake.html';
  frame.style = 'width: 1000px; height: 300px';
  document.body.append(frame);
  await new Promise((resolve) => { frame.onload = resolve; });
  // As the editor does, before all else: its own styles, and the function to speak with the extension.
  const own = '<style>@layer vscode-default { body { padding: 0 20px } code { color: rgb(1, 2, 3); padding: 9px } a { color: rgb(1, 2, 3) } }</style>'
    + '<script>window.violations = [];'
    + 'document.addEventListener("securitypolicyviolation", (e) => violations.push(e.violatedDirective + " " + e.blockedURI));'
    + 'window.addEventListener("error", (e) => violations.push(e.message));'
    + 'window.acquireVsCodeApi = () => ({ postMessage: (message) => parent.postMessage(message) });</' + 'script>';
  frame.contentDocument.open();
  frame.contentDocument.write(html.replace('<head>', '<head>' + own));
  frame.contentDocument.close();
  while (frame.contentDocument.readyState !== 'complete' || !frame.contentDocument.title) await sleep(20);
  await sleep(100);
}
window.addEventListener('message', async ({ data }) => {
  await fetch('/message', { method: 'POST', body: JSON.stringify(data) });
  await show();
  messages += 1;
});
// The page that is shown after something was done.
async function next(act) {
  const before = messages;
  act();
  for (let tries = 0; messages === before; tries += 1) {
    if (tries > 200) throw new Error('no page follows ' + act);
    await sleep(50);
  }
}
const page = () => frame.contentDocument;
const press = (key) => page().body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
const note = (what) => seen.push(what);
(async () => {
  try {
    await show();
    await scenario();
    note(frame.contentWindow.violations);
  } catch (error) {
    note(String(error));
  }
  await fetch('/done', { method: 'POST', body: JSON.stringify(seen) });
})();
SCENARIO
</script>`;

async function inBrowser(context: TestContext, command: string, scenario: string): Promise<unknown[]> {
  const host = new Host('playlist.c');
  let panel: Panel | undefined;
  let done: unknown[] | undefined;
  // Two origins, as in the editor: one for the frame, one for files.
  const files = await serve((url) => readFileSync(decodeURIComponent(url)));
  const frame = await serve(async (url, body) => {
    if (url === '/page') return panel?.webview.html ?? '';
    if (url === '/done') done = JSON.parse(body);
    if (url === '/message') {
      const before = panel?.webview.html;
      panel?.received.fire(JSON.parse(body));
      await until('the page', () => panel?.webview.html !== before);
    }
    return url === '/' ? FRAME.replace('SCENARIO', () => `async function scenario() {${scenario}}`) : '';
  });
  host.world.resources = files.address;
  await host.activate();
  host.world.open(host.file('playlist.c'));
  await host.world.run({ command, title: '' });
  panel = host.world.panels[0];
  const browser = spawn(chromium(), [
    '--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--window-size=1200,900',
    '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-quic',
    `--user-data-dir=${path.join(host.folder, 'browser')}`, '--remote-debugging-port=0', frame.address,
  ], { stdio: 'ignore' });
  context.after(async () => {
    const gone = new Promise((resolve) => browser.on('exit', resolve));
    browser.kill('SIGKILL');
    await gone;
    files.server.closeAllConnections();
    files.server.close();
    frame.server.closeAllConnections();
    frame.server.close();
    await host.end();
  });
  return until('the browser', () => done);
}

test('a report works in a panel', { skip }, async (context) => {
  const seen = await inBrowser(context, 'margay.openReport', `
    note(page().querySelector('h3 a').textContent);
    // Scripts and style of the page are there.
    note(page().getElementById('matches').value);
    note(getComputedStyle(page().querySelector('.unseen')).position);
    // Nothing is of the editor's colours.
    note([...page().querySelectorAll('*')].filter((one) => getComputedStyle(one).color === 'rgb(1, 2, 3)').length);
    // A link within the page that means a filter.
    page().querySelector('.tiles a[href*="="]')?.click();
    await sleep(100);
    note([...page().querySelectorAll('#filters input:checked')].map((box) => box.name));
    await next(() => page().querySelector('h3 a').click());
    note(page().getElementById('status').value);
    press('ArrowRight');
    note(page().getElementById('status').value.slice(0, 11));
    // A link that the page follows itself.
    page().querySelectorAll('.stop > a')[2].click();
    await sleep(100);
    note(page().getElementById('status').value.slice(0, 11));
    await next(() => page().querySelector('a[href*="sources/"][href*="#L"]').click());
    note(page().querySelector('.line:target')?.id ?? 'no target');
    note(frame.contentWindow.scrollY > 0 || page().scrollingElement.scrollHeight <= 300);
    // A script that goes somewhere.
    await next(() => press('u'));
    note(page().querySelector('main').className);
  `);
  assert.deepEqual(seen, [
    'A heap block is freed a second time',
    '1 shown',
    'absolute',
    0,
    ['replay'],
    '4 steps: walk along them with the arrow keys',
    'Step 1 of 4',
    'Step 3 of 4',
    'L43',
    true,
    'overview',
    [],
  ]);
});

test('an execution tree works in a panel', { skip }, async (context) => {
  const seen = await inBrowser(context, 'margay.showTree', `
    note(/nodes shown/.test(page().getElementById('status').value));
    page().getElementById('finding').click();
    await sleep(100);
    note([...page().querySelectorAll('a')].some((link) => /playlist\\.c:43$/.test(link.textContent)));
  `);
  assert.deepEqual(seen, [true, true, []]);
});

async function serve(answer: (url: string, body: string) => string | Buffer | Promise<string | Buffer>): Promise<{ server: Server; address: string }> {
  const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' };
  const server = createServer(async (request, response) => {
    const url = request.url ?? '/';
    let body = '';
    for await (const part of request) body += part;
    const type = types[path.extname(url)] ?? 'text/html; charset=utf-8';
    try {
      response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' }).end(await answer(url, body));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function chromium(): string {
  const installed = (name: string) => {
    try {
      execFileSync(name, ['--version'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  };
  const found = ['chromium', 'chromium-browser', 'google-chrome'].find(installed);
  assert.ok(found, 'this test needs chromium in PATH; MARGAY_NO_BROWSER=1 does without');
  return found;
}
