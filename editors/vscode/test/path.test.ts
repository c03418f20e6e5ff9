// Numbers and letters of a path, and walking along it.

import assert from 'node:assert/strict';
import test from 'node:test';
import { entries, marks, same, told, Walk, type Finding, type Place } from '../src/core/path';

const at = (line: number, uri = 'file:///a.c'): Place => ({
  uri,
  start: { line, character: 0 },
  end: { line, character: 5 },
});

function finding(notes: [string, number][], line = 9, message = 'it breaks\nargc = 3'): Finding {
  const related = notes.map(([text, where]) => ({ message: text, place: at(where) }));
  return { rule: 'double-free', message, place: at(line), related };
}

const NOTES: [string, number][] = [
  ['taking the true branch', 1],
  ['taking the false branch', 2],
  ['allocated here', 0],
  ['called from here', 7],
];
const HOVER = '**it breaks** (double-free)\n\nThe way there:\n\n1. line 2: taking the true branch\n2. line 3: taking the false branch\n';

const shown = (all: Finding, hover: string) => entries(all, told(hover, all)).map(({ label, message }) => `${label} ${message}`);

test('steps have numbers, places letters, calls nothing', () => {
  assert.deepEqual(shown(finding(NOTES), HOVER), [
    '1 taking the true branch',
    '2 taking the false branch',
    '3 it breaks',
    'a allocated here',
    ' called from here',
  ]);
});

test('numbers count steps that were left out', () => {
  const hover = HOVER.replace('1. line', '41. line').replace('2. line', '42. line');
  assert.deepEqual(shown(finding(NOTES), hover).slice(0, 3), [
    '41 taking the true branch',
    '42 taking the false branch',
    '43 it breaks',
  ]);
});

test('a hover tells of several findings, and of steps in other files', () => {
  const other = '**it leaks** (memory-leak)\n\nThe way there:\n\n1. line 7: taking the false branch\n';
  const expected = told(HOVER, finding(NOTES));
  assert.deepEqual(told(`${other}\n---\n\n${HOVER}`, finding(NOTES)), expected);
  assert.deepEqual(told(HOVER.replace('line 2:', 'line 2 of other.h:'), finding(NOTES)), expected);
});

test('without a hover of the same finding, all but calls are steps', () => {
  const expected = ['1 taking the true branch', '2 taking the false branch', '3 allocated here', '4 it breaks', ' called from here'];
  assert.deepEqual(shown(finding(NOTES), HOVER.replace('true', 'other')), expected);
});

test('a finding may have no steps', () => {
  assert.deepEqual(shown(finding([]), ''), ['1 it breaks']);
  assert.deepEqual(shown(finding([['allocated here', 3]]), '**it breaks** (double-free)\n'), ['1 it breaks', 'a allocated here']);
});

test('walking goes along steps, around at the ends', () => {
  const one = finding(NOTES);
  const all = entries(one, told(HOVER, one));
  const walk = new Walk(all);
  const move = (by: 1 | -1) => walk.move(by)?.label;
  assert.equal(walk.entry?.label, '3');
  assert.deepEqual([move(1), move(1), move(-1), move(-1), move(-1)], ['1', '2', '1', '3', '2']);
  // From a place that is no step, it goes on at the beginning or at the fault.
  walk.goTo(all[3]!);
  assert.equal(walk.entry?.label, 'a');
  assert.equal(move(1), '1');
  walk.goTo(all[3]!);
  assert.equal(move(-1), '3');
});

test('a line has the labels of all its entries', () => {
  const notes = Array.from({ length: 9 }, (): [string, number] => ['taking the true branch', 4]);
  const hover = notes.map((_, index) => `${index + 1}. line 5: taking the true branch`).join('\n');
  const one = finding([...notes, ['allocated here', 9]]);
  const all = entries(one, told(hover, one));
  assert.deepEqual([...marks(all, 'file:///a.c')], [[4, '1, 2, 3, 4, 5, …, 9'], [9, '10, a']]);
  assert.deepEqual([...marks(all, 'file:///b.c')], []);
});

test('a finding is known again where it has moved', () => {
  const [near, far, other] = [finding([], 11), finding([], 30), finding([], 9, 'something else')];
  assert.equal(same(finding([], 9, 'it breaks\nargc = 4'), [far, near, other]), near);
  assert.equal(same(finding([]), [other]), undefined);
});
