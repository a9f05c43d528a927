import { expect, test } from 'vitest';
import { proofBody } from '#tests/verify/e2e/site/proofBody.ts';
import { firstShown } from '#web/tools/proof/firstShown.ts';

const NOW_MS = Date.UTC(2026, 6, 31, 12);

test.each([
  [0, 900, 'replayed'],
  [299, 900, 'replayed'],
  [300, 900, 'told'],
  [20, 10, 'told'],
  [0, 0, 'told'],
])('of %d cases that were told and %d replayed ones, the %3$s are shown first', (told, cases, shown) => {
  const body = proofBody(NOW_MS);
  const replayed = { ...body, leftMs: 0, chance30: { ...body.chance30, cases } };
  expect(firstShown({ chance30: { ...body.chance30, cases: told }, replayed })).toBe(shown);
  expect(firstShown({ chance30: body.chance30, replayed: null })).toBe('told');
});
