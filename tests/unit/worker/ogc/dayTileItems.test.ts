import { describe, expect, test } from 'vitest';
import { HOME_BOX as HOME } from '#shared/geo/Areas.ts';
import { tileAt } from '#shared/geo/tile.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/hourKey.ts';
import { utcDay } from '#shared/time/utcDay.ts';
import { dayFeatures } from '#worker/ogc/dayItems.ts';
import { chosenDay, dayOfTile, dayTileFeatures } from '#worker/ogc/dayTileItems.ts';
import { featureList } from '#worker/ogc/listItems.ts';

const START_MS = Date.UTC(2026, 6, 18);
const NOW_MS = Date.UTC(2026, 6, 20, 10);
const struck = [START_MS, START_MS - 4 * DAY_MS].map((atMs) => ({ hour: atMs / HOUR_MS + 3, strikes: 2 }));
const days = featureList(dayFeatures({ hours: struck, unread: [] }, HOME, NOW_MS - 9 * DAY_MS, NOW_MS), 'falling');
const at = (text: string) => Date.parse(text);

describe('the tiles of a day', () => {
  test('are those of the newest day with strikes, or of the newest that the interval touches', () => {
    const choose = (fromMs: number, toMs: number) => chosenDay(days, { datetime: { fromMs, toMs }, limit: 10 });
    expect(chosenDay(days, { limit: 10 })).toBe('2026-07-18');
    expect(choose(Number.NEGATIVE_INFINITY, at('2026-07-17T23:59:59Z'))).toBe('2026-07-14');
    expect(choose(at('2026-07-18T12:00:00Z'), Number.POSITIVE_INFINITY)).toBe('2026-07-18');
    expect(choose(at('2026-07-19T00:00:00Z'), Number.POSITIVE_INFINITY)).toBeUndefined();
  });

  test('are of one day on all pages, though another day has begun', () => {
    expect(chosenDay(days, { cursor: '2026-07-14.10.567.380', limit: 10 })).toBe('2026-07-14');
    expect(dayOfTile('2026-02-30.10.1.1')).toBeUndefined();
  });

  test('have the strikes of all hours, and lie where they fell', () => {
    const { x, y } = tileAt(23.3, 42.7, 10);
    const counts = [
      { hour: 1, x, y, strikes: 2 },
      { hour: 5, x: x + 1, y, strikes: 1 },
      { hour: 23, x, y, strikes: 3 },
    ];
    const [first, second, ...more] = dayTileFeatures({ day: utcDay(START_MS), zoom: 10, counts }, START_MS);
    expect(more).toEqual([]);
    expect(second?.properties.strikes).toBe(1);
    expect(first).toMatchObject({
      id: `2026-07-18.10.${x}.${y}`,
      properties: { day: '2026-07-18', tile: `10/${x}/${y}`, strikes: 5 },
    });
    const ring = first?.geometry?.type === 'Polygon' ? (first.geometry.coordinates[0] ?? []) : [];
    expect(Math.min(...ring.map(([longitude]) => longitude))).toBeLessThan(23.3);
    expect(Math.max(...ring.map(([longitude]) => longitude))).toBeGreaterThan(23.3);
  });
});
