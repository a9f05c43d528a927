import { beforeAll, describe, expect, test } from 'vitest';
import type { StrikeDetail } from '#shared/strike.ts';
import { loadTexts, textsFor } from '#web/kit/i18n/index.ts';
import { detailText, doubtfulRing, ellipseText } from '#web/map/openStrike/strikeDetailText.ts';

beforeAll(async () => {
  for (const locale of ['en', 'ru', 'bg'] as const) await loadTexts(locale, ['map']);
});

const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ');
const ALL: StrikeDetail = { type: 'ground', currentKa: -23, multiplicity: 3 };

describe('what a source tells of a strike', () => {
  test.each([
    ['en', ALL, 'ground stroke, −23 kA, 3 strokes'],
    ['ru', ALL, 'удар в землю, −23 кА, 3 удара'],
    ['bg', ALL, 'удар в земята, −23 kA, 3 удара'],
    ['en', { type: 'cloud', currentKa: 7.25 }, 'cloud flash, +7.3 kA'],
    ['en', { multiplicity: 1 }, '1 stroke'],
    ['en', { multiplicity: 0 }, ''],
    ['en', {}, ''],
  ] as const)('in %s, %j reads "%s"', (locale, detail, text) => {
    expect(plain(detailText(detail, textsFor(locale), locale))).toBe(text);
  });

  const ellipse = { semiMajorKm: 0.834, semiMinorKm: 0.3, azimuth: 40 };

  test('its ellipse is told with the share that the source declares, and not without', () => {
    expect(plain(ellipseText({ ellipse }, 0.5, textsFor('en'), 'en'))).toBe('50% within the ellipse of 0.83 × 0.3 km');
    expect(ellipseText({ ellipse }, undefined, textsFor('en'), 'en')).toBeUndefined();
    expect(ellipseText(ALL, 0.5, textsFor('en'), 'en')).toBeUndefined();
  });
});

describe('the doubtful ring', () => {
  const around = { shape: { type: 'Point', coordinates: [23.3, 42.7] } as const, ringsKm: [10, 16, 20] };
  const kmNorth = (km: number, ellipseKm: number) => ({
    latitude: 42.7 + km / 111.195,
    longitude: 23.3,
    detail: { ellipse: { semiMajorKm: ellipseKm, semiMinorKm: ellipseKm, azimuth: 0 } },
  });

  test('is the one nearest to the strike: half likely on it, likelier within, less beyond', () => {
    const [on, within, beyond] = [16, 15.5, 16.5].map((km) => doubtfulRing(around, kmNorth(km, 0.6), 0.5));
    expect(on?.km).toBe(16);
    expect(on?.likelihood).toBeCloseTo(0.5, 1);
    expect(within?.likelihood).toBeGreaterThan(0.7);
    expect(beyond?.likelihood).toBeLessThan(0.3);
  });

  test('of a 90 % ellipse is surer than of a 50 % ellipse of the same size', () => {
    const [half, most] = ([0.5, 0.9] as const).map((share) => doubtfulRing(around, kmNorth(15.7, 0.6), share));
    expect(most?.likelihood).toBeGreaterThan(half?.likelihood ?? 1);
  });

  test('is none where the strike is surely inside or outside, has no ellipse, or the source declares no share', () => {
    expect(doubtfulRing(around, kmNorth(13, 0.3), 0.5)).toBeUndefined();
    expect(doubtfulRing(around, { latitude: 42.8, longitude: 23.3 }, 0.5)).toBeUndefined();
    expect(doubtfulRing(around, kmNorth(16, 0.6), undefined)).toBeUndefined();
  });
});
