import { expect, test } from 'vitest';
import { backfillLine, followBackfill } from '#worker/dev/local/followBackfill.ts';

const DAY_MS = 86_400_000;
const at = (leftDays: number) => ({ days: 14, leftMs: leftDays * DAY_MS, silentMs: 0 });

test('a line says how many days of the past are there', () => {
  expect(backfillLine(at(13))).toBe('History: 1 of 14 days are there.');
  expect(backfillLine(at(2.6))).toBe('History: 11 of 14 days are there.');
  expect(backfillLine(at(0))).toBe('History: 14 days are there.');
  expect(backfillLine({ days: 1, leftMs: 0, silentMs: 0 })).toBeUndefined();
});

test('progress is printed once for each day, all of it is counted at the end, and a status that fails ends nothing', async () => {
  const states = [at(13), undefined, at(13), at(6), at(0), at(0), at(0)];
  const lines: string[] = [];
  let [looks, runs] = [0, 0];
  await followBackfill({
    status: async () => {
      const state = states[looks++];
      if (!state) throw new Error('busy');
      return state;
    },
    cron: async () => {
      runs += 1;
    },
    print: (line) => lines.push(line),
    sleep: async () => undefined,
    isOver: () => looks > 20,
  });
  expect(lines).toEqual([
    'History: 1 of 14 days are there.',
    'History: 8 of 14 days are there.',
    'History: 14 days are there.',
  ]);
  expect([looks, runs]).toEqual([7, 4]);
});

test('a start that finds all of it there says nothing, and one that reads nothing back asks once', async () => {
  const told: string[] = [];
  let looks = 0;
  const follow = (state: ReturnType<typeof at> | null) =>
    followBackfill({
      status: async () => {
        looks += 1;
        return state;
      },
      cron: async () => undefined,
      print: (line) => told.push(line),
      sleep: async () => undefined,
      isOver: () => false,
    });
  await follow(at(0));
  expect([told, looks]).toEqual([[], 3]);
  await follow(null);
  expect([told, looks]).toEqual([[], 4]);
});
