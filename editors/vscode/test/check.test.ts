// Runs of `margay check`.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import test from 'node:test';
import { checkArguments, reason, run, type Extras } from '../src/core/check';
import { margay } from './fake/host';

const none: Extras = { checkArguments: [], clangFlags: [] };

test('what is run', (context) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'margay-vscode-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const args = (subject: string, isFolder: boolean, extras = none) =>
    checkArguments({ path: subject, isFolder }, ['--html', '/out'], extras).slice(3).join(' ');
  assert.equal(args('/a.c', false), '--html /out /a.c');
  const extras = { checkArguments: ['--no-confirm'], clangFlags: ['-DX', '-Iy'] };
  assert.equal(args('/a.c', false, extras), '--html /out --no-confirm /a.c -- -DX -Iy');
  assert.equal(args(folder, true), `--html /out ${folder}`);
  mkdirSync(path.join(folder, 'build'));
  writeFileSync(path.join(folder, 'build', 'compile_commands.json'), '[]');
  assert.equal(args(folder, true), `--html /out -p ${folder}/build`);
  writeFileSync(path.join(folder, 'compile_commands.json'), '[]');
  assert.equal(args(folder, true), `--html /out -p ${folder}`);
});

test('why nothing was written', async () => {
  const why = async (program: string, ...args: string[]) =>
    reason(await run(program, args, '/', () => undefined, new AbortController().signal));
  assert.equal(await why(margay(), 'check', '/there/is/none.c'), 'cannot read /there/is/none.c: no such file or directory');
  assert.equal(await why(margay(), 'check', '--no-such', 'a.c'), "unexpected argument '--no-such' found");
  assert.equal(await why('/bin/sh', '-c', 'echo one >&2; echo two >&2; exit 7'), 'two');
  assert.equal(await why('/bin/sh', '-c', 'exit 7'), 'margay ended with 7');
  await assert.rejects(why('/there/is/no/margay'), /ENOENT/);
});

test('a run that is stopped takes along what it has started', async () => {
  const stop = new AbortController();
  let said = '';
  const script = 'sleep 300 & echo $!; wait';
  const ended = run('/bin/sh', ['-c', script], '/', (text) => {
    said += text;
    if (said.includes('\n')) stop.abort();
  }, stop.signal);
  assert.equal((await ended).code, null);
  // It was told to end when its parent was; nobody waits for it, so it may be gone a little later.
  for (let tries = 0; tries < 100; tries++) {
    try {
      process.kill(Number(said), 0);
    } catch {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.fail('it still runs');
});
