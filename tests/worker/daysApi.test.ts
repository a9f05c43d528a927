import { beforeAll, describe, expect, test } from 'vitest';
import { tileAt } from '#shared/geo/tile.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/hourKey.ts';
import { dayKey, dayStartMs, utcDay } from '#shared/time/utcDay.ts';
import { dayGridPath } from '#shared/wire/apiPaths.ts';
import { DAY_GRIDS, type DayGridKind, decodeDayGrid } from '#shared/wire/dayGrid.ts';
import { fileProduct } from '#tests/support/fileProduct.ts';
import { historyProduct } from '#tests/support/historyProduct.ts';
import { seededRandom } from '#worker/dev/simulator/simulatedSource.ts';

const NOW_MS = Date.now();
const YESTERDAY_MS = dayStartMs(NOW_MS) - DAY_MS;
const FROM_MS = Math.max(NOW_MS - 20 * HOUR_MS, YESTERDAY_MS);
const KINDS: readonly DayGridKind[] = ['hours', 'cells'];

const random = seededRandom(12);
const STRIKES = Array.from({ length: 600 }, (_, index) => ({
  id: `s${index}`,
  longitude: 13 + random() * 18,
  latitude: 34 + random() * 14,
  atMs: FROM_MS + Math.floor(random() * (NOW_MS - FROM_MS - 120_000)),
}));

const product = fileProduct(() => historyProduct(STRIKES, { vars: { HISTORY_DAYS: '30' } }));
beforeAll(() => product.runtime.cron());

const ask = (day: string, kind: string, headers: Record<string, string> = {}) =>
  fetch(`${product.url}${dayGridPath(day, kind as DayGridKind)}`, { headers });

describe('the counts of a day by tile', () => {
  test.each(KINDS.flatMap((kind) => [YESTERDAY_MS, NOW_MS].map((atMs) => [kind, atMs] as const)))(
    '[HI3] as %s are those of its strikes: %d',
    async (kind, atMs) => {
      const response = await ask(dayKey(atMs), kind);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('application/octet-stream');
      const decoded = decodeDayGrid(new Uint8Array(await response.arrayBuffer()));
      if (!decoded.ok) throw new Error(decoded.reason);
      expect(decoded.grid).toMatchObject({ day: utcDay(atMs), zoom: DAY_GRIDS[kind].zoom });
      const lines = decoded.grid.counts.flatMap(({ hour, x, y, strikes }) =>
        Array.from({ length: strikes }, () => `${hour} ${x} ${y}`),
      );
      const ofDay = STRIKES.filter((strike) => utcDay(strike.atMs) === utcDay(atMs)).map((strike) => {
        const { x, y } = tileAt(strike.longitude, strike.latitude, DAY_GRIDS[kind].zoom);
        return `${kind === 'hours' ? Math.floor(strike.atMs / HOUR_MS) % 24 : undefined} ${x} ${y}`;
      });
      expect(lines.sort()).toEqual(ofDay.sort());
      expect(Date.parse(response.headers.get('complete-to') ?? '')).toBeGreaterThan(NOW_MS - 60_000);
      // What lies before the first reading.
      const unread = response.headers.get('unread') ?? '';
      expect(unread.startsWith(`${dayKey(atMs)}T00:00:00.000Z/`) || unread === 'none').toBe(true);
    },
  );

  test('[HI3] are packed for a client that can unpack them, and only for one', async () => {
    const plain = await ask(dayKey(NOW_MS), 'cells', { 'accept-encoding': 'identity' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    const packed = await ask(dayKey(NOW_MS), 'cells', { 'accept-encoding': 'gzip' });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(packed.headers.get('vary')).toBe('accept-encoding');
    expect(await packed.bytes()).toEqual(await plain.bytes());
  });

  test('[HI3] are not sent again to whoever has them', async () => {
    const first = await ask(dayKey(NOW_MS), 'hours');
    const tag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('public, max-age=60');
    const again = await ask(dayKey(NOW_MS), 'hours', { 'if-none-match': `W/${tag}` });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag]);
    expect((await ask(dayKey(NOW_MS), 'hours', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  test.each([
    ['2026-02-30', 'hours', { day: 'format' }, /YYYY-MM-DD/],
    ['20260701', 'hours', { day: 'format' }, /YYYY-MM-DD/],
    [dayKey(NOW_MS + 2 * DAY_MS), 'hours', { day: 'range' }, /future/],
    [dayKey(NOW_MS - 31 * DAY_MS), 'cells', { day: 'not-kept' }, /older than what is kept/],
    ['0001-01-01', 'cells', { day: 'not-kept' }, /older than what is kept/],
    [dayKey(NOW_MS), 'months', { grid: 'format' }, /hours or cells/],
    [dayKey(NOW_MS), 'hours?zoom=4', { zoom: 'unknown' }, /zoom/],
  ])('[AP1] of %s as %s are refused: %o', async (day, kind, errors, words) => {
    const response = await ask(day, kind);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors, detail: expect.stringMatching(words) });
  });
});
