import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mercatorFixedX, mercatorFixedY } from '#shared/geo/mercator.ts';
import { tileAt, tileBounds } from '#shared/geo/tile.ts';
import type { NumberedStrike } from '#shared/strike.ts';
import { DAY_MS, HOUR_MS, parseHourKey } from '#shared/time.ts';
import { parseDayKey, utcDay } from '#shared/utcDay.ts';
import { encodeDayGrid } from '#shared/wire/dayGrid.ts';
import { strikesToColumns } from '#shared/wire/StrikeColumns.ts';
import { encodeStrikeSlice } from '#shared/wire/strikeSlice.ts';
import { pairs } from '#tests/support/pairs.ts';
import { fakeClock } from '#tests/support/time/VirtualTime.ts';
import { gapSpans } from '#web/kit/http/archiveResponses.ts';
import { DayGrids, hourRows, renderedAs, tileCounts } from '#web/sky/past/DayGrids.ts';
import { PastStrikes } from '#web/sky/past/PastStrikes.ts';
import {
  afterKey,
  afterPlaying,
  afterSilence,
  BAR_MS,
  barShapes,
  HISTORY_MS,
  PAST_WINDOWS_MS,
  PLAY_RATES_MS,
  pastBounds,
  REPLAY_MS,
  timelineAddress,
  timelineBars,
  withinBounds,
} from '#web/sky/past/timeline.ts';
import { hoursBefore } from '#web/sky/TileCoverage.ts';

const NO_TICKS = { every: () => () => {} };

describe('day grids', () => {
  const TODAY_MS = Date.UTC(2026, 10, 20);
  const NOW_MS = TODAY_MS + 15 * HOUR_MS;
  const GAP: [number, number] = [TODAY_MS - 20 * HOUR_MS, TODAY_MS - 18 * HOUR_MS];
  const hourOf = (atMs: number) => atMs / HOUR_MS;
  const yesterday = { fromHour: hourOf(TODAY_MS - 10 * HOUR_MS), toHour: hourOf(TODAY_MS - 2 * HOUR_MS) };

  /** A server with one strike in each hour of each day, and grids that read of it. */
  function reading(fails: () => boolean = () => false) {
    const clock = fakeClock(NOW_MS);
    const requests: string[] = [];
    const waiting: (() => void)[] = [];
    let underWay = 0;
    let most = 0;
    const grids = new DayGrids({
      fetchBytes: async (path) => {
        requests.push(path);
        underWay += 1;
        most = Math.max(most, underWay);
        await new Promise((resolve) => setTimeout(resolve));
        underWay -= 1;
        if (fails()) return new Response(null, { status: 503 });
        const fromMs = parseDayKey(path.split('/').at(-2) ?? '') ?? 0;
        const counts = Array.from({ length: 24 }, (_, hour) => ({ hour, x: 579, y: hour, strikes: 1 }));
        const headers = {
          'complete-to': new Date(clock.now()).toISOString(),
          'data-gaps': GAP.map((atMs) => new Date(atMs).toISOString()).join('/'),
        };
        return new Response(encodeDayGrid({ day: utcDay(fromMs), zoom: 10, counts }), { headers });
      },
      clock,
      timers: {
        ...NO_TICKS,
        after: (_, run) => {
          waiting.push(run);
          return () => {};
        },
      },
      onChange: () => {},
    });
    const settled = async () => {
      for (let angle = 0; angle < 20; angle += 1) await new Promise((resolve) => setTimeout(resolve));
    };
    return { clock, grids, requests, waiting, settled, most: () => most };
  }

  test('[HI3] are read by days, two at a time and none of the future, and are those of the hours asked for', async () => {
    const { grids, requests, settled, most } = reading();
    const span = { fromHour: hourOf(TODAY_MS - 3 * DAY_MS + HOUR_MS), toHour: hourOf(TODAY_MS + 3 * DAY_MS) };
    expect(grids.holds(yesterday)).toBe(false);
    grids.want(span);
    await settled();
    expect(requests.map((path) => path.slice(-16))).toEqual([17, 18, 19, 20].map((day) => `2026-11-${day}/hours`));
    expect(most()).toBe(2);
    expect(grids.holds(yesterday)).toBe(true);
    const hours = grids.hours(yesterday);
    expect(hours.map((counts) => counts.map(({ y }) => y))).toEqual([[14], [15], [16], [17], [18], [19], [20], [21]]);
  });

  test('are read once; those of a day that is not over again a minute later', async () => {
    const { clock, grids, requests, settled } = reading();
    const span = { fromHour: yesterday.fromHour, toHour: hourOf(NOW_MS) };
    grids.want(span);
    await settled();
    grids.want(span);
    await settled();
    expect(requests).toHaveLength(2);
    clock.advance(60_000);
    grids.want(span);
    await settled();
    expect(requests.map((path) => path.slice(-8, -6))).toEqual(['19', '20', '20']);
  });

  test('[HI3] say what of their hours was not read', async () => {
    const { grids, settled } = reading();
    grids.want({ fromHour: hourOf(TODAY_MS - DAY_MS), toHour: hourOf(NOW_MS) });
    await settled();
    const late = { fromHour: hourOf(TODAY_MS - 19 * HOUR_MS), toHour: hourOf(TODAY_MS) };
    expect(grids.gaps(late)).toContainEqual(GAP);
    expect(grids.gaps(yesterday)).toEqual([]);
  });

  test('that the server refuses are asked for again after a while', async () => {
    let failing = true;
    const { grids, requests, waiting, settled } = reading(() => failing);
    grids.want(yesterday);
    await settled();
    expect([requests.length, waiting.length, grids.holds(yesterday)]).toEqual([1, 1, false]);
    failing = false;
    waiting.pop()?.();
    await settled();
    expect(grids.holds(yesterday)).toBe(true);
  });

  const headers = (completeTo: string, gaps: string) => new Headers({ 'complete-to': completeTo, 'data-gaps': gaps });
  const to = TODAY_MS;
  const iso = (atMs: number) => new Date(atMs).toISOString();
  test.each([
    ['nothing', headers(iso(to + 1), 'none'), []],
    ['its intervals', headers(iso(to), `${iso(1)}/${iso(2)}, ${iso(5)}/${iso(9)}`), pairs('1,2 5,9')],
    ['what is newer than the last reading', headers(iso(to - 5), 'none'), [[to - 5, to]]],
    ['all of it where nothing is known', headers('none', `${iso(1)}/${iso(2)}`), [[Number.NEGATIVE_INFINITY, to]]],
    ['all of it where it says nothing', new Headers(), [[Number.NEGATIVE_INFINITY, to]]],
  ])('what an answer says was not read is %s', (_, reported, spans) => expect(gapSpans(reported, to)).toEqual(spans));
});

describe('the strikes of a window of the past', () => {
  const HOUR = Date.UTC(2026, 10, 20, 14);
  const tiles = [tileAt(23.3, 42.7, 8)];
  const strike = (ordinal: number, atMs: number) => ({
    id: `s${ordinal}`,
    ordinal,
    latitude: 42.7,
    longitude: 23.3,
    atMs,
  });

  /** A server that knows the strikes of `fallen` up to its present, and a reader of it. */
  function reading(nowMs: number, fallen: readonly NumberedStrike[]) {
    const clock = fakeClock(nowMs);
    const requests: string[] = [];
    const waiting: { atMs: number; run: () => void }[] = [];
    let answered = Promise.resolve();
    const fetchBytes = async (path: string) => {
      const hour = path.split('/').at(-2) ?? '';
      requests.push(hour);
      const hourMs = parseHourKey(hour) ?? 0;
      const known = fallen.filter(({ atMs }) => atMs >= hourMs && atMs < hourMs + HOUR_MS && atMs <= clock.now());
      const columns = strikesToColumns(known);
      return new Response(encodeStrikeSlice({ seq: 9, beyondRetention: false, columns }).slice());
    };
    const reader: PastStrikes = new PastStrikes({
      fetchBytes: (path) => {
        const response = fetchBytes(path);
        answered = answered.then(() => response).then(() => undefined);
        return response;
      },
      clock,
      timers: {
        ...NO_TICKS,
        after(delayMs, run) {
          const entry = { atMs: clock.now() + delayMs, run };
          waiting.push(entry);
          return () => void waiting.splice(waiting.indexOf(entry) >>> 0, 1);
        },
      },
      random: () => 0.5,
      onChange: () => {},
    });
    const ordinals = () => [...reader.held.store.ordinals.subarray(0, reader.held.store.length)].sort((a, b) => a - b);
    const whole = async () => {
      for (let angle = 0; angle < 200 && !reader.complete; angle += 1)
        await new Promise((resolve) => setTimeout(resolve));
      expect(reader.complete).toBe(true);
    };
    const pass = (ms: number) => {
      clock.advance(ms);
      for (const entry of waiting.filter(({ atMs }) => atMs <= clock.now())) {
        waiting.splice(waiting.indexOf(entry), 1);
        entry.run();
      }
    };
    return { reader, requests, ordinals, whole, pass };
  }

  const three = [strike(1, HOUR - 30 * 60_000), strike(2, HOUR + 60_000), strike(3, HOUR + 70 * 60_000)];

  test('are those of the hours it touches, and an hour that it only ends at is not read', async () => {
    const { reader, requests, ordinals, whole } = reading(HOUR + 48 * HOUR_MS, three);
    reader.want({ tiles, atMs: HOUR, windowMs: HOUR_MS });
    expect(reader.complete).toBe(false);
    await whole();
    expect([requests, ordinals()]).toEqual([['2026112013'], [1]]);
  });

  test('stay while one moves: within what is held nothing is read again and no row written', async () => {
    const { reader, requests, whole } = reading(HOUR + 48 * HOUR_MS, three);
    reader.want({ tiles, atMs: HOUR + 30 * 60_000, windowMs: HOUR_MS });
    await whole();
    const { held } = reader;
    for (let minute = 29; minute > 0; minute -= 1) {
      reader.want({ tiles, atMs: HOUR + minute * 60_000, windowMs: HOUR_MS });
      expect(reader.complete).toBe(true);
    }
    expect(reader.held).toBe(held);
    expect(requests).toHaveLength(2);
  });

  test('two machines hold the same ones for the same moment, whenever they look', async () => {
    for (const nowMs of [HOUR + 2 * HOUR_MS, HOUR + 90 * HOUR_MS + 1_234]) {
      const { reader, ordinals, whole } = reading(nowMs, three);
      reader.want({ tiles, atMs: HOUR + HOUR_MS, windowMs: 6 * HOUR_MS });
      await whole();
      expect(ordinals()).toEqual([1, 2]);
    }
  });

  test('of an hour that was read before they fell are read once one comes to them', async () => {
    const fallen = [...three, strike(4, HOUR + 20 * 60_000)];
    const { reader, requests, ordinals, whole, pass } = reading(HOUR + 5 * 60_000, fallen);
    reader.want({ tiles, atMs: HOUR + 60_000 * 2, windowMs: 60_000 });
    await whole();
    expect(ordinals()).toEqual([2]);
    pass(25 * 60_000);
    reader.want({ tiles, atMs: HOUR + 25 * 60_000, windowMs: 10 * 60_000 });
    await whole();
    expect([ordinals(), requests.length]).toEqual([[2, 4], 2]);
  });

  test('that are reported late are read two minutes after the moment', async () => {
    const { reader, requests, whole, pass } = reading(HOUR + 5 * 60_000, three);
    reader.want({ tiles, atMs: HOUR + 4.5 * 60_000, windowMs: 60_000 });
    await whole();
    pass(60_000);
    expect(requests).toHaveLength(1);
    pass(31_000);
    await whole();
    expect(requests).toHaveLength(2);
  });
});

describe('hourly counts', () => {
  const HOUR = 500_000;
  const SOFIA = tileAt(23.32, 42.7, 10);
  const VARNA = tileAt(27.9, 43.2, 10);
  const count = ({ x, y }: { x: number; y: number }, strikes: number) => ({ hour: 1, x, y, strikes });
  const HOURS = [[count(SOFIA, 3)], [], [count(SOFIA, 9), count(VARNA, 1)]];
  const THREE = { fromHour: HOUR, toHour: HOUR + 3 };
  const box = { west: 13, south: 34, east: 31, north: 48 };

  describe('counts of hours', () => {
    test('are those of the hours that hold any of the window', () => {
      const at = HOUR * HOUR_MS;
      expect(hoursBefore(at, HOUR_MS)).toEqual({ fromHour: HOUR - 1, toHour: HOUR });
      expect(hoursBefore(at + 1, HOUR_MS)).toEqual({ fromHour: HOUR - 1, toHour: HOUR + 1 });
      expect(hoursBefore(at + 600_000, 600_000)).toEqual({ fromHour: HOUR, toHour: HOUR + 1 });
    });

    test('[HI3] are drawn as one spark for each tile and hour, in the middle of both, however few struck there', () => {
      const { rendered, length, epochMs } = hourRows(HOURS, THREE);
      expect([length, epochMs]).toEqual([3, HOUR * HOUR_MS]);
      const times = [2, 5, 8].map((at) => (rendered[at] ?? 0) * 100);
      expect(times).toEqual([0.5, 2.5, 2.5].map((hours) => hours * HOUR_MS));
      const { west, east, north, south } = tileBounds(SOFIA);
      const [left, right] = [mercatorFixedX(west), mercatorFixedX(east)];
      const [top, bottom] = [mercatorFixedY(north), mercatorFixedY(south)];
      expect(Math.abs((rendered[0] ?? 0) - (left + right) / 2)).toBeLessThan(2);
      expect(Math.abs((rendered[1] ?? 0) - (top + bottom) / 2)).toBeLessThan(2);
    });

    test('are told hour by hour, of the tiles in view', () => {
      const windowCounts = tileCounts(HOURS, { west: 22, south: 42, east: 25, north: 43 }, THREE);
      expect(windowCounts).toEqual({
        total: 12,
        newestMs: null,
        barsFromMs: HOUR * HOUR_MS,
        barMs: HOUR_MS,
        bars: [3, 0, 9],
      });
      expect(tileCounts(HOURS, box, THREE).bars).toEqual([3, 0, 10]);
    });
  });

  const still = { box, windowMs: HOUR_MS, playing: false, rateMs: 600_000, complete: true };
  const fast = { playing: true, rateMs: 6 * HOUR_MS };
  test.each([
    ['as strikes once all are held', {}, 'strikes'],
    ['as counts until then', { complete: false }, 'either'],
    ['as strikes if it is shorter than an hour', { complete: false, windowMs: 600_000 }, 'strikes'],
    ['as strikes while it plays slowly', { playing: true }, 'strikes'],
    ['as counts at 6 h a second', fast, 'counts'],
    ['as counts while a window of 6 h plays', { playing: true, windowMs: 6 * HOUR_MS }, 'counts'],
    ['as strikes where the view is hardly wider than tiles', { ...fast, box: { ...box, east: 16 } }, 'strikes'],
    ['as strikes before there is a view', { complete: false, box: undefined }, 'strikes'],
  ] as const)('a window of the past is drawn %s', (_, change, expected) =>
    expect(renderedAs({ ...still, ...change })).toBe(expected),
  );
});

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

  test('arrows step by a bar, page keys by a day', () => {
    const atMs = bounds.fromMs + 5 * DAY_MS;
    const steps = { ArrowLeft: -BAR_MS, ArrowRight: BAR_MS, ArrowDown: -BAR_MS, ArrowUp: BAR_MS };
    for (const [key, stepMs] of Object.entries({ ...steps, PageDown: -DAY_MS, PageUp: DAY_MS }))
      expect(afterKey(key, atMs, bounds), key).toBe(atMs + stepMs);
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

describe('silence is not played', () => {
  const fromMs = Date.UTC(2026, 10, 20);
  const bounds = { fromMs, toMs: fromMs + 3 * HOUR_MS };
  const quiet = Array.from({ length: 18 }, (_, bar) => [fromMs + bar * BAR_MS, 0] as const);
  const storm = { strikes: new Map([...quiet, [fromMs + 12 * BAR_MS, 5]]), gaps: [] };

  test('what is known to be silent is skipped up to the next storm, and a storm is played to its end', () => {
    const at = (bar: number) => (afterSilence(fromMs + bar * BAR_MS, BAR_MS, bounds, storm) - fromMs) / BAR_MS;
    expect([0, 5, 12, 13, 14].map(at)).toEqual([12, 12, 12, 13, 18]);
  });

  test('what was not read is no silence', () => {
    const gaps = [[fromMs, fromMs + BAR_MS]] as const;
    expect(afterSilence(fromMs, BAR_MS, bounds, { ...storm, gaps })).toBe(fromMs);
  });

  test('two hours take half a minute', () => expect(REPLAY_MS / PLAY_RATES_MS[1]).toBe(30));
});

describe('the bars of the fortnight', () => {
  const { fromMs } = bounds;

  test('each is a count or gaps: what nobody told is never zero', () => {
    const received = fc.map(fc.integer({ min: 0, max: 2_100 }), fc.nat(500));
    const spans = fc.array(fc.tuple(instants, fc.nat(DAY_MS)), { maxLength: 8 });
    fc.assert(
      fc.property(received, spans, (counted, lengths) => {
        const strikes = new Map([...counted].map(([bar, count]) => [fromMs + bar * BAR_MS, count]));
        const gaps = lengths.map(([from, length]) => [from, from + length + 1] as const);
        const bars = timelineBars(bounds, { strikes, gaps });
        expect(bars.length).toBe(Math.ceil((bounds.toMs - fromMs) / BAR_MS));
        const wrong = bars.filter((bar) => {
          const missed = gaps.some(([from, to]) => from < bar.fromMs + BAR_MS && to > bar.fromMs);
          const reported = strikes.get(bar.fromMs);
          return missed || reported === undefined ? !bar.gaps : bar.gaps || bar.strikes !== reported;
        });
        expect(wrong).toEqual([]);
      }),
    );
  });

  test('are drawn as two shapes: counts, and runs of what was not read', () => {
    const bar = (strikes: number, gaps = false) => ({ fromMs: 0, strikes, gaps });
    const { counts, gaps } = barShapes([bar(4), bar(0), bar(0, true), bar(1, true), bar(0), bar(0, true)], 20);
    expect(counts).toBe('M0 20v-20.0h1V20zM3 20v-10.0h1V20z');
    expect(gaps).toEqual(pairs('2,4 5,6'));
  });
});
