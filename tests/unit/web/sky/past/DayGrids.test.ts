import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/time/hourKey.ts';
import { parseDayKey, utcDay } from '#shared/time/utcDay.ts';
import { encodeDayGrid } from '#shared/wire/dayGrid.ts';
import { fakeClock } from '#tests/support/time/fakeClock.ts';
import { unreadSpans } from '#web/kit/http/archiveAnswers.ts';
import { DayGrids } from '#web/sky/past/DayGrids.ts';

const TODAY_MS = Date.UTC(2026, 10, 20);
const NOW_MS = TODAY_MS + 15 * HOUR_MS;
const UNREAD: [number, number] = [TODAY_MS - 20 * HOUR_MS, TODAY_MS - 18 * HOUR_MS];
const hourOf = (atMs: number) => atMs / HOUR_MS;
const yesterday = { fromHour: hourOf(TODAY_MS - 10 * HOUR_MS), toHour: hourOf(TODAY_MS - 2 * HOUR_MS) };

/** A server with one strike in each hour of each day, and grids that read of it. */
function reading(fails: () => boolean = () => false) {
  const clock = fakeClock(NOW_MS);
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  let underWay = 0;
  let most = 0;
  const grids = new DayGrids({
    fetchBytes: async (path) => {
      asked.push(path);
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((resolve) => setTimeout(resolve));
      underWay -= 1;
      if (fails()) return new Response(null, { status: 503 });
      const fromMs = parseDayKey(path.split('/').at(-2) ?? '') ?? 0;
      const counts = Array.from({ length: 24 }, (_, hour) => ({ hour, x: 579, y: hour, strikes: 1 }));
      const headers = {
        'complete-to': new Date(clock.now()).toISOString(),
        unread: UNREAD.map((atMs) => new Date(atMs).toISOString()).join('/'),
      };
      return new Response(encodeDayGrid({ day: utcDay(fromMs), zoom: 10, counts }), { headers });
    },
    clock,
    timers: {
      after: (_, run) => {
        waiting.push(run);
        return () => {};
      },
      every: () => () => {},
    },
    onChange: () => {},
  });
  const settled = async () => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve));
  };
  return { clock, grids, asked, waiting, settled, most: () => most };
}

describe('counts by hour and tile', () => {
  test('[HI3] are read by days, two at a time and none of the future, and are those of the hours asked for', async () => {
    const { grids, asked, settled, most } = reading();
    const span = { fromHour: hourOf(TODAY_MS - 3 * DAY_MS + HOUR_MS), toHour: hourOf(TODAY_MS + 3 * DAY_MS) };
    expect(grids.holds(yesterday)).toBe(false);
    grids.want(span);
    await settled();
    expect(asked.map((path) => path.slice(-16))).toEqual([17, 18, 19, 20].map((day) => `2026-11-${day}/hours`));
    expect(most()).toBe(2);
    expect(grids.holds(yesterday)).toBe(true);
    const hours = grids.hours(yesterday);
    expect(hours.map((counts) => counts.map(({ y }) => y))).toEqual([[14], [15], [16], [17], [18], [19], [20], [21]]);
  });

  test('are read once; those of a day that is not over again a minute later', async () => {
    const { clock, grids, asked, settled } = reading();
    const span = { fromHour: yesterday.fromHour, toHour: hourOf(NOW_MS) };
    grids.want(span);
    await settled();
    grids.want(span);
    await settled();
    expect(asked).toHaveLength(2);
    clock.advance(60_000);
    grids.want(span);
    await settled();
    expect(asked.map((path) => path.slice(-8, -6))).toEqual(['19', '20', '20']);
  });

  test('[HI3] say what of their hours was not read', async () => {
    const { grids, settled } = reading();
    grids.want({ fromHour: hourOf(TODAY_MS - DAY_MS), toHour: hourOf(NOW_MS) });
    await settled();
    expect(grids.unread({ fromHour: hourOf(TODAY_MS - 19 * HOUR_MS), toHour: hourOf(TODAY_MS) })).toContainEqual(
      UNREAD,
    );
    expect(grids.unread(yesterday)).toEqual([]);
  });

  test('that the server refuses are asked for again after a while', async () => {
    let failing = true;
    const { grids, asked, waiting, settled } = reading(() => failing);
    grids.want(yesterday);
    await settled();
    expect([asked.length, waiting.length, grids.holds(yesterday)]).toEqual([1, 1, false]);
    failing = false;
    waiting.pop()?.();
    await settled();
    expect(grids.holds(yesterday)).toBe(true);
  });
});

describe('what an answer says was not read', () => {
  const headers = (completeTo: string, unread: string) => new Headers({ 'complete-to': completeTo, unread });
  const to = TODAY_MS;
  const iso = (atMs: number) => new Date(atMs).toISOString();
  test.each([
    ['nothing', headers(iso(to + 1), 'none'), []],
    [
      'its intervals',
      headers(iso(to), `${iso(1)}/${iso(2)}, ${iso(5)}/${iso(9)}`),
      [
        [1, 2],
        [5, 9],
      ],
    ],
    ['what is newer than the last reading', headers(iso(to - 5), 'none'), [[to - 5, to]]],
    ['all of it where nothing is known', headers('none', `${iso(1)}/${iso(2)}`), [[Number.NEGATIVE_INFINITY, to]]],
    ['all of it where it says nothing', new Headers(), [[Number.NEGATIVE_INFINITY, to]]],
  ])('is %s', (_, told, spans) => {
    expect(unreadSpans(told, to)).toEqual(spans);
  });
});
