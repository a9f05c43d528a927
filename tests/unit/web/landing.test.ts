import { describe, expect, test } from 'vitest';
import { HOME_TOWN } from '#shared/geo/BBox.ts';
import { heroFacts, type ReceivedSky } from '#web/site/landing/sky/heroFacts.ts';
import { GROUND_PICTURES, heroView } from '#web/site/landing/sky/heroView.ts';

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 6, 14, 15);
const GABROVO = { latitude: 42.88, longitude: 25.32 };

type Server = NonNullable<ReceivedSky['server']>;

const server = (changes: Partial<Server> = {}): Server => ({
  source: 'live',
  serverTimeMs: NOW,
  strikesLastHour: 12,
  primary: { supportsAlerts: true },
  areas: { home: { west: 13, south: 34, east: 31, north: 48 } },
  feed: { state: 'live', lastSuccessMs: NOW - 5_000, newestStrikeMs: NOW - 9_000 },
  ...changes,
});

const received = (changes: Partial<ReceivedSky> = {}): ReceivedSky => ({
  server: server(),
  receivedAtMs: NOW,
  failed: false,
  strikes: [],
  ...changes,
});

const strike = (agoMs: number, position = GABROVO) => ({ ...position, atMs: NOW - agoMs });

describe('what the hero says of the sky', () => {
  test('nothing, before the server has answered, and no data once it has not', () => {
    expect(heroFacts(received({ server: undefined }), HOME_TOWN, NOW)).toEqual({ kind: 'starting' });
    const dead = { kind: 'dead', sinceMs: null };
    expect(heroFacts(received({ server: undefined, failed: true }), HOME_TOWN, NOW)).toEqual(dead);
  });

  test('of a living feed how old it is, how many strikes fell in the last hour, and the nearest of the last ten minutes', () => {
    const strikes = [strike(40 * MINUTE, HOME_TOWN), strike(9 * MINUTE)];
    const facts = heroFacts(received({ strikes }), HOME_TOWN, NOW + 3_000);
    expect(facts).toMatchObject({ kind: 'live', ageMs: 8_000, count: 12 });
    expect(facts.kind === 'live' && facts.nearestKm).toBeCloseTo(164, -1);
  });

  test('that the sky is quiet, and which storm was the last, by its time and the town that it was near', () => {
    const quiet = server({ strikesLastHour: 0 });
    const textOf = (...strikes: ReturnType<typeof strike>[]) =>
      heroFacts(received({ server: quiet, strikes }), HOME_TOWN, NOW);
    const town = { en: 'Gabrovo', bg: 'Габрово', ru: 'Габрово' };
    const storm = { kind: 'quiet', last: { atMs: NOW - 20 * 60 * MINUTE, town } };
    expect(textOf(strike(20 * 60 * MINUTE))).toMatchObject(storm);
    const atSea = strike(90 * MINUTE, { latitude: 42, longitude: 15.2 });
    expect(textOf(atSea)).toMatchObject({ kind: 'quiet', last: { town: undefined } });
    expect(textOf()).toMatchObject({ kind: 'quiet', last: undefined });
  });

  test('never that it is quiet of a source that does not see everything, of a late feed, or where nobody counted', () => {
    const kindOf = (changes: Partial<Server>) => heroFacts(received({ server: server(changes) }), HOME_TOWN, NOW).kind;
    expect(kindOf({ strikesLastHour: 0, primary: { supportsAlerts: false } })).toBe('live');
    expect(kindOf({ strikesLastHour: 0, feed: { ...server().feed, state: 'delayed' } })).toBe('late');
    expect(kindOf({ strikesLastHour: null })).toBe('live');
  });

  test('that there is no data, and since when: of a feed that is down, and where the server has fallen silent', () => {
    const since = NOW - 58 * MINUTE;
    const down = server({ strikesLastHour: 0, feed: { state: 'down', lastSuccessMs: since, newestStrikeMs: since } });
    expect(heroFacts(received({ server: down }), HOME_TOWN, NOW)).toEqual({ kind: 'dead', sinceMs: since });
    const silent = received({ failed: true });
    expect(heroFacts(silent, HOME_TOWN, NOW + 59_000).kind).toBe('live');
    expect(heroFacts(silent, HOME_TOWN, NOW + 61_000).kind).toBe('late');
    expect(heroFacts(silent, HOME_TOWN, NOW + 121_000)).toEqual({ kind: 'dead', sinceMs: NOW - 5_000 });
  });
});

test('lightning lies where the picture of the ground has it, however the hero crops it', () => {
  const { wide, tall } = GROUND_PICTURES;
  expect(heroView(wide, { width: 1600, height: 800 })).toMatchObject({ zoom: wide.zoom, longitude: wide.longitude });
  expect(heroView(wide, { width: 1280, height: 800 }).zoom).toBeCloseTo(wide.zoom);
  expect(heroView(wide, { width: 3200, height: 900 }).zoom).toBeCloseTo(wide.zoom + 1);
  expect(heroView(tall, { width: 400, height: 600 }).zoom).toBeCloseTo(tall.zoom - 1);
});
