import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { tileAt } from '#shared/geo/tile.ts';
import { seededRandom } from '#shared/numbers.ts';
import type { NumberedStrike } from '#shared/strike.ts';
import { DAY_MS, HOUR_MS } from '#shared/time.ts';
import { encodeDayGrid } from '#shared/wire/dayGrid.ts';
import { stormStrikes } from '#tests/bench/stormStrikes.ts';
import { burnSeason, seasonOfStorms } from '#tests/fires/burnSeason.ts';
import { fireSkillOf, playSeason } from '#tests/fires/fireSkillOf.ts';
import { playRecording, skillOf, stormSky } from '#tests/nowcast/skillOf.ts';
import { gaussian } from '#worker/dev/simulator/simulatedSource.ts';

/**
 * A day of storms as wide as those of the recordings: the twelve cells of `stormStrikes`, each strike 70 km or so from where it
 * puts it. Their own are so narrow that a day fills a third of the tiles that a real one does.
 */
function dayOfStrikes(count: number, endMs: number, day: number): NumberedStrike[] {
  const random = seededRandom(1_000 + day);
  return stormStrikes(count, endMs, DAY_MS, day + 1).map((strike) => ({
    ...strike,
    ordinal: day * 1_000_000 + strike.ordinal,
    latitude: Number((strike.latitude + gaussian(random) * 0.45).toFixed(5)),
    longitude: Number((strike.longitude + gaussian(random) * 0.6).toFixed(5)),
  }));
}

const DAYS = 14;
const END_MS = Date.UTC(2026, 6, 4);

test('fourteen days of counts by hour and tile, of 114,000 strikes each, are at most 350 kB', () => {
  const counts = dayOfStrikes(114_000, END_MS, 3).map(({ longitude, latitude, atMs }) => {
    return { ...tileAt(longitude, latitude, 10), hour: Math.floor(atMs / HOUR_MS) % 24, strikes: 1 };
  });
  const bytes = encodeDayGrid({ day: 20_000, zoom: 10, counts });
  // No narrower than a day of a real recording, which takes 20 kB before it is packed.
  expect(bytes.length).toBeGreaterThan(18_000);
  expect(DAYS * gzipSync(bytes).length).toBeLessThanOrEqual(350_000);
});

test('the chance finds fires that lightning lit and says more than the naive rule; with their dates shifted they are called likely as seldom as all others', () => {
  const startMs = Date.UTC(2026, 6, 1);
  const random = seededRandom(2);
  const sky = seasonOfStorms(random, startMs, 100_000);
  const season = playSeason(sky, burnSeason(sky, random, startMs, { scattered: 40, stubble: 10 }), startMs);
  const { table, reliability } = fireSkillOf('small', [season], false);
  const [naive, likely, , shifted] = table.rows.map((row) =>
    row.slice(1, 4).map((cell) => Number.parseInt(`${cell}`, 10)),
  );
  expect(likely?.[0]).toBeGreaterThan(10);
  expect(likely?.[2]).toBeLessThan((naive?.[2] ?? 0) - 30);
  expect(Math.abs((shifted?.[0] ?? 100) - (likely?.[1] ?? 0))).toBeLessThan(4);
  expect(reliability.rows.reduce((sum, [, fires]) => sum + Number(fires), 0)).toBe(season.reported.length);
});

const MINUTES = 150;
const STORMS = 6;

function recordingOf(flashesPerMinute: number) {
  const sky = stormSky(STORMS, flashesPerMinute, 6);
  const strokes = Array.from({ length: MINUTES }, (_, minute) => sky.minute(minute)).flat();
  const column = (which: 'atMs' | 'latitude' | 'longitude') => Float64Array.from(strokes, (stroke) => stroke[which]);
  return { offsetsMs: column('atMs'), latitudes: column('latitude'), longitudes: column('longitude') };
}

test('storms that move straight on are foretold far better than by leaving them in place or by their distance', () => {
  const { table, reliability, plot } = skillOf('straight', playRecording(recordingOf(18)));
  const row = (name: string) => table.rows.find(([title]) => String(title).includes(name));
  const [, own, inPlace] = row('within 60 min: skill over the base rate') ?? [];
  expect(Number(own)).toBeGreaterThan(0.3);
  expect(Number(own)).toBeGreaterThan(Number(inPlace));
  expect(Number(row('within 60 min: skill over distance alone')?.[1])).toBeGreaterThan(0.1);
  expect(Number(row('30 min ahead')?.[1])).toBeLessThan(0.3);
  expect(reliability.rows).toHaveLength(8);
  expect(plot.lines.map(({ name }) => name)).toEqual(['as often as said', 'within 30 min', 'within 60 min']);
});
