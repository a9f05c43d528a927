import { expect, test } from 'vitest';
import { fireSkillOf } from '#tests/fires/fireSkillOf.ts';
import { createdFigures, KINDS, playedSeasons, SEEDS, storedFigures } from '#tests/fires/syntheticSeasons.ts';

test('what the proof page shows of made seasons of fires is what `npm run tools -- fires-skill` prints, and every goal is reached', {
  timeout: 300_000,
}, async () => {
  const skills = KINDS.map((kind) => fireSkillOf(kind.name, playedSeasons(kind, SEEDS), true));
  expect(skills.filter(({ pass }) => !pass).map(({ table }) => table)).toEqual([]);
  expect(await storedFigures()).toEqual(createdFigures(skills));
});
