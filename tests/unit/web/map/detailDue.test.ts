import { expect, test } from 'vitest';
import { detailDue } from '#web/map/basemap/useDetailDue.ts';

test.each([
  ['nothing is known yet', { strikesDrawn: false, skyKnown: false, previewed: false, ageMs: 0 }, false],
  ['the preview still stands', { strikesDrawn: true, skyKnown: true, previewed: true, ageMs: 500 }, false],
  ['strikes are drawn by the map', { strikesDrawn: true, skyKnown: false, previewed: false, ageMs: 500 }, true],
  ['the sky is empty', { strikesDrawn: false, skyKnown: true, previewed: false, ageMs: 500 }, true],
  [
    'the feed says nothing for ten seconds',
    { strikesDrawn: false, skyKnown: false, previewed: true, ageMs: 10_000 },
    true,
  ],
] as const)('more of the ground is asked for after the first strikes: %s', (_, view, due) => {
  expect(detailDue(view)).toBe(due);
});
