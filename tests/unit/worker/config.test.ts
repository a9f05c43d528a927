import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formatBBox, HOME_BOX } from '#shared/geo/BBox.ts';
import type { FeedStatus } from '#shared/wire/Status.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { GOOD_VARIABLES as GOOD } from '#tests/support/workerVariables.ts';
import { ConfigError, parseConfig } from '#worker/http/config.ts';
import { metricsPoint, serviceAlarms } from '#worker/http/outbound/serviceHealth.ts';

const HEALTHY: FeedStatus = {
  ok: true,
  source: 'live',
  build: 'b1',
  areas: {
    home: { west: 13, south: 34, east: 31, north: 48 },
    coverage: { west: -15, south: 30, east: 45, north: 62 },
  },
  serverTimeMs: 100_000,
  feed: {
    state: 'live',
    lastSuccessMs: 97_000,
    newestStrikeMs: 90_000,
    typicalDelayMs: 4_000,
    breaker: 'closed',
    seq: 10,
    openGaps: 0,
    unarchived: 0,
    lateness: [1, 2, 3, 0, 0, 0],
    skippedEvents: 0,
    outOfWindowEvents: 0,
    formatBroken: false,
    backlogMs: null,
    onDemand: {},
  },
  strikesLastHour: 10,
  viewers: 3,
  slots: 1_000,
  droppedReaders: 0,
  relays: 1,
  upstream: { calls: 7, perMinute: 6, failures: 0 },
};
const EMPTY_OUTBOX = { pending: 0, blocked: 0, dead: 0, today: 499, dailyCap: 500 };
const ROOMY = { strikes: 36_000_000, maxStrikes: 40_000_000 };

describe('the alarms', () => {
  test('are silent while all is well', () => {
    expect(serviceAlarms(HEALTHY, EMPTY_OUTBOX, ROOMY)).toEqual([]);
  });

  test('name everything that needs a person, most urgent first', () => {
    const late = { backlogMs: 1_800_001, unarchived: 2_001 };
    const feed = { ...HEALTHY.feed, state: 'down', breaker: 'open', formatBroken: true, ...late } as const;
    const outbox = { pending: 4, blocked: 1, dead: 1, today: 500, dailyCap: 500 };
    expect(serviceAlarms({ ...HEALTHY, feed }, outbox, { ...ROOMY, strikes: 36_000_001 })).toEqual([
      ...['feed-down', 'circuit-open', 'provider-format', 'read-backlog', 'archive-behind', 'archive-size'],
      ...['outbox-blocked', 'outbox-dead', 'contact-cap'],
    ]);
    expect(serviceAlarms(HEALTHY, null, null)).toEqual(['outbox-unknown']);
  });
});

test.each([
  [699, []],
  [700, ['relays-full']],
  [1_000, ['relays-full']],
])('%s of 1,000 slots taken are an alarm or none: %j', (viewers, alarms) => {
  expect(serviceAlarms({ ...HEALTHY, viewers }, EMPTY_OUTBOX, ROOMY)).toEqual(alarms);
});

test('the metrics of a minute keep every column in its place, with -1 for what is not known', () => {
  const point = metricsPoint(HEALTHY, null);
  expect(point.blobs).toEqual(['live', 'b1', 'live', 'closed']);
  expect(point.doubles).toEqual([3, 4_000, 6, 7, 0, 0, 0, 0, 10, 3, 1, 0, -1, -1, 1, 2, 3, 0, 0, 0]);
  expect(point.doubles.length).toBeLessThanOrEqual(20);
});

describe('config', () => {
  function errorOf(variables: Record<string, unknown>): string {
    try {
      parseConfig(variables);
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      return (error as Error).message;
    }
    return 'no fault';
  }

  describe('the configuration', () => {
    test('is read with units and types', () => {
      expect(parseConfig({ ...GOOD, DB: {}, SOMETHING_ELSE: 1 })).toMatchObject({
        source: 'live',
        sources: [
          { role: 'primary', supportsAlerts: true, addresses: { PROVIDER_BASE_URL: 'https://provider.net/base' } },
        ],
        providerMaxRps: 0.5,
        pollIntervalMs: 5_000,
        relayMaxStreams: 1_000,
        relayMax: 20,
        historyDays: 400,
        areas: { home: HOME_BOX, coverage: { west: -15, south: 30, east: 45, north: 62 } },
        contact: { baseUrl: 'https://provider.net/base', token: undefined, origin: 'landing' },
        telegram: undefined,
      });
    });

    test('asks FIRMS for fires, or whom it names; with a simulated sky only whom it names; `off` asks nobody', () => {
      const fires = (more: Record<string, unknown>) => parseConfig({ ...GOOD, ...more }).fires;
      expect(fires({})).toEqual({ baseUrl: 'https://firms.modaps.eosdis.nasa.gov', mapKey: undefined });
      const named = { FIRMS_BASE_URL: 'http://127.0.0.1:9/', FIRMS_MAP_KEY: 'k' };
      expect(fires(named)).toEqual({ baseUrl: 'http://127.0.0.1:9', mapKey: 'k' });
      expect(fires({ FEED_SOURCE: 'simulated' })).toBeUndefined();
      expect(fires({ FIRMS_BASE_URL: 'off', FIRMS_MAP_KEY: 'k' })).toBeUndefined();
      expect(fires({ FEED_SOURCE: 'simulated', ...named })?.baseUrl).toBe('http://127.0.0.1:9');
    });

    test('takes the secrets where they are set', () => {
      const secrets = { PROVIDER_TOKEN: 't', TELEGRAM_BOT_TOKEN: 'b', TELEGRAM_CHAT_ID: '-100' };
      const { contact, telegram } = parseConfig({ ...GOOD, ...secrets });
      expect(contact.token).toBe('t');
      expect(telegram).toEqual({ botToken: 'b', chatId: '-100', api: 'https://api.telegram.org' });
    });

    test('sends contact messages elsewhere with a token of their own, never with the provider’s', () => {
      const elsewhere = { ...GOOD, PROVIDER_TOKEN: 't', CONTACT_BASE_URL: 'https://mail.net/' };
      const contact = { baseUrl: 'https://mail.net', token: undefined, origin: 'landing' };
      expect(parseConfig(elsewhere).contact).toEqual(contact);
      expect(parseConfig({ ...elsewhere, CONTACT_TOKEN: 'c' }).contact.token).toBe('c');
    });

    test.each(Object.keys(GOOD))('names %s where it is missing', (name) => {
      const rest = Object.fromEntries(Object.entries(GOOD).filter(([key]) => key !== name));
      expect(errorOf(rest)).toContain(name);
    });

    test.each([
      ['FEED_SOURCE', 'fake'],
      ['PROVIDER_BASE_URL', ''],
      ['PROVIDER_BASE_URL', 'provider'],
      ['PROVIDER_BASE_URL', 'ftp://provider.net'],
      ['PROVIDER_BASE_URL', 'https://example.com'],
      ['PROVIDER_BASE_URL', 'https://provider.invalid'],
      ['PROVIDER_MAX_RPS', '0'],
      ['PROVIDER_MAX_RPS', '-1'],
      ['PROVIDER_MAX_RPS', '201'],
      ['PROVIDER_MAX_RPS', 'NaN'],
      ['HOME_BBOX', '13,34,31'],
      ['HOME_BBOX', '31,34,13,48'],
      ['COVERAGE_BBOX', '14,30,45,62'],
      ['API_ACCESS', 'everyone'],
      ['POLL_INTERVAL_MS', '249'],
      ['POLL_INTERVAL_MS', '1000.5'],
      ['RELAY_MAX_STREAMS', '0'],
      ['RELAY_MAX', 'many'],
      ['HISTORY_DAYS', '4000'],
      ['CONTACT_ORIGIN', 'two words'],
      ['PROVIDER_TOKEN', ''],
      ['CONTACT_BASE_URL', 'mail'],
    ])('names %s where it is %j', (name, value) => {
      expect(errorOf({ ...GOOD, [name]: value })).toContain(name);
    });

    test('names both halves of Telegram where only one is set', () => {
      expect(errorOf({ ...GOOD, TELEGRAM_BOT_TOKEN: 'b' })).toMatch(/TELEGRAM_BOT_TOKEN.*TELEGRAM_CHAT_ID/s);
    });

    test('names every variable at fault at once, and never a value', () => {
      const message = errorOf({ ...GOOD, RELAY_MAX: 'hunter2', HISTORY_DAYS: 'hunter2', PROVIDER_BASE_URL: 'hunter2' });
      for (const name of ['RELAY_MAX', 'HISTORY_DAYS', 'PROVIDER_BASE_URL']) expect(message).toContain(name);
      expect(message).not.toContain('hunter2');
    });
  });

  test('wrangler.toml names the home that the site and the tests know, for each environment', () => {
    const toml = readFileSync(join(projectRoot, 'wrangler.toml'), 'utf8');
    const homes = [...toml.matchAll(/^HOME_BBOX = "(.*)"$/gm)].map(([, box]) => box);
    expect(homes).toEqual(Array(3).fill(formatBBox(HOME_BOX)));
  });
});
