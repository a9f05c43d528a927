import { describe, expect, test } from 'vitest';
import { placeMeant } from '#web/map/watchPlace/placeMeant.ts';

const PLOVDIV = {
  en: 'Plovdiv',
  ru: 'Пловдив',
  bg: 'Пловдив',
  also: [],
  country: 'BG',
  population: 340_000,
  latitude: 42.15,
  longitude: 24.75,
};

describe('the place that the bell means', () => {
  const centre = { latitude: 42, longitude: 24 };
  const near = () => ({ place: PLOVDIV, km: 16, direction: 'ne' }) as const;
  const metres = (km: number) => ({ latitude: 42 + km / 111.2, longitude: 24 });
  test.each([
    ['is where the known place is that is named, not the middle of the map', undefined, { near }, [24.75, 42.15]],
    ['is the visitor who is in sight', metres(20), { near }, [24, 42 + 20 / 111.2]],
    ['is not a visitor who looks elsewhere', metres(40), { near }, [24.75, 42.15]],
    ['is the middle where no place is known', undefined, undefined, [24, 42]],
  ] as const)('%s', (_, visitorAt, places, at) => {
    expect(placeMeant(centre, visitorAt, places)).toMatchObject({ longitude: at[0], latitude: at[1] });
  });
});
