import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/time/hourKey.ts';
import {
  afterKey,
  afterPlaying,
  BAR_MS,
  HISTORY_MS,
  PAST_WINDOWS_MS,
  PLAY_RATES_MS,
  pastBounds,
  timelineAddress,
  withinBounds,
} from '#web/sky/past/timeline.ts';
import { barShapes, timelineBars } from '#web/sky/past/timelineBars.ts';

const NOW = Date.UTC(2026, 10, 22, 14, 53, 17, 250);
const bounds = pastBounds(NOW);
const parse = (search: string) => timelineAddress.parse(new URLSearchParams(search));
const instants = fc.integer({ min: NOW - 20 * DAY_MS, max: NOW + DAY_MS });

describe('the address of a moment', () => {
  test('reads back as it was written, for each minute and window', () =>
    fc.assert(
      fc.property(instants, fc.constantFrom(...PAST_WINDOWS_MS), (someMs, windowMs) => {
        const atMs = Math.floor(someMs / 60_000) * 60_000;
        expect(parse(timelineAddress.format({ atMs, windowMs }).join('&'))).toEqual({ atMs, windowMs });
      }),
    ));

  test('is plain to read, and none while one looks at now', () => {
    const atMs = Date.UTC(2026, 10, 20, 14, 30);
    expect(timelineAddress.format({ atMs, windowMs: HOUR_MS })).toEqual(['t=2026-11-20T14:30Z', 'w=60']);
    expect(timelineAddress.format({ atMs: undefined, windowMs: 6 * HOUR_MS })).toEqual([]);
  });

  test.each(['', 't=yesterday&w=60', 't=2026-02-30T10:00Z', 't=2026-11-20T14:30'])(
    'that makes no sense is none: %s',
    (search) => expect(parse(search)).toEqual({ atMs: undefined, windowMs: HOUR_MS }),
  );

  test('with seconds or another zone is the minute it lies in; an unknown window is an hour', () => {
    const { atMs, windowMs } = parse(`t=${encodeURIComponent('2026-11-20T16:30:59+02:00')}&w=61`);
    expect([atMs, windowMs]).toEqual([Date.UTC(2026, 10, 20, 14, 30), HOUR_MS]);
  });
});

describe('how far the timeline reaches', () => {
  test('is 14 days back and never the future, wherever one drags, types or steps to', () => {
    const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'] as const;
    fc.assert(
      fc.property(instants, fc.array(fc.constantFrom(...keys), { maxLength: 20 }), (startMs, pressed) => {
        let atMs = withinBounds(startMs, bounds);
        for (const key of pressed) {
          const next = afterKey(key, atMs, bounds);
          if (next === 'unused') throw new Error(key);
          atMs = next;
          if (atMs === undefined) continue;
          expect(atMs).toBeGreaterThanOrEqual(NOW - HISTORY_MS);
          expect(atMs).toBeLessThan(NOW);
          expect(atMs % 60_000).toBe(0);
        }
      }),
    );
  });

  test.each([
    ['ArrowLeft', -BAR_MS],
    ['ArrowRight', BAR_MS],
    ['ArrowDown', -BAR_MS],
    ['ArrowUp', BAR_MS],
    ['PageDown', -DAY_MS],
    ['PageUp', DAY_MS],
  ])('%s steps by %d ms', (key, stepMs) => {
    const atMs = bounds.fromMs + 5 * DAY_MS;
    expect(afterKey(key, atMs, bounds)).toBe(atMs + stepMs);
  });

  test('Home is the oldest moment, End is now; from now one steps back by a bar; other keys are left alone', () => {
    expect(afterKey('Home', undefined, bounds)).toBe(bounds.fromMs);
    expect(afterKey('End', bounds.fromMs, bounds)).toBeUndefined();
    expect(afterKey('ArrowLeft', undefined, bounds)).toBe(bounds.toMs - BAR_MS);
    expect(afterKey('ArrowRight', bounds.toMs - BAR_MS, bounds)).toBeUndefined();
    expect(afterKey('Tab', undefined, bounds)).toBe('unused');
  });
});

describe('playing', () => {
  const atMs = bounds.fromMs;

  test.each(PLAY_RATES_MS)('passes %d ms in a second, however it is cut into steps', (rateMs) => {
    let stepped = atMs;
    for (let step = 0; step < 10; step += 1) stepped = afterPlaying({ atMs: stepped, rateMs, held: true }, 100, NOW);
    expect(stepped).toBe(atMs + rateMs);
  });

  test('waits while strikes are missing, and ends at now', () => {
    expect(afterPlaying({ atMs, rateMs: HOUR_MS, held: false }, 60_000, NOW)).toBe(atMs);
    expect(afterPlaying({ atMs: NOW - 1, rateMs: HOUR_MS, held: true }, 1_000, NOW)).toBe(NOW);
  });
});

describe('the bars of the fortnight', () => {
  const { fromMs } = bounds;

  test('each is a count or unread: what nobody told is never zero', () => {
    const told = fc.map(fc.integer({ min: 0, max: 2_100 }), fc.nat(500));
    const spans = fc.array(fc.tuple(instants, fc.nat(DAY_MS)), { maxLength: 8 });
    fc.assert(
      fc.property(told, spans, (counted, gaps) => {
        const strikes = new Map([...counted].map(([bar, count]) => [fromMs + bar * BAR_MS, count]));
        const unread = gaps.map(([from, length]) => [from, from + length + 1] as const);
        const bars = timelineBars(bounds, { strikes, unread });
        expect(bars.length).toBe(Math.ceil((bounds.toMs - fromMs) / BAR_MS));
        const wrong = bars.filter((bar) => {
          const missed = unread.some(([from, to]) => from < bar.fromMs + BAR_MS && to > bar.fromMs);
          const told = strikes.get(bar.fromMs);
          return missed || told === undefined ? !bar.unread : bar.unread || bar.strikes !== told;
        });
        expect(wrong).toEqual([]);
      }),
    );
  });

  test('are drawn as two shapes: counts, and runs of what was not read', () => {
    const bar = (strikes: number, unread = false) => ({ fromMs: 0, strikes, unread });
    const { counts, unread } = barShapes([bar(4), bar(0), bar(0, true), bar(1, true), bar(0), bar(0, true)], 20);
    expect(counts).toBe('M0 20v-20.0h1V20zM3 20v-10.0h1V20z');
    expect(unread).toEqual([
      [2, 4],
      [5, 6],
    ]);
  });
});
