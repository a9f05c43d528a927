import { expect, test } from 'vitest';
import { handOverDue, type MapProgress } from '#web/map/drawing/useHandOver.ts';
import { type PreviewedSlice, takePreviewedSlice } from '#web/sky/handOver/previewedSlices.ts';

const nothing: MapProgress = { strikesDrawn: false, skyKnown: false, groundDrawn: false, ageMs: 0 };

test.each([
  ['strikes and ground are drawn', { strikesDrawn: true, groundDrawn: true }, true],
  ['the sky is known to be empty, and the ground is drawn', { skyKnown: true, groundDrawn: true }, true],
  ['three seconds have passed, whatever is missing', { ageMs: 3_000 }, true],
  ['there is no ground yet', { strikesDrawn: true, ageMs: 2_900 }, false],
  ['nothing is known of the sky', { groundDrawn: true, ageMs: 2_900 }, false],
] as const)('the map takes over if %s', (_, progress, due) => {
  expect(handOverDue({ ...nothing, ...progress })).toBe(due);
});

const slices = () => {
  const answer = Promise.resolve(new Response('x'));
  return { answer, map: new Map<string, PreviewedSlice>([['/a', { askedAtMs: 1_000, answer }]]) };
};

test('an answer of the preview is taken once; who asks again wants a newer one', () => {
  const { answer, map } = slices();
  expect(takePreviewedSlice(map, '/a', 5_000)).toBe(answer);
  expect(takePreviewedSlice(map, '/a', 5_000)).toBeUndefined();
});

test('an answer older than a minute, one to another path, and none at all are not taken', () => {
  expect(takePreviewedSlice(slices().map, '/a', 61_001)).toBeUndefined();
  expect(takePreviewedSlice(slices().map, '/b', 1_000)).toBeUndefined();
  expect(takePreviewedSlice(undefined, '/a', 1_000)).toBeUndefined();
});
