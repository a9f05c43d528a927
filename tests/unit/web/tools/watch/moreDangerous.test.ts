import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LEVELS } from '#shared/watch/Area.ts';
import type { AreaView } from '#shared/watch/BookView.ts';
import { compareLevels } from '#shared/watch/rings.ts';
import { newAreaState } from '#shared/watch/watchArea.ts';
import { serverJudged } from '#web/tools/watch/book/useBook.ts';
import { type Judged, moreDangerous, NOTHING_SHOWN, shownChanges } from '#web/tools/watch/moreDangerous.ts';
import { shownOf } from '#web/tools/watch/words.ts';

const NOW = Date.UTC(2026, 6, 1, 12);
const AREA = {
  shape: { type: 'Point', coordinates: [23.3, 42.7] },
  ringsKm: [30, 16, 10],
  dwellMs: 1_800_000,
  settleMs: 60_000,
  least: 1,
} as const;
const COUNTDOWN = { stopNotBeforeMs: NOW + 60_000, allClearNotBeforeMs: NOW + 60_000 };
const seen = (level: Judged['level'], parts: Partial<Judged> = {}) =>
  ({ ...newAreaState(), level, sight: 'seen', watermarkMs: NOW, ...parts }) as const;
const blind = (level: Judged['level']) => seen(level, { sight: 'unknown' });

const judged = fc
  .record({ level: fc.constantFrom(...LEVELS), sight: fc.constantFrom('seen', 'delayed', 'unknown') })
  .map((parts) => seen(parts.level, { sight: parts.sight as Judged['sight'] }));

describe('of page and server the more dangerous is shown', () => {
  test.each([
    ['clear', seen('clear'), seen('clear')],
    ['warning', seen('clear'), seen('warning')],
    ['stop', seen('stop'), seen('clear')],
    ['unknown', seen('clear'), blind('clear')],
    ['unknown', blind('clear'), seen('clear')],
    ['unknown', seen('warning'), blind('clear')],
    ['stop', seen('stop'), blind('clear')],
    ['stop', blind('clear'), seen('stop')],
    ['unknown', blind('stop'), seen('warning')],
  ] as const)('%s', (shown, page, server) => {
    expect(shownOf(moreDangerous(page, server))).toBe(shown);
  });

  test('never clear while one of them is blind or sees more, whichever it is', () =>
    fc.assert(
      fc.property(judged, judged, (page, server) => {
        const both = moreDangerous(page, server);
        expect(shownOf(both)).toBe(shownOf(moreDangerous(server, page)));
        for (const one of [page, server]) {
          expect(compareLevels(both.level, one.level)).toBeGreaterThanOrEqual(0);
          if (shownOf(one) !== 'clear') expect(shownOf(both)).not.toBe('clear');
          if (shownOf(one) === 'stop') expect(shownOf(both)).toBe('stop');
        }
      }),
    ));

  test('it counts down only if each that is at stop does, and is complete as far as both are', () => {
    const counting = seen('stop', { countdown: COUNTDOWN });
    expect(moreDangerous(counting, seen('stop')).countdown).toBeNull();
    expect(moreDangerous(seen('stop'), counting).countdown).toBeNull();
    expect(moreDangerous(counting, seen('clear')).countdown).toEqual(COUNTDOWN);
    expect(moreDangerous(seen('clear'), counting).countdown).toEqual(COUNTDOWN);
    const behind = seen('clear', { watermarkMs: NOW - 30_000, sight: 'delayed' });
    expect(moreDangerous(seen('clear'), behind)).toMatchObject({ watermarkMs: NOW - 30_000, sight: 'delayed' });
  });
});

describe('the server’s state', () => {
  const view = { level: 'warning', unknown: false, delayed: false, completeTo: NOW } as AreaView;

  test('counts for two minutes after it was read; then the server’s watch is unknown', () => {
    expect(shownOf(serverJudged(view, NOW, NOW + 120_000))).toBe('warning');
    expect(serverJudged(view, NOW, NOW + 120_001)).toMatchObject({ level: 'warning', sight: 'unknown' });
    expect(shownOf(serverJudged(undefined, NOW, NOW))).toBe('unknown');
    expect(shownOf(serverJudged(view, null, NOW))).toBe('unknown');
    expect(shownOf(serverJudged({ ...view, unknown: true }, NOW, NOW))).toBe('unknown');
  });

  test('brings its nearest and newest strike, each once', () => {
    const near = { ordinal: 7, timestampMs: NOW, distanceKm: 9, bearingDeg: 90 };
    expect(serverJudged({ ...view, nearest: near, newest: near }, NOW, NOW).front).toEqual([
      { ordinal: 7, atMs: NOW, km: 9, bearing: 90 },
    ]);
  });
});

describe('what is told of what is shown', () => {
  const strike = { ordinal: 1, atMs: NOW - 5_000, km: 8, bearing: 0 };

  test('each change of level or sight once, and nothing while it stays', () => {
    const first = shownChanges(NOTHING_SHOWN, AREA, seen('clear'), NOW, 0);
    expect(first.changes.map(({ kind }) => kind)).toEqual(['sight']);
    expect(shownChanges(first, AREA, seen('clear'), NOW + 1, 0)).toBe(first);
    const stop = shownChanges(first, AREA, seen('stop', { front: [strike] }), NOW, 0);
    expect(stop.changes[0]).toMatchObject({ kind: 'raise', from: 'clear', to: 'stop', strike, found: false });
    const gone = shownChanges(stop, AREA, blind('stop'), NOW, 0);
    expect(gone.changes[0]).toMatchObject({ kind: 'blind', change: 3 });
    const back = shownChanges(gone, AREA, seen('clear'), NOW, 0);
    expect(back.changes.slice(0, 2).map(({ kind }) => kind)).toEqual(['fall', 'sight']);
  });

  test('what fell long before the first look is found, no news; what rises later is news however old its strike', () => {
    const old = seen('stop', { front: [{ ...strike, atMs: NOW - 600_000 }] });
    expect(shownChanges(NOTHING_SHOWN, AREA, old, NOW, 0).changes[0]).toMatchObject({ kind: 'raise', found: true });
    const clear = shownChanges(NOTHING_SHOWN, AREA, seen('clear'), NOW, 0);
    expect(shownChanges(clear, AREA, old, NOW, 0).changes[0]).toMatchObject({ kind: 'raise', found: false });
  });
});
