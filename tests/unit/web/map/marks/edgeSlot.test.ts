import { expect, test } from 'vitest';
import { type ChipRect, edgeSlot, overlaps } from '#web/map/marks/edgeSlot.ts';

const MAP = { width: 800, height: 600 };
const CHIP = { width: 90, height: 32 };
const slot = (x: number, y: number, ...taken: readonly ChipRect[]) =>
  edgeSlot({ x, y }, MAP, CHIP, (rect) => !taken.some((other) => overlaps(other, rect)));

test.each([
  ['above', 0.5, 0, { left: 355, top: 8 }],
  ['below', 0.5, 1, { left: 355, top: 560 }],
  ['to the left', 0, 0.5, { left: 8, top: 284 }],
  ['to the right', 1, 0.5, { left: 702, top: 284 }],
  ['in a corner', 1, 0, { left: 702, top: 8 }],
])('a chip touches the edge it points over, and lies whole in the map: %s', (_, x, y, place) => {
  expect(slot(x, y)).toMatchObject(place);
});

test('it slides along the edge until it covers nothing, and is left out where there is no room', () => {
  const panel = { left: 300, top: 0, right: 460, bottom: 100 };
  expect(slot(0.5, 0, panel)).toMatchObject({ left: 467, top: 8 });
  expect(slot(0.5, 0, { left: 0, top: 0, right: 800, bottom: 100 })).toBeUndefined();
});
