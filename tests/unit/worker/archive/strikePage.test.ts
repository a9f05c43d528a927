import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NumberedStrike } from '#shared/strike.ts';
import type { PagePosition, StrikeQuery } from '#worker/archive/StrikeArchive.ts';
import { pageSteps, strikePage } from '#worker/archive/strikePage.ts';

const HOUR_MS = 3_600_000;
const bbox = { west: 13, south: 34, east: 31, north: 48 };

describe('the steps of a page', () => {
  test('cover the span without a hole or an overlap, newest first, each up to twice the one before', () => {
    fc.assert(
      fc.property(fc.nat(1e9), fc.integer({ min: 1, max: 31 * 24 * HOUR_MS }), (fromMs, lengthMs) => {
        const steps = pageSteps(fromMs, fromMs + lengthMs);
        let edgeMs = fromMs + lengthMs;
        for (const step of steps) {
          expect(step.toMs).toBe(edgeMs);
          expect(step.fromMs).toBeLessThan(step.toMs);
          edgeMs = step.fromMs;
        }
        expect(edgeMs).toBe(fromMs);
        expect(steps.length).toBeLessThanOrEqual(7);
      }),
    );
  });

  test('are none for no time', () => {
    expect(pageSteps(5, 5)).toEqual([]);
  });
});

/** An archive that keeps its strikes in an array and sorts them as the real one does. */
function archiveOf(strikes: readonly NumberedStrike[]) {
  return async ({ fromMs, toMs, before, limit }: StrikeQuery) =>
    strikes
      .filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
      .filter(({ atMs, id }) => !before || atMs < before.atMs || (atMs === before.atMs && id < before.id))
      .sort((a, b) => b.atMs - a.atMs || (a.id < b.id ? 1 : -1))
      .slice(0, limit);
}

describe('pages', () => {
  test('[AP2] put together hold every strike of the window once, newest first, however many share an instant', async () => {
    const times = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 120 });
    await fc.assert(
      fc.asyncProperty(times, fc.integer({ min: 1, max: 30 }), async (quarters, limit) => {
        const strikes = quarters.map((quarter, index) => ({
          id: `s${String(index).padStart(3, '0')}`,
          latitude: 42,
          longitude: 23,
          atMs: quarter * HOUR_MS,
          ordinal: index + 1,
        }));
        const read = archiveOf(strikes);
        const span = { fromMs: 2 * HOUR_MS, toMs: 38 * HOUR_MS };
        const found: NumberedStrike[] = [];
        let before: PagePosition | undefined;
        do {
          const page = await strikePage({ bbox, ...span, before, limit }, read);
          expect(page.strikes.length).toBeLessThanOrEqual(limit);
          found.push(...page.strikes);
          before = page.next;
        } while (before);
        expect(found).toEqual(await read({ bbox, ...span, before: undefined, limit: 1_000 }));
      }),
    );
  });

  test('[AP2] that are exactly full and the last say no next', async () => {
    const strikes = [1, 2].map((n) => ({ id: `${n}`, latitude: 42, longitude: 23, atMs: n, ordinal: n }));
    const page = await strikePage({ bbox, fromMs: 0, toMs: 10, before: undefined, limit: 2 }, archiveOf(strikes));
    expect(page.next).toBeUndefined();
    expect(page.strikes).toHaveLength(2);
  });

  test('of the newest strikes of a month ask for no more than its last hours', async () => {
    const asked: StrikeQuery[] = [];
    const strikes = [1, 2, 3].map((n) => ({ id: `${n}`, latitude: 42, longitude: 23, atMs: 1e9 - n, ordinal: n }));
    const read = archiveOf(strikes);
    await strikePage({ bbox, fromMs: 0, toMs: 1e9, before: undefined, limit: 2 }, (query) => {
      asked.push(query);
      return read(query);
    });
    expect(asked.map(({ fromMs, limit }) => [fromMs, limit])).toEqual([[1e9 - 6 * HOUR_MS, 3]]);
  });
});
