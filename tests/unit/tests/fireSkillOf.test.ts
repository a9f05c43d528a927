import { expect, test } from 'vitest';
import { burnSeason, seasonOfStorms } from '#tests/fires/burnSeason.ts';
import { fireSkillOf, playSeason } from '#tests/fires/fireSkillOf.ts';
import { seededRandom } from '#worker/dev/simulator/sky/seededRandom.ts';

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
  expect(reliability.rows.reduce((sum, [, fires]) => sum + Number(fires), 0)).toBe(season.told.length);
});
