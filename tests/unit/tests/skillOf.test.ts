import { expect, test } from 'vitest';
import { playRecording, skillOf } from '#tests/nowcast/skillOf.ts';
import { stormSky } from '#tests/nowcast/stormSky.ts';

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
