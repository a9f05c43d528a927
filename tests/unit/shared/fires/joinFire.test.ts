import { describe, expect, test } from 'vitest';
import { joinFire } from '#shared/fires/joinFire.ts';
import { HOLDOVER, unseenShare } from '#shared/fires/survival.ts';
import type { Strike } from '#shared/strike.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import { aFire, aHotspot, SEEN_MS } from './aHotspot.ts';

const FIRE = aFire(aHotspot());
const OTHERS = 200 / 24 / 2.33e6;
const KM_PER_DEGREE = 111.195;

const stroke = (id: string, km: number, hours: number, more: Partial<Strike> = {}): Strike => ({
  id,
  latitude: FIRE.latitude + km / KM_PER_DEGREE,
  longitude: FIRE.longitude,
  atMs: SEEN_MS - hours * HOUR_MS,
  ...more,
});
const settings = { otherRate: OTHERS, lookHours: 6, unread: [], accuracy: { typicalErrorKm: 0.5 } };
const TOLD = { accuracy: { typicalErrorKm: 0.5, ellipseShare: 0.5 } } as const;
const join = (strikes: readonly Strike[], more: Partial<Parameters<typeof joinFire>[2]> = {}) =>
  joinFire(FIRE, strikes, { ...settings, ...more });

describe('the chance that lightning lit a fire', () => {
  test('is that of one flash by hand: fires a flash, density of its place, first seen in these hours, beside the others', () => {
    const variance = 2 ** 2 / (2 * Math.LN2) + 0.3 ** 2 + (0.4 ** 2 + 0.4 ** 2) / 24;
    const density = Math.exp(-(1 ** 2) / (2 * variance)) / (2 * Math.PI * variance);
    const fall = (unseenShare(HOLDOVER.mediterranean, 4) - unseenShare(HOLDOVER.mediterranean, 10)) / 6;
    const expected = (1 / 2_800) * density * fall;
    expect(join([stroke('a', 1, 10)]).chance).toBeCloseTo(expected / (expected + OTHERS), 6);
  });

  test('of one flash near by a day ago is unlikely, however near: coincidence is no cause', () => {
    expect(join([stroke('a', 0, 30)])).toMatchObject({ state: 'unlikely' });
  });

  test('rises with flashes, and is likely where a storm stood hours before', () => {
    const storm = (count: number) =>
      Array.from({ length: count }, (_, i) => stroke(`s${i}`, (i % 5) * 0.4, 3 + i * 0.01));
    expect(join(storm(1)).state).toBe('possible');
    expect(join(storm(20)).state).toBe('likely');
    expect(join(storm(20), { otherRate: 40 * OTHERS }).state).toBe('possible');
  });

  test('counts the strokes of a flash as one', () => {
    const one = join([stroke('a', 1, 5)]);
    const strokes = [0, 60, 130].map((ms, index) => stroke(`a${index}`, 1, 5 - ms / HOUR_MS));
    expect(join(strokes).chance).toBeCloseTo(one.chance, 5);
    expect(join(strokes).candidates).toHaveLength(1);
  });

  test('weighs a stroke by its own ellipse where the source declares its share', () => {
    const exact = stroke('a', 0.2, 5, { detail: { ellipse: { semiMajorKm: 0.3, semiMinorKm: 0.2, azimuth: 0 } } });
    expect(join([exact], TOLD).chance).toBeGreaterThan(2 * join([exact]).chance);
    const aside = stroke('a', 2, 5, { detail: { ellipse: { semiMajorKm: 3, semiMinorKm: 0.2, azimuth: 90 } } });
    const along = stroke('a', 2, 5, { detail: { ellipse: { semiMajorKm: 3, semiMinorKm: 0.2, azimuth: 0 } } });
    expect(join([along], TOLD).chance).toBeGreaterThan(join([aside], TOLD).chance);
  });

  test('the pass that saw it first is not when it began: a flash hours before it, or days, tells more than one at the pass', () => {
    const [atPass, hoursBefore, daysBefore] = [0.05, 4, 48].map((hours) => join([stroke('a', 0.5, hours)]).chance);
    expect(hoursBefore).toBeGreaterThan(2 * (atPass ?? 1));
    expect(daysBefore).toBeGreaterThan(0);
    expect(join([stroke('a', 0.5, -0.1)]).state).toBe('none');
  });

  test('takes the share that shows since the look before: the same storm tells more after a long night', () => {
    const strikes = [stroke('a', 0.5, 2)];
    expect(join(strikes, { lookHours: 1 }).chance).toBeLessThan(join(strikes, { lookHours: 3 }).chance);
  });
});

describe('states', () => {
  test('none is said only where nothing lies within 10 km and 14 days and all was read', () => {
    const far = [stroke('far', 10.2, 2), stroke('old', 1, 337), stroke('after', 1, -1)];
    expect(join(far)).toEqual({ state: 'none', chance: 0, unreadShare: 0, candidates: [] });
    expect(join([stroke('a', 9.8, 335)]).state).toBe('unlikely');
    const blink = [[SEEN_MS - HOUR_MS, SEEN_MS - HOUR_MS + 60_000]] as const;
    expect(join([], { unread: blink }).state).toBe('unlikely');
  });

  test('likely is said whatever is missing, since more lightning can only raise the chance; anything less is unread', () => {
    const storm = (count: number) =>
      Array.from({ length: count }, (_, i) => stroke(`s${i}`, (i % 5) * 0.4, 3 + i * 0.01));
    const unread = [[SEEN_MS - 336 * HOUR_MS, SEEN_MS - 24 * HOUR_MS]] as const;
    const [strong, weak] = [join(storm(20), { unread }), join(storm(1), { unread })];
    expect([strong.state, weak.state]).toEqual(['likely', 'unread']);
    expect(strong.chance).toBe(join(storm(20)).chance);
    expect(weak).toMatchObject({ chance: join(storm(1)).chance, candidates: { length: 1 } });
    expect(weak.unreadShare).toBeCloseTo(0.15, 1);
  });

  test('unread is said where gaps may hide a twentieth or more of the flashes, and the chance is at least what was found', () => {
    const gap = [[SEEN_MS - 4 * HOUR_MS, SEEN_MS - 2 * HOUR_MS]] as const;
    expect(join([stroke('a', 1, 10)], { unread: gap })).toMatchObject({
      state: 'unread',
      chance: join([stroke('a', 1, 10)]).chance,
    });
    expect(join([], { unread: [[SEEN_MS - 300 * HOUR_MS, SEEN_MS - 290 * HOUR_MS]] }).state).toBe('unlikely');
  });
});

test('candidates are the five flashes with the largest shares, in the order of the look-up', () => {
  const strikes = [1, 2, 3, 4, 5, 6, 7].map((km) => stroke(`${km} km`, km, 5 + km));
  const { candidates } = join(strikes);
  expect(candidates.map(({ strike }) => strike.id)).toEqual(['1 km', '2 km', '3 km', '4 km', '5 km']);
  expect(candidates[0]?.distanceKm).toBeCloseTo(1, 2);
  const shares = candidates.map(({ share }) => share);
  expect(shares).toEqual(shares.toSorted((a, b) => b - a));
  expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 1);
});
