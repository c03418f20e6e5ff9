// What is made of settings, whatever they say.

import assert from 'node:assert/strict';
import test from 'node:test';
import { read } from '../src/core/settings';

function check(given: Record<string, unknown>, expected: object, complaints: RegExp[] = []): void {
  const settings = read((name) => given[name]);
  const standard = { path: '', server: { timeout: 20, clangFlags: [] }, checkArguments: [] };
  assert.deepEqual({ ...settings, complaints: [] }, { ...standard, ...expected, complaints: [] });
  assert.equal(settings.complaints.length, complaints.length, settings.complaints.join());
  complaints.forEach((pattern, index) => assert.match(settings.complaints[index] ?? '', pattern));
}

test('settings are read', () => {
  check({}, {});
  check({ path: ' /bin/margay ' }, { path: '/bin/margay' });
  check({ timeout: 5, clangFlags: ['-DX'] }, { server: { timeout: 5, clangFlags: ['-DX'] } });
  check({ checkArguments: ['--no-confirm'] }, { checkArguments: ['--no-confirm'] });
});

test('what makes no sense is left out, the rest counts', () => {
  check({ timeout: 'soon', clangFlags: ['-DX'] }, { server: { timeout: 20, clangFlags: ['-DX'] } }, [/timeout .*"soon"/]);
  for (const timeout of [0, -1, 1.5, NaN, 1e300, {}]) check({ timeout }, {}, [/margay\.timeout/]);
  for (const clangFlags of ['-DX', [1], {}, true]) check({ clangFlags }, {}, [/margay\.clangFlags/]);
  check({ path: 7, checkArguments: 7 }, {}, [/margay\.path/, /margay\.checkArguments/]);
});
