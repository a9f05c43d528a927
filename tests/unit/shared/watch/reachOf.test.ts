import { expect, test } from 'vitest';
import { circleAround, type Position } from '#shared/geo/geodesy.ts';
import { distanceFrom } from '#shared/geo/shape/distanceFrom.ts';
import { reachOf } from '#shared/watch/Area.ts';
import { areaWatermarkMs } from '#shared/watch/sight.ts';
import { SQUARE } from '#tests/unit/shared/geo/shape/square.ts';
import { MINUTE, pulseAt, START } from './AreaPlay.ts';

const at = (latitude: number, longitude: number): Position => ({ latitude, longitude });

test('the reach of an area holds all that lies within its outermost ring', () => {
  const reach = reachOf({ shape: SQUARE, ringsKm: [30, 16, 10] });
  for (const [longitude, latitude] of circleAround(at(43, 24), 30)) {
    expect(longitude).toBeLessThanOrEqual(reach.east);
    expect(latitude).toBeLessThanOrEqual(reach.north);
  }
  expect(distanceFrom(SQUARE)(at(reach.north, 23.5))).toBeGreaterThanOrEqual(30);
});

test('[WA7] without a mark, with gaps left untold, or ahead of the provider, no watermark is taken on trust', () => {
  const reach = reachOf({ shape: SQUARE, ringsKm: [30, 16, 10] });
  const hold = 31 * MINUTE;
  expect(areaWatermarkMs(pulseAt(null, START), reach, hold)).toBeNull();
  expect(areaWatermarkMs({ ...pulseAt(START, START), gapsCut: true }, reach, hold)).toBeNull();
  expect(areaWatermarkMs(pulseAt(START + MINUTE, START), reach, hold)).toBe(START);
});

test('[WA7] of two gaps that follow one another the older one counts, until the hold lies after both', () => {
  const reach = reachOf({ shape: SQUARE, ringsKm: [30, 16, 10] });
  const gaps = [
    [23, 42, 24, 43, START - 10 * MINUTE, START - 9 * MINUTE],
    [23, 42, 24, 43, START - 35 * MINUTE, START - 34 * MINUTE],
  ] as const;
  const at = (minute: number) =>
    areaWatermarkMs(pulseAt(START + minute * MINUTE, START + minute * MINUTE, gaps), reach, 31 * MINUTE);
  expect(at(0)).toBe(START - 35 * MINUTE);
  expect(at(21)).toBe(START - 35 * MINUTE);
  expect(at(22)).toBe(START + 22 * MINUTE);
});
