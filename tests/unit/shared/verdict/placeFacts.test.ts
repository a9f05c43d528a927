import { expect, test } from 'vitest';
import { HOME_BOX, HOME_TOWN } from '#shared/geo/Areas.ts';
import { strikeRows } from '#shared/verdict/findStrike.ts';
import { placeFacts, type ServerSky } from '#shared/verdict/placeFacts.ts';
import { verdictOf } from '#shared/verdict/verdictOf.ts';

const NOW = Date.UTC(2026, 10, 24, 12);
const QUIET: ServerSky = {
  nowMs: NOW,
  simulated: false,
  guards: true,
  home: HOME_BOX,
  feed: { state: 'live', lastSuccessMs: NOW - 3_000 },
  strikes: strikeRows([]),
  isWhole: true,
};
const strike = (minutes: number, north: number) => ({
  atMs: NOW - minutes * 60_000,
  latitude: HOME_TOWN.latitude + north,
  longitude: HOME_TOWN.longitude,
});
const leadOf = (sky: Partial<ServerSky> | undefined, at = HOME_TOWN) =>
  verdictOf(placeFacts(at, sky && { ...QUIET, ...sky }, 'visitor', { kind: 'none' }, NOW)).lead;

test.each([
  ['all was read and nothing struck', {}, { kind: 'none' }],
  ['part was not read', { isWhole: false }, { kind: 'unsure', why: 'gaps' }],
  ['the feed is late', { feed: { state: 'delayed', lastSuccessMs: NOW } }, { kind: 'unsure', why: 'late' }],
  ['the feed is down', { feed: { state: 'down', lastSuccessMs: 1 } }, { kind: 'blind', sinceMs: 1 }],
  ['nothing answers', undefined, { kind: 'blind', sinceMs: null }],
] as const)('of a place, if %s, that is what is said without the stream', (_, sky, lead) => {
  expect(leadOf(sky)).toMatchObject(lead);
});

test('the nearest of the last ten minutes leads, then the newest; what is over 100 km away does not count', () => {
  const strikes = [strike(1, 0.5), strike(2, 0.1), strike(3, 3), strike(30, 0.02)];
  expect(leadOf({ strikes: strikeRows(strikes) })).toMatchObject({ kind: 'near', strike: { atMs: strikes[1]?.atMs } });
  expect(leadOf({ strikes: strikeRows(strikes.slice(2)) })).toMatchObject({
    kind: 'last',
    strike: { atMs: strikes[3]?.atMs },
  });
});

test('the last is one within 30 km, as on the map, even if lightning fell later further away', () => {
  const [later, near] = [strike(20, 0.5), strike(30, 0.02)];
  expect(leadOf({ strikes: strikeRows([later, near]) })).toMatchObject({ kind: 'last', strike: { atMs: near.atMs } });
  expect(leadOf({ strikes: strikeRows([later]) })).toMatchObject({ kind: 'last', strike: { atMs: later.atMs } });
});

test('outside home nothing is said of the sky', () => {
  expect(leadOf({}, { latitude: 60, longitude: 10 })).toEqual({ kind: 'outside' });
});
