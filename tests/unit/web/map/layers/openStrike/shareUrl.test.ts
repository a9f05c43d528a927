import { expect, test } from 'vitest';
import { parseMapQuery } from '#web/ground/view/mapQuery.ts';
import { shareUrl } from '#web/map/layers/openStrike/shareUrl.ts';

test('a shared strike carries its id, its time and place for where the id is not known, and the time range', () => {
  const strike = { latitude: 42.69771, longitude: 23.32193, atMs: Date.UTC(2026, 6, 1, 12, 0, 0, 123) };
  const url = new URL(shareUrl('https://example.org', 'a/b', strike, 6 * 3_600_000));
  expect(url.pathname).toBe('/map/a%2Fb');
  expect(parseMapQuery(url.search).hint).toEqual(strike);
  expect(parseMapQuery(url.search).windowMs).toBe(6 * 3_600_000);
  expect(parseMapQuery(url.search).view).toEqual({ latitude: 42.6977, longitude: 23.3219, zoom: 11 });
});
