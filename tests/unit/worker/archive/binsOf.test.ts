import { expect, test } from 'vitest';
import { binsAsked, binsOf } from '#worker/archive/CountArchive.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const START = 20_000 * DAY_MS;
const HOUR = START / HOUR_MS;

test('bins are whole: the first holds the beginning, the last the end, and none begins in the future', () => {
  const asked = (nowMs: number) => binsAsked('hour', START + 1, START + 3 * HOUR_MS + 1, nowMs);
  expect(asked(START + DAY_MS)).toEqual({ fromMs: START, toMs: START + 4 * HOUR_MS, stepMs: HOUR_MS });
  expect(asked(START + HOUR_MS + 5)).toEqual({ fromMs: START, toMs: START + 2 * HOUR_MS, stepMs: HOUR_MS });
  expect(asked(START - DAY_MS)).toEqual({ fromMs: START, toMs: START, stepMs: HOUR_MS });
});

test('each ten minutes go into the bin that holds them, and what lies outside into none', () => {
  const hours = [
    { hour: HOUR - 1, tenths: [9, 9, 9, 9, 9, 9] },
    { hour: HOUR, tenths: [1, 2, 3, 4, 5, 6] },
    { hour: HOUR + 2, tenths: [0, 0, 0, 0, 0, 7] },
  ];
  const bins = (stepMs: number, toMs: number) => binsOf({ fromMs: START, toMs: START + toMs, stepMs }, hours);
  expect(bins(HOUR_MS, 3 * HOUR_MS)).toEqual([21, 0, 7]);
  expect(bins(HOUR_MS / 6, HOUR_MS)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(bins(DAY_MS, DAY_MS)).toEqual([28]);
});
