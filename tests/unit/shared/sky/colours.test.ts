import { describe, expect, test } from 'vitest';
import {
  cloudPx,
  groundColours,
  iconPx,
  mixed,
  STRIKE_STOPS,
  sparkColours,
  sparkPx,
  strikeLook,
} from '#shared/sky/colours.ts';
import { apart, contrast, EVERY_DATA_STATUS } from './colourVision.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test('a strike cools straight from stop to stop, with one jump at five minutes, and stays as it is after a day', () => {
  const look = (minutes: number) => strikeLook('light', minutes * MINUTE);
  expect(look(-1)).toEqual({ colour: '#ffe14d', alpha: 1, size: 1.5 });
  expect(look(5)).toEqual({ colour: '#ffd21f', alpha: 1, size: 1.35 });
  expect(strikeLook('light', 5 * MINUTE + 1).colour).toBe('#ee9600');
  expect(look(10).colour).toBe(mixed('#ee9600', '#e06408', 0.5));
  expect(look(45).alpha).toBeCloseTo((0.82 + 0.55) / 2);
  expect(look(3_000)).toEqual({ colour: '#7d8795', alpha: 0.38, size: 0.7 });
});

test('a spark grows with the zoom, an icon from 16 to 24 px, and no cloud is wider than 44', () => {
  expect([3, 4, 6.5, 9, 12].map(sparkPx)).toEqual([2, 2, 3.5, 6.5, 9]);
  expect([10, 10.5, 11, 13].map(iconPx)).toEqual([16, 20, 24, 24]);
  expect([2, 5, 9].map((spark) => cloudPx('light', spark))).toEqual([16, 35, 44]);
  expect(cloudPx('dark', 5)).toBe(40);
});

describe.each(['light', 'dark'] as const)('the ages of strikes on the %s map', (theme) => {
  const stops = STRIKE_STOPS[theme];
  const { casing, cloud, cloudPeak } = sparkColours[theme];
  const { land } = groundColours[theme];
  /** As they are seen: old ones let the land shine through. */
  const seen = stops.filter(({ ageMs }) => ageMs <= 6 * HOUR).map(({ colour, alpha }) => mixed(land, colour, alpha));

  test.each(EVERY_DATA_STATUS)(
    'are told from their neighbours by colour alone with %s sight, up to six hours',
    (vision) => {
      // The first two have one casing, by which they differ from all others.
      for (const [index, colour] of seen.slice(2).entries())
        expect(apart(colour, seen[index + 1] ?? '', vision)).toBeGreaterThan(0.055);
    },
  );

  test.each(EVERY_DATA_STATUS)('begin with a spark that stands out from its cloud with %s sight', (vision) => {
    const clouded = mixed(land, cloud, cloudPeak);
    expect(apart(stops[0]?.colour ?? '', clouded, vision)).toBeGreaterThan(0.3);
  });

  test('stand out from land and cloud while they are new: the core from its casing or the casing from the ground', () => {
    const [newest] = stops;
    const clouded = mixed(land, cloud, cloudPeak);
    for (const ground of [land, clouded])
      expect(Math.max(contrast(newest?.colour ?? '', ground), contrast(casing, ground))).toBeGreaterThan(3);
    expect(contrast(newest?.colour ?? '', casing)).toBeGreaterThan(11);
    expect(contrast(newest?.colour ?? '', clouded)).toBeGreaterThan(3);
  });
});
