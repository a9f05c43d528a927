import { describe, expect, test } from 'vitest';
import { AGE_STEPS, ageBoundsMs, ageClassOf, ageStepOf, classOfStep } from '#shared/ageClass.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/hourKey.ts';
import { apart, contrast, EVERY_SIGHT } from '#tests/unit/shared/picture/colourSight.ts';
import { palettes } from '#web/ground/land/palettes.ts';
import { mapColours } from '#web/ground/view/mapColours.ts';

const MINUTE = 60_000;
/** `rgba(…)` as `#rrggbb`. */
const opaque = (colour: string) =>
  `#${(colour.match(/\d+/g) ?? [])
    .slice(0, 3)
    .map((part) => Number(part).toString(16).padStart(2, '0'))
    .join('')}`;
const STEPS = Array.from({ length: AGE_STEPS }, (_, step) => step);

test.each([HOUR_MS, 6 * HOUR_MS, DAY_MS])(
  'of a range of %i ms the third mark has five equal steps of colour',
  (range) => {
    const bounds = ageBoundsMs(range);
    const part = (range - 30 * MINUTE) / 5;
    const ages = STEPS.slice(2).map((_, index) => 30 * MINUTE + (index + 0.5) * part);
    expect([0, 5 * MINUTE, 30 * MINUTE, ...ages, range, 3 * range].map((age) => ageStepOf(age, bounds))).toEqual([
      0, 0, 1, 2, 3, 4, 5, 6, 6, 6,
    ]);
    for (const age of [0, 6 * MINUTE, ...ages]) expect(classOfStep(ageStepOf(age, bounds))).toBe(ageClassOf(age));
  },
);

test('a range that ends before the third mark begins has its last step', () => {
  expect(ageStepOf(40 * MINUTE, ageBoundsMs(10 * MINUTE))).toBe(AGE_STEPS - 1);
});

describe.each(['light', 'dark'] as const)('the ages of strikes on the %s map', (theme) => {
  const { marks, crowds, edge } = mapColours[theme];
  const { land, water, wood, town, heights, depths } = palettes[theme];
  const relief = [...heights, ...depths].map(([, colour]) => opaque(colour));
  const grounds = [land, water, wood, town, ...relief].toSorted(
    (a, b) => contrast(a, '#000000') - contrast(b, '#000000'),
  );
  const [darkest = '', lightest = ''] = [grounds[0], grounds.at(-1)];

  test.each(EVERY_SIGHT)('are told apart by colour alone with %s sight', (sight) => {
    for (const [one, { main }] of marks.entries())
      for (const other of marks.slice(one + 1)) expect(apart(main, other.main, sight)).toBeGreaterThan(0.05);
    for (const number of [0, 1, 2, 3])
      for (const step of STEPS.slice(1))
        expect(apart(crowds[step]?.[number] ?? '', crowds[step - 1]?.[number] ?? '', sight)).toBeGreaterThan(0.035);
  });

  test('stand out from the lightest and darkest ground, by fill or outline, the newer the more', () => {
    for (const ground of [darkest, lightest]) {
      const held = marks.map(({ main }) => contrast(main, ground));
      for (const [step, one] of held.slice(1).entries()) expect(one).toBeLessThan(held[step] ?? 0);
      for (const [step, { main, second }] of marks.entries()) {
        const outline = step === 0 ? edge : second;
        expect(Math.max(contrast(main, ground), contrast(outline, ground))).toBeGreaterThan(3);
      }
    }
  });
});
