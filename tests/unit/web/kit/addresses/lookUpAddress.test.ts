import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { circleAround } from '#shared/geo/geodesy.ts';
import type { Shape } from '#shared/geo/shape/Shape.ts';
import { LOOK_UP_RADII_KM } from '#shared/lookUp/LookUpLimits.ts';
import { DAY_MS } from '#shared/time/hourKey.ts';
import {
  formatLookUpAddress,
  LOOK_BACK_DAYS,
  type LookUpQuestion,
  parseLookUpAddress,
} from '#web/kit/addresses/lookUpAddress.ts';

const MINUTE = 60_000;
const REPORTED = Date.parse('2026-07-01T14:05:00Z');
const FIRE: LookUpQuestion = {
  shape: { type: 'Point', coordinates: [23.3219, 42.6977] },
  name: 'Sofia',
  radiusKm: 6,
  reportedMs: REPORTED,
  days: 7,
};

/** To some 10 m, as an address holds it. */
const step = (min: number, max: number) => fc.integer({ min: min * 10_000, max: max * 10_000 }).map((n) => n / 10_000);

const point = fc.tuple(step(-180, 180), step(-80, 80)).map(([x, y]): Shape => ({ type: 'Point', coordinates: [x, y] }));
const polygon = fc
  .tuple(step(12, 30), step(35, 47), fc.integer({ min: 3, max: 500 }), fc.double({ min: 5, max: 30, noNaN: true }))
  .map(([longitude, latitude, corners, km]): Shape => {
    const ring = circleAround({ latitude, longitude }, km, corners).map(([x, y]) => {
      return [Math.round(x * 10_000) / 10_000, Math.round(y * 10_000) / 10_000] as const;
    });
    return { type: 'Polygon', coordinates: [ring] };
  });

test('the fragment names the fire, its report and what is asked', () => {
  expect(formatLookUpAddress(FIRE)).toBe('#at=42.6977,23.3219&name=Sofia&km=6&t=2026-07-01T14:05Z&days=7');
  expect(parseLookUpAddress('#at=42.7,23.3&t=2026-07-01T14:05Z')).toEqual({
    ok: true,
    question: { ...FIRE, shape: { type: 'Point', coordinates: [23.3, 42.7] }, name: '', radiusKm: 10, days: 14 },
  });
});

test('every question comes back from its address, shapes of 500 corners too', () =>
  fc.assert(
    fc.property(
      fc.oneof(point, polygon),
      fc.string({ unit: 'grapheme', maxLength: 20 }).map((name) => name.trim().slice(0, 60)),
      fc.constantFrom(...LOOK_UP_RADII_KM),
      fc.integer({ min: REPORTED / MINUTE, max: REPORTED / MINUTE + 1e6 }).map((minutes) => minutes * MINUTE),
      fc.constantFrom(...LOOK_BACK_DAYS),
      fc.option(fc.integer({ min: 1, max: DAY_MS - 1 })),
      (shape, name, radiusKm, reportedMs, days, earlierMs) => {
        const question: LookUpQuestion = { shape, name, radiusKm, reportedMs, days };
        const asked = earlierMs === null ? question : { ...question, beforeMs: reportedMs - earlierMs };
        expect(parseLookUpAddress(formatLookUpAddress(asked))).toEqual({ ok: true, question: asked });
      },
    ),
    { numRuns: 200 },
  ));

describe('an address that asks nothing', () => {
  test('is none if it is empty', () => {
    expect(parseLookUpAddress('')).toBeUndefined();
    expect(parseLookUpAddress('#')).toBeUndefined();
  });

  test.each([
    ['#at=91,23&t=2026-07-01T14:05Z', 'place'],
    ['#t=2026-07-01T14:05Z', 'place'],
    ['#shape=zzz&t=2026-07-01T14:05Z', 'place'],
    ['#at=85,23&t=2026-07-01T14:05Z', 'poles'],
    [`#at=42,23&name=${'a'.repeat(61)}&t=2026-07-01T14:05Z`, 'name'],
    ['#at=42,23&km=3&t=2026-07-01T14:05Z', 'radius'],
    ['#at=42,23', 'reported'],
    ['#at=42,23&t=2026-07-01T14:05', 'reported'],
    ['#at=42,23&t=2026-02-30T14:05Z', 'reported'],
    ['#at=42,23&t=2026-07-01T14:05Z&days=15', 'days'],
    ['#at=42,23&t=2026-07-01T14:05Z&before=soon', 'before'],
    ['#at=42,23&t=2026-07-01T14:05Z&before=2026-07-02T00:00:00Z', 'before'],
    ['#at=42,23&t=2026-07-01T14:05Z&days=1&before=2026-06-29T00:00:00Z', 'before'],
  ])('%s breaks the rule of %s', (hash, fault) => {
    expect(parseLookUpAddress(hash)).toEqual({ ok: false, fault });
  });
});
