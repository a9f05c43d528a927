import { expect, test } from 'vitest';
import { OtherFires } from '#shared/fires/OtherFires.ts';
import { DAY_MS } from '#shared/time/hourKey.ts';

const JULY_MS = Date.UTC(2026, 6, 1);
const PLACE = { latitude: 42, longitude: 24 };
const FAR = { latitude: 37, longitude: 14 };
const FORTNIGHT = [JULY_MS, JULY_MS + 14 * DAY_MS] as const;
const fires = (count: number, chance: number) =>
  Array.from({ length: count }, (_, day) => ({ ...PLACE, firstSeenMs: JULY_MS + (day % 14) * DAY_MS, chance }));

const rate = (others: OtherFires, place = PLACE, atMs = JULY_MS + 20 * DAY_MS) => others.rateAt(place, atMs);
const assumed = rate(new OtherFires());

test('before any fire was counted, 200 a day are assumed all over home', () => {
  expect(assumed * 24 * 2.33e6).toBeCloseTo(200, -1);
  expect(rate(new OtherFires(), FAR)).toBe(assumed);
});

test('where many burn, others are more frequent, and where few, less: there and in that month alone', () => {
  const busy = new OtherFires(fires(2_000, 0), [FORTNIGHT]);
  expect(rate(busy)).toBeGreaterThan(3 * assumed);
  expect(rate(busy, FAR)).toBeCloseTo(assumed / 3, 12);
  expect(rate(busy, PLACE, Date.UTC(2026, 7, 3))).toBe(assumed);
  expect(rate(busy, PLACE, Date.UTC(2027, 6, 3))).toBe(rate(busy));
});

test('a fire counts as far as lightning did not light it', () => {
  const half = new OtherFires(fires(1_000, 0.5), [FORTNIGHT]);
  expect(rate(half)).toBeCloseTo(rate(new OtherFires(fires(500, 0), [FORTNIGHT])), 12);
});
