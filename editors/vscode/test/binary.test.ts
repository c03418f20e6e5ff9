// Where the program is looked for.

import assert from 'node:assert/strict';
import test from 'node:test';
import { locate } from '../src/core/binary';

function check(setting: string, programs: string[], expected: string | RegExp, isWindows = false): void {
  const around = {
    searchPath: isWindows ? 'C:\\bin' : '/usr/bin::/opt/bin:relative',
    home: '/home/me',
    folder: '/project',
    isWindows,
    isProgram: (file: string) => programs.includes(file),
  };
  const found = locate(setting, around);
  if (typeof expected === 'string') assert.deepEqual(found, { program: expected });
  else assert.match('missing' in found ? found.missing : '', expected);
}

test('the program of the settings comes first, then PATH, then cargo', () => {
  const all = ['/own/margay', '/usr/bin/margay', '/opt/bin/margay', '/home/me/.cargo/bin/margay'];
  check('/own/margay', all, '/own/margay');
  check('', all, '/usr/bin/margay');
  check('', all.slice(2), '/opt/bin/margay');
  check('', all.slice(3), '/home/me/.cargo/bin/margay');
  check('', [], /neither in PATH nor in ~\/\.cargo\/bin/);
  // Nothing of the folder that happens to be open is run.
  check('', ['relative/margay', '/project/margay', '/project/relative/margay'], /neither in PATH/);
});

test('what the settings name is not replaced by another', () => {
  check('/own/margay', ['/usr/bin/margay'], /says \/own\/margay, which is no program/);
});

test('the settings may name it relative to home or the project', () => {
  check('~/bin/margay', ['/home/me/bin/margay'], '/home/me/bin/margay');
  check('target/release/margay', ['/project/target/release/margay'], '/project/target/release/margay');
  check('${workspaceFolder}/m', ['/project/m'], '/project/m');
});
