import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRecording, replayRecording } from '#worker/dev/simulator/sky/replayRecording.ts';

const START_MS = Date.UTC(2026, 6, 1);
const recording = parseRecording('offset_ms,latitude,longitude\n60,40.5,20.25\n600,41,21\n600,42,22\n6000,43,23\n');

describe('replayRecording', () => {
  test('makes strike i happen at start + offset / speed', () => {
    const sky = replayRecording(recording, { startMs: START_MS, speed: 6, atEnd: 'end' });
    const strikes = sky.strikesBetween(START_MS, START_MS + 60_000);
    expect(strikes.map(({ atMs, latitude, longitude }) => [atMs - START_MS, latitude, longitude])).toEqual([
      [10, 40.5, 20.25],
      [100, 41, 21],
      [100, 42, 22],
      [1000, 43, 23],
    ]);
    expect(new Set(strikes.map(({ id }) => id)).size).toBe(4);
  });

  test('holds nothing before its start nor, where it ends, after its end', () => {
    const sky = replayRecording(recording, { startMs: START_MS, speed: 6, atEnd: 'end' });
    expect(sky.strikesBetween(0, START_MS)).toEqual([]);
    expect(sky.strikesBetween(START_MS + 1_001, START_MS + 1e9)).toEqual([]);
  });

  test('loops with new ids, one second of the recording after its last strike', () => {
    const sky = replayRecording(recording, { startMs: START_MS, speed: 1, atEnd: 'loop' });
    const rounds = sky.strikesBetween(START_MS, START_MS + 14_000);
    expect(rounds.map(({ atMs }) => atMs - START_MS)).toEqual([60, 600, 600, 6000, 7060, 7600, 7600, 13_000]);
    expect(new Set(rounds.map(({ id }) => id)).size).toBe(8);
  });

  test('gives the same strikes for a window as for its two halves', () => {
    const sky = replayRecording(recording, { startMs: START_MS, speed: 2.5, atEnd: 'loop' });
    const at = fc.integer({ min: START_MS - 5_000, max: START_MS + 90 * 86_400_000 });
    const step = fc.integer({ min: 0, max: 30_000 });
    fc.assert(
      fc.property(at, step, step, (fromMs, firstMs, secondMs) => {
        const [middleMs, toMs] = [fromMs + firstMs, fromMs + firstMs + secondMs];
        const halves = [...sky.strikesBetween(fromMs, middleMs), ...sky.strikesBetween(middleMs, toMs)];
        expect(halves).toEqual(sky.strikesBetween(fromMs, toMs));
        expect(halves.every(({ atMs }) => atMs >= fromMs && atMs < toMs)).toBe(true);
      }),
      { numRuns: 300, seed: 1 },
    );
  });
});
