// The extension as it is shipped, in an editor without windows, with the real server.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import test, { type TestContext } from 'node:test';
import { read } from '../src/core/settings';
import { Host, margay, until } from './fake/host';
import { Position, Range, type Diagnostic } from './fake/values';
import type { Document, Panel, Tree } from './fake/world';

function start(context: TestContext, ...examples: string[]): Host {
  const host = new Host(...examples);
  context.after(() => host.end());
  return host;
}

const found = (host: Host, document: Document): Promise<Diagnostic> =>
  until('a finding', () => host.world.diagnostics(document.uri)[0]);

const tree = (host: Host): Tree => host.world.trees.get('margay.path')!;
const hasPath = (host: Host) => host.world.contexts.get('margay.hasPath') === true;

async function action(host: Host, document: Document, title: RegExp) {
  const actions = await host.world.actions(document, await found(host, document));
  const wanted = actions.find((one) => title.test(one.title));
  assert.ok(wanted, `${title} is not among ${actions.map((one) => one.title).join(', ')}`);
  return wanted;
}

/** A text with a fault only where a flag says so. */
const FLAGGED = `int main(int argc, char **argv) {
    (void)argv;
#ifdef BUG
    return 1 / (argc - 2);
#endif
    return argc;
}
`;

/** A text that takes long: its input keeps the loops going. */
const LONG = `#include <stdio.h>
int main(void) {
    unsigned a = 1, c;
    while ((c = getchar()) != 0)
        for (unsigned i = 0; i < c; i++)
            a = a % 2 ? a * 3 + i : a / 2 + c;
    return 100 / (a - 77777);
}
`;

test('what the manifest promises is there', async (context) => {
  const host = start(context, 'queue.c');
  const { contributes } = JSON.parse(readFileSync(path.join(__dirname, '..', '..', 'package.json'), 'utf8'));
  await host.activate();
  for (const { command } of contributes.commands) assert.ok(host.world.commands.has(command), command);
  assert.deepEqual([...host.world.trees.keys()], contributes.views.explorer.map(({ id }: { id: string }) => id));
  for (const { command, when } of contributes.keybindings) {
    assert.ok(host.world.commands.has(command), command);
    assert.equal(when, 'margay.hasPath');
  }
  // Without settings, all is as the manifest says that it is by default.
  const standard = read((name) => contributes.configuration.properties[`margay.${name}`].default);
  assert.deepEqual(standard, read(() => undefined));
});

// --- the server --------------------------------------------------------------------------

test('a document with a bug has a diagnostic, and a status tells what goes on', async (context) => {
  const host = start(context, 'playlist.c');
  await host.activate();
  assert.equal(host.status, '$(check) Margay');
  const seen: string[] = [];
  const item = host.world.statusItems[0];
  const document = host.world.open(host.file('playlist.c'));
  const watch = setInterval(() => seen.push(item.text), 1);
  const diagnostic = await found(host, document);
  clearInterval(watch);
  assert.equal(diagnostic.code, 'double-free');
  assert.equal(diagnostic.range.start.line, 42);
  assert.ok(seen.includes('$(sync~spin) Margay: playlist.c'), [...new Set(seen)].join());
  assert.equal(await host.settled(), '$(check) Margay');
  assert.deepEqual(host.world.messages, []);
});

test('settings reach the server, at its start and later', async (context) => {
  const host = start(context, 'queue.c');
  host.world.settings.set('margay.clangFlags', ['-DBUG']);
  await host.activate();
  writeFileSync(host.file('flagged.c'), FLAGGED);
  const document = host.world.open(host.file('flagged.c'));
  assert.equal((await found(host, document)).code, 'division-by-zero');
  host.world.set('margay.clangFlags', []);
  await until('no finding', () => host.world.diagnostics(document.uri).length === 0);
  host.world.set('margay.clangFlags', ['-DBUG']);
  await found(host, document);
});

test('settings that make no sense are told, and the others count', async (context) => {
  const host = start(context, 'queue.c');
  host.world.settings.set('margay.timeout', 'soon');
  host.world.settings.set('margay.clangFlags', ['-DBUG']);
  host.world.answer = () => 'Open Settings';
  await host.activate();
  assert.match(host.world.messages[0]?.text ?? '', /margay\.timeout has to be a number of seconds from 1 on, and is "soon"/);
  await until('the settings', () => host.world.called.includes('workbench.action.openSettings'));
  writeFileSync(host.file('flagged.c'), FLAGGED);
  const document = host.world.open(host.file('flagged.c'));
  await found(host, document);
  host.world.set('margay.clangFlags', '-DBUG');
  await until('no finding', () => host.world.diagnostics(document.uri).length === 0);
  assert.match(host.world.messages.at(-1)?.text ?? '', /margay\.clangFlags has to be a list of texts, and is "-DBUG"/);
  assert.doesNotMatch(host.world.log, /not taken/);
});

test('without a program the user is asked for it', async (context) => {
  const host = start(context, 'playlist.c');
  const { PATH, HOME } = process.env;
  context.after(() => Object.assign(process.env, { PATH, HOME }));
  Object.assign(process.env, { PATH: host.folder, HOME: host.folder });
  host.world.settings.delete('margay.path');
  await host.activate();
  assert.deepEqual(host.world.messages, [{
    kind: 'error',
    text: 'The program margay is neither in PATH nor in ~/.cargo/bin.',
    buttons: ['Choose…', 'Open Settings'],
  }]);
  assert.equal(host.status, '$(question) Margay');

  host.world.answer = () => 'Open Settings';
  await host.world.run({ command: 'margay.restart', title: '' });
  await until('the settings', () => host.world.called.includes('workbench.action.openSettings'));
  // A dialog that is closed changes nothing.
  host.world.answer = () => 'Choose…';
  await host.world.run({ command: 'margay.openReport', title: '' });
  assert.equal(host.world.settings.get('margay.path'), undefined);

  process.env['PATH'] = PATH;
  host.world.chosenFile = margay();
  await host.world.run({ command: 'margay.restart', title: '' });
  await until('the server', () => host.status === '$(check) Margay');
  assert.equal(host.world.settings.get('margay.path'), margay());
  await found(host, host.world.open(host.file('playlist.c')));
});

test('another program is not taken for Margay', async (context) => {
  const host = start(context, 'playlist.c');
  for (const program of ['/bin/false', '/bin/echo', '/bin/ls']) {
    host.world.settings.set('margay.path', program);
    await (host.status === '' ? host.activate() : host.world.run({ command: 'margay.restart', title: '' }));
    assert.equal(host.status, '$(question) Margay');
    assert.equal(host.world.messages.at(-1)?.text, `${program} is not Margay, or does not run.`);
  }
  // Another one starts at once.
  host.world.set('margay.path', margay());
  await until('the server', () => host.status === '$(check) Margay');
  await found(host, host.world.open(host.file('playlist.c')));
  // One that is not there stops it.
  host.world.set('margay.path', '/there/is/none');
  await until('the question', () => host.status === '$(question) Margay');
  assert.match(host.world.messages.at(-1)?.text ?? '', /says \/there\/is\/none, which is no program/);
});

/** A program that is Margay by name only. */
function pretender(host: Host, serves: string): string {
  const program = path.join(host.folder, 'margay');
  writeFileSync(program, `#!/bin/sh\n[ "$1" = --version ] && exec echo margay 0.0.0\n${serves}\n`, { mode: 0o755 });
  return program;
}

test('a server that does not end is ended', async (context) => {
  const host = start(context, 'playlist.c');
  // It answers as the real one, and lives on when that has left.
  host.world.settings.set('margay.path', pretender(host, `'${margay()}' lsp; exec sleep 600`));
  await host.activate();
  assert.equal(host.status, '$(check) Margay');
  const [stubborn] = servers();
  assert.ok(stubborn !== undefined);
  host.world.set('margay.path', margay());
  await until('its end', () => {
    try {
      return !process.kill(stubborn, 0);
    } catch {
      return true;
    }
  });
  await until('another', () => host.status === '$(check) Margay');
});

test('a server that never answers does not keep others waiting', async (context) => {
  const host = start(context, 'playlist.c');
  host.world.settings.set('margay.path', pretender(host, 'exec sleep 600'));
  const begun = host.activate();
  await until('the server', () => host.status === '$(sync~spin) Margay');
  host.world.set('margay.path', margay());
  await begun;
  await until('the server', () => host.status === '$(check) Margay');
});

test('a server that fails at once is told to have failed', async (context) => {
  const host = start(context, 'playlist.c');
  host.world.settings.set('margay.path', pretender(host, 'sleep 0.5; exit 1'));
  await host.activate();
  assert.equal(host.status, '$(error) Margay');
  assert.equal(host.world.messages[0]?.kind, 'error');
  await host.world.run({ command: 'margay.restart', title: '' });
  assert.equal(host.status, '$(error) Margay');
});

test('the server is started again when asked, and when it dies', async (context) => {
  const host = start(context, 'playlist.c');
  await host.activate();
  const document = host.world.open(host.file('playlist.c'));
  await found(host, document);
  const [first] = servers();
  await host.world.run({ command: 'margay.restart', title: '' });
  assert.equal(await host.settled(), '$(check) Margay');
  await found(host, document);
  const [second, ...others] = servers();
  assert.ok(second !== undefined && second !== first && others.length === 0, `${first} ${second} ${others.join()}`);
  process.kill(second, 'SIGKILL');
  await until('another', () => servers()[0] !== undefined && servers()[0] !== second);
  await until('the server', () => host.status === '$(check) Margay');
  await found(host, document);
  // Several at once leave one.
  await Promise.all([1, 2, 3].map(() => host.world.run({ command: 'margay.restart', title: '' })));
  assert.equal(servers().length, 1);
  assert.equal(await host.settled(), '$(check) Margay');
});

/** Processes that we have started and that serve. */
function servers(): number[] {
  const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  const mine = list.split('\n').map((line) => line.trim().split(/\s+/)).filter(([, parent, , ...args]) =>
    parent === String(process.pid) && args.includes('lsp'));
  return mine.map(([pid]) => Number(pid));
}

test('nothing is left when the extension ends', async () => {
  const host = new Host('playlist.c');
  await host.activate();
  await found(host, host.world.open(host.file('playlist.c')));
  await host.world.run({ command: 'margay.showPath', title: '' });
  await host.end();
  assert.deepEqual(servers(), []);
  assert.deepEqual([...host.world.commands.keys()], []);
  assert.ok(!hasPath(host));
});

// --- the path -----------------------------------------------------------------------------

test('the path of a finding: numbered steps, walked along', async (context) => {
  const host = start(context, 'playlist.c');
  await host.activate();
  const document = host.world.open(host.file('playlist.c'));
  await host.world.take(await action(host, document, /^Show the path to this double-free$/));
  assert.ok(hasPath(host));
  assert.deepEqual(tree(host).labels(), [
    '1. `fgets` succeeds',
    '2. taking the false branch',
    '3. `fgets` fails',
    '4. a heap block is freed a second time',
    'a. allocated here',
    'b. freed here for the first time',
  ]);
  assert.equal(tree(host).description, 'double-free');
  assert.match(tree(host).message, /stdin = /);
  const { provider } = tree(host);
  const items = provider.getChildren().map((entry: unknown) => provider.getTreeItem(entry));
  assert.deepEqual(items.map((item: { description: string }) => item.description), [
    'playlist.c:17', 'playlist.c:37', 'playlist.c:17', 'playlist.c:43', 'playlist.c:20', 'playlist.c:27',
  ]);

  const editor = host.world.activeEditor!;
  const line = () => editor.selection.active.line + 1;
  assert.equal(line(), 43);
  const lines: number[] = [];
  for (const command of ['nextStep', 'nextStep', 'nextStep', 'previousStep', 'previousStep', 'previousStep']) {
    await host.world.run({ command: `margay.${command}`, title: '' });
    lines.push(line());
  }
  assert.deepEqual(lines, [17, 37, 17, 37, 17, 43]);
  assert.equal(tree(host).selected, provider.getChildren()[3]);
  // A click on an entry.
  await host.world.run(items[5].command);
  assert.equal(line(), 27);

  const shown = () => [...editor.decorations.values()].flat();
  const numbers = shown().filter((one) => one.renderOptions !== undefined);
  assert.deepEqual(numbers.map((one) => [one.range.start.line + 1, one.renderOptions.after.contentText]), [
    [17, '◂ 1, 3'], [37, '◂ 2'], [43, '◂ 4'], [20, '◂ a'], [27, '◂ b'],
  ]);
  assert.deepEqual(shown().filter((one) => one.renderOptions === undefined).map((one) => one.range.start.line + 1), [27]);
  await host.world.run({ command: 'margay.hidePath', title: '' });
  assert.deepEqual([tree(host).labels(), shown(), hasPath(host)], [[], [], false]);
});

test('the path follows the text, and goes with the finding', async (context) => {
  const host = start(context, 'playlist.c');
  await host.activate();
  const document = host.world.open(host.file('playlist.c'));
  await found(host, document);
  await host.world.run({ command: 'margay.showPath', title: '' });
  const where = () => {
    const { provider } = tree(host);
    const [first] = provider.getChildren();
    return first && provider.getTreeItem(first).description;
  };
  assert.equal(where(), 'playlist.c:17');
  host.world.edit(document, new Range(0, 0, 0, 0), '\n\n');
  await until('the new place', () => where() === 'playlist.c:19');
  assert.equal(tree(host).labels()[3], '4. a heap block is freed a second time');
  const at = document.text.indexOf('        free(list->title);\n');
  const line = document.text.slice(0, at).split('\n').length - 1;
  host.world.edit(document, new Range(line, 0, line + 1, 0), '');
  await until('no path', () => !hasPath(host));
  assert.deepEqual(tree(host).labels(), []);
});

test('lines above functions lead to paths', async (context) => {
  const host = start(context, 'playlist.c');
  await host.activate();
  const document = host.world.open(host.file('playlist.c'));
  await found(host, document);
  const lenses = await until('the lenses', async () => {
    const all = await host.world.lenses(document);
    return all.length > 0 && all;
  });
  const commands = lenses.map(({ command }) => [command?.title, command?.command]);
  assert.deepEqual(commands, [
    ['Margay: 647 paths, no bugs found', ''],
    ['Margay: 627 paths, no bugs found', ''],
    ['Margay: 647 paths, 1 bug', 'margay.showPath'],
  ]);
  await host.world.run(lenses[2]!.command!);
  assert.equal(tree(host).labels().length, 6);
});

test('the editor asks for lenses anew when an analysis is done', async (context) => {
  const host = start(context, 'playlist.c');
  await host.activate();
  let refreshed = 0;
  [...host.world.providers.lenses].forEach(({ provider }) => provider.onDidChangeCodeLenses(() => (refreshed += 1)));
  await found(host, host.world.open(host.file('playlist.c')));
  assert.ok(refreshed > 0);
});

test('where nothing was found there is no path', async (context) => {
  const host = start(context, 'queue.c');
  await host.activate();
  await host.world.run({ command: 'margay.showPath', title: '' });
  host.world.open(host.file('queue.c'));
  await host.world.run({ command: 'margay.showPath', title: '' });
  assert.deepEqual(host.world.messages.map(({ text }) => text), Array(2).fill('Margay has found nothing in this file.'));
  await host.world.run({ command: 'margay.nextStep', title: '' });
});

// --- the other actions of the server ----------------------------------------------------------

test('a rule is explained', async (context) => {
  const host = start(context, 'playlist.c');
  await host.activate();
  const document = host.world.open(host.file('playlist.c'));
  await host.world.take(await action(host, document, /^Explain double-free$/));
  await until('the explanation', () => host.world.called.includes('markdown.showPreviewToSide'));
  const text = host.world.contents.get('margay-rule').provideTextDocumentContent({ path: '/double-free.md' });
  assert.match(text, /^# double-free\n/);
});

test('each action is offered once', async (context) => {
  const host = start(context, 'playlist.c');
  await host.activate();
  const document = host.world.open(host.file('playlist.c'));
  const actions = await host.world.actions(document, await found(host, document));
  assert.deepEqual(actions.map(({ title }) => title), [
    'Ignore double-free here',
    'Show the path to this double-free',
    'Write this double-free as a test',
    'Explain double-free',
  ]);
});

test('a finding is written as a test', async (context) => {
  const host = start(context, 'playlist.c');
  await host.activate();
  const document = host.world.open(host.file('playlist.c'));
  const write = await action(host, document, /^Write this double-free as a test$/);
  // A dialog that is closed changes nothing.
  await host.world.take(write);
  assert.equal(host.world.messages.length, 0);
  const folder = path.join(host.folder, 'my tests');
  host.world.chosenFile = folder;
  host.world.answer = () => 'Open run.sh';
  // What is not saved is saved before; it is analysed first, for its lines have moved.
  host.world.edit(document, new Range(0, 0, 0, 0), '\n');
  await until('the new place', () => host.world.diagnostics(document.uri)[0]?.range.start.line === 43);
  await host.world.run({ command: 'margay.writeTest', title: '' });
  const directory = path.join(folder, 'double-free-playlist-44');
  assert.deepEqual(host.world.messages.map(({ text }) => text), [`The test is in ${directory}.`]);
  assert.deepEqual(host.world.saved, [host.file('playlist.c')]);
  assert.deepEqual(readdirSync(directory), ['inputs.txt', 'margay_replay.c', 'run.sh']);
  await until('the test', () => host.world.activeEditor?.document.fileName === path.join(directory, 'run.sh'));
  // Nothing was written beside the program.
  assert.deepEqual(readdirSync(host.project), ['playlist.c']);

  // What cannot be done is told in a sentence.
  host.world.chosenFile = '/dev/null/x';
  host.world.show(document);
  await host.world.run({ command: 'margay.writeTest', title: '' });
  assert.match(host.world.messages.at(-1)?.text ?? '', /^Margay: double-free-playlist-44 has no test: cannot write/);
});

test('a finding is ignored by a comment', async (context) => {
  const host = start(context, 'playlist.c');
  await host.activate();
  const document = host.world.open(host.file('playlist.c'));
  await host.world.take(await action(host, document, /^Ignore double-free here$/));
  assert.match(document.text, /^ {4}\/\/ margay-ignore: double-free\n {4}free\(list\.title\);/m);
  await until('no finding', () => host.world.diagnostics(document.uri).length === 0);
});

// --- pages ----------------------------------------------------------------------------------------

/** What a page may not name: the network, and files other than through the panel. */
function checkPage(host: Host, panel: Panel): void {
  const { html } = panel.webview;
  const tags = html.replace(/(<script\b[^>]*>)[\s\S]*?<\/script>/g, '$1').replaceAll(host.world.resources, 'panel:');
  const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(tags)?.[1] ?? '';
  assert.match(policy, /^default-src 'none'; style-src [^;]* 'nonce-([\w-]+)'; script-src 'nonce-\1'; base-uri 'none'; form-action 'none'$/);
  assert.equal(tags.match(/Content-Security-Policy/g)?.length, 1);
  assert.doesNotMatch(tags.replace(policy, ''), /\b(file|https?):\/\//i);
  assert.ok(!tags.includes('unsafe-inline'));
  for (const [, address] of tags.matchAll(/<(?:script|link)\b[^>]* (?:src|href)="([^"]*)"/g)) {
    assert.ok(address?.startsWith('panel:/'), address);
    assert.ok(existsSync(decodeURIComponent((address ?? '').slice('panel:'.length))), address);
  }
}

async function click(panel: Panel, href: string, text = ''): Promise<string> {
  const before = panel.webview.html;
  panel.received.fire({ href, text, leaving: 'q=free' });
  return until(href, () => panel.webview.html !== before && panel.webview.html);
}

test('the report is shown, and its links lead from page to page', async (context) => {
  const host = start(context, 'playlist.c');
  await host.activate();
  const document = host.world.open(host.file('playlist.c'));
  host.world.edit(document, new Range(0, 0, 0, 0), '\n');
  await host.world.run({ command: 'margay.openReport', title: '' });
  assert.deepEqual(host.world.messages, [], host.world.log);
  const [panel] = host.world.panels;
  assert.ok(panel);
  assert.deepEqual(host.world.saved, [host.file('playlist.c')]);
  assert.match(panel.webview.html, /A heap block is freed a second time/);
  checkPage(host, panel);
  const roots = panel.options.localResourceRoots.map((uri: { fsPath: string }) => uri.fsPath);
  assert.equal(roots.length, 1);
  assert.ok(roots[0].startsWith(path.join(host.folder, 'storage')), roots[0]);
  // Nothing was written beside the program.
  assert.deepEqual(readdirSync(host.project), ['playlist.c']);

  const finding = /href="(findings\/[^"]*\.html)"/.exec(panel.webview.html)?.[1] ?? '';
  const there = await click(panel, finding);
  assert.match(there, /finding\.js/);
  checkPage(host, panel);
  const source = /href="(\.\.\/sources\/[^"#]*)(#L\d+)?"/.exec(there)?.[1] ?? '';
  assert.match(await click(panel, `${source}#L19`), /data-fragment="L19"/);
  checkPage(host, panel);
  const go = (command: string) => host.world.run({ command, title: '' });
  await go('margay.pageBack');
  await go('margay.pageBack');
  // What was filtered is filtered again.
  assert.match(panel.webview.html, /data-fragment="q=free"/);
  await go('margay.pageBack');
  await go('margay.pageForward');
  assert.match(panel.webview.html, /finding\.js/);
  await click(panel, '../index.html');

  const script = /href="(\.\.\/tests\/[^"]*run\.sh)"/.exec(there)?.[1] ?? '';
  panel.received.fire({ href: script.slice(3), text: 'run.sh' });
  await until('the test', () => host.world.activeEditor?.document.fileName.endsWith('run.sh'));

  // What is no link of a page does nothing.
  const before = panel.webview.html;
  for (const message of [null, 7, {}, { href: 7 }, { href: 'https://example.org/' }, { href: '..%2f..%2fx.html' }]) {
    panel.received.fire(message);
  }
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(panel.webview.html, before);
  // The same again is shown in the same panel.
  host.world.show(document);
  await host.world.run({ command: 'margay.openReport', title: '' });
  assert.deepEqual(host.world.panels, [panel]);
});

test('the report of a folder', async (context) => {
  const host = start(context, 'calc', 'calc/main.c');
  await host.activate();
  host.world.open(host.file('calc/main.c'));
  const offered: string[] = [];
  host.world.pick = (items) => {
    offered.push(...items.map((item) => `${item.label}: ${item.description}`));
    return items.at(-1);
  };
  host.world.settings.set('margay.checkArguments', ['--no-confirm', '--timeout', '20']);
  await host.world.run({ command: 'margay.openReport', title: '' });
  assert.deepEqual(offered, ['main.c: this file', 'project: all that this folder has']);
  assert.match(host.world.panels[0]?.webview.html ?? host.world.log, /parser\.c/);
});

test('the execution tree is shown, and leads to the source', async (context) => {
  const host = start(context, 'playlist.c');
  await host.activate();
  host.world.open(host.file('playlist.c'));
  await host.world.run({ command: 'margay.showTree', title: '' });
  const [panel] = host.world.panels;
  assert.ok(panel, host.world.log);
  checkPage(host, panel);
  assert.equal(panel.title, 'Execution tree');
  const link = /"link":"(file:[^"]*)"/.exec(panel.webview.html)?.[1] ?? '';
  panel.received.fire({ href: link, text: 'playlist.c:37' });
  const line = () => host.world.activeEditor?.selection.active.line;
  await until('the source', () => line() === 36);
});

test('what cannot be checked is told in a sentence', async (context) => {
  const host = start(context, 'playlist.c');
  await host.activate();
  writeFileSync(host.file('broken.c'), 'int main(void) {\n');
  host.world.open(host.file('broken.c'));
  await host.world.run({ command: 'margay.openReport', title: '' });
  assert.deepEqual(host.world.panels, []);
  assert.match(host.world.messages.at(-1)?.text ?? '', /^Margay: .*broken\.c could not be analysed$/);
  assert.match(host.world.log, /expected '}'/);
  // Once it is mended, there is a report.
  writeFileSync(host.file('broken.c'), 'int main(void) { return 0; }\n');
  await host.world.run({ command: 'margay.openReport', title: '' });
  assert.equal(host.world.panels.length, 1);
});

test('a check can be cancelled', async (context) => {
  const host = start(context, 'playlist.c');
  await host.activate();
  writeFileSync(host.file('long.c'), LONG);
  host.world.open(host.file('long.c'));
  const done = host.world.run({ command: 'margay.openReport', title: '' });
  const running = await until('the check', () => host.world.progress[0]);
  assert.equal(running.title, 'Margay checks long.c');
  running.source.cancel();
  await done;
  assert.deepEqual([host.world.panels, host.world.messages], [[], []]);
});

test('an analysis says how far it is, and can be cancelled', async (context) => {
  const host = start(context, 'queue.c');
  await host.activate();
  writeFileSync(host.file('long.c'), LONG);
  const document = host.world.open(host.file('long.c'));
  await until('work', () => /^\$\(sync~spin\) Margay: long\.c \d+%$/.test(host.status));
  assert.match(host.world.statusItems[0].tooltip, /^Margay analyses long\.c: [\d,]+ paths?, \d+ waiting$/);
  host.world.pick = (items) => items.find((item) => item.label === 'Cancel This Analysis');
  await host.world.run({ command: 'margay.statusMenu', title: '' });
  assert.equal(await host.settled(), '$(check) Margay');
  // The next edit is analysed.
  host.world.edit(document, new Range(new Position(0, 0), new Position(0, 0)), '\n');
  await until('work', () => host.status.includes('long.c'));
});
