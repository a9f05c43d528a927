import { expect, test } from 'vitest';
import { mustSetAlarm } from '#worker/feed/mustSetAlarm.ts';

const NOW_MS = 1_000_000;

test.each([
  ['none is set', { alarmMs: null, ranHere: true }, true],
  ['it is more than 30 s overdue', { alarmMs: NOW_MS - 30_001, ranHere: true }, true],
  ['it is due and about to run', { alarmMs: NOW_MS - 30_000, ranHere: true }, false],
  ['it is due, and nothing ran since the start', { alarmMs: NOW_MS, ranHere: false }, false],
  ['it lies ahead, set by a run of this object', { alarmMs: NOW_MS + 30_000, ranHere: true }, false],
  ['it lies ahead, set by an object that died', { alarmMs: NOW_MS + 30_000, ranHere: false }, true],
])('the alarm is set to now or left alone when %s', (_, facts, set) => {
  expect(mustSetAlarm(facts, NOW_MS)).toBe(set);
});
