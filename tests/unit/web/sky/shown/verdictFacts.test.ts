import { describe, expect, test } from 'vitest';
import { HOME_BOX, HOME_TOWN } from '#shared/geo/Areas.ts';
import { ringOfBox } from '#shared/geo/shape/Shape.ts';
import type { SkyFacts } from '#shared/verdict/SkyFacts.ts';
import { aStrike } from '#tests/unit/web/sky/feed/feedHarness.ts';
import { type FeedView, firstView } from '#web/sky/feed/FeedView.ts';
import type { Measure } from '#web/sky/shown/Sky.ts';
import { liveSky, pastSky } from '#web/sky/shown/SkySource.ts';
import { type AskedSky, askedOf, verdictFacts } from '#web/sky/shown/verdictFacts.ts';
import { outlinedArea } from '#web/sky/strikes/outlinedArea.ts';
import { StrikeStore } from '#web/sky/strikes/StrikeStore.ts';

const NOW = 1_800_000_000_000;
const MINUTE_MS = 60_000;
const store = new StrikeStore({ capacity: 4, maxAgeMs: NOW, epochMs: NOW });
const OVER_BERLIN = { west: 12, south: 52, east: 14, north: 53 };
const feed = { state: 'live', lastSuccessMs: NOW - 4_000, newestStrikeMs: null, typicalDelayMs: null } as const;
const VIEW: FeedView = {
  ...firstView(store, NOW - 600_000),
  phase: 'open',
  heardAtMs: NOW - 5_000,
  feed,
  areas: { home: HOME_BOX, coverage: HOME_BOX },
  source: 'live',
  complete: true,
};
const visitor: Measure = { at: HOME_TOWN, by: 'visitor' };
const NO_STRIKES = { near: undefined, last: undefined, trend: undefined };

function factsOf(
  view: Partial<FeedView> = {},
  measure: AskedSky['measure'] | null = visitor,
  box = HOME_BOX,
): SkyFacts {
  const told = { ...VIEW, ...view };
  const asked = askedOf(measure ?? undefined, box, HOME_BOX, 6 * 60 * MINUTE_MS);
  const source = liveSky(told, { box, windowMs: 6 * 60 * MINUTE_MS }, NOW);
  return verdictFacts({ source, view: told, presentMs: NOW, asked, strikes: NO_STRIKES, cells: { kind: 'none' } });
}

describe('all was read of the last hour around a place', () => {
  test('if it lies in home, is held and has no gap', () => {
    expect(factsOf()).toMatchObject({ feed: { kind: 'live' }, read: 'all', askedMs: 60 * MINUTE_MS, from: 'visitor' });
  });

  test.each<[string, Partial<FeedView>, Measure, SkyFacts['read']]>([
    ['strikes are being loaded', { complete: false }, visitor, 'loading'],
    ['the view is too wide', { complete: false, tooWide: true }, visitor, 'gaps'],
    [
      'some minutes of the hour were not read',
      { feed: { ...feed, unread: [[NOW - 50 * MINUTE_MS, NOW - 49 * MINUTE_MS]] } },
      visitor,
      'gaps',
    ],
    [
      'the circle reaches beyond home',
      {},
      { at: { latitude: HOME_BOX.north - 0.1, longitude: 23 }, by: 'point' },
      'gaps',
    ],
  ])('but not if %s', (_, view, measure, read) => {
    expect(factsOf(view, measure).read).toBe(read);
  });

  test('also if a gap is older than what was asked', () => {
    expect(factsOf({ feed: { ...feed, unread: [[NOW - 90 * MINUTE_MS, NOW - 61 * MINUTE_MS]] } }).read).toBe('all');
  });
});

test('of an outlined area it is the area and its surroundings, whatever the map looks at', () => {
  const area = outlinedArea(
    { type: 'Polygon', coordinates: [ringOfBox({ west: 24, south: 42, east: 25, north: 43 })] },
    30,
  );
  expect(factsOf({}, area, OVER_BERLIN)).toMatchObject({ from: 'outline', withinKm: 30, read: 'all' });
});

test('what is said of a place does not hang on what the map looks at', () => {
  expect(factsOf({}, visitor, OVER_BERLIN)).toMatchObject({ feed: { kind: 'live' }, read: 'all', withinKm: 100 });
  expect(factsOf({}, null, OVER_BERLIN)).toMatchObject({ feed: { kind: 'outside' }, withinKm: null });
});

test.each<[string, Partial<FeedView>, SkyFacts['feed']]>([
  ['nothing heard yet', { heardAtMs: null, startedAtMs: NOW - 1_000 }, { kind: 'starting' }],
  ['behind', { feed: { ...feed, state: 'delayed' } }, { kind: 'late', readToMs: NOW - 4_000 }],
  ['slices only', { slicesOnly: true }, { kind: 'late', readToMs: null }],
  ['down', { feed: { ...feed, state: 'down' } }, { kind: 'down', sinceMs: NOW - 4_000, recalled: false }],
  ['kept on the device', { recalledToMs: NOW - 60_000 }, { kind: 'down', sinceMs: NOW - 60_000, recalled: true }],
])('the feed: %s', (_, view, told) => {
  expect(factsOf(view).feed).toEqual(told);
});

test('the past is told as of its moment, with the strikes measured from the place', () => {
  const atMs = NOW - 300 * MINUTE_MS;
  const past = { atMs, windowMs: 10 * MINUTE_MS, complete: true, whole: true, tooWide: false, unread: [] };
  const source = pastSky({ ...past, strikes: { store, revision: 1 }, onLive: () => undefined }, { kind: 'connecting' });
  const near = aStrike(1, { latitude: HOME_TOWN.latitude + 0.09, longitude: HOME_TOWN.longitude, atMs: atMs - 1_000 });
  const asked = askedOf(visitor, HOME_BOX, HOME_BOX, past.windowMs);
  const strikes = { near, last: near, trend: undefined };
  const facts = verdictFacts({ source, view: VIEW, presentMs: NOW, asked, strikes, cells: { kind: 'none' } });
  expect(facts).toMatchObject({ nowMs: atMs, feed: { kind: 'past', counted: false }, read: 'all', askedMs: 600_000 });
  expect(facts.near?.away?.km).toBeCloseTo(10, 0);
});
