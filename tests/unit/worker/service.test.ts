import { describe, expect, test } from 'vitest';
import type { FeedStatus } from '#shared/wire/Status.ts';
import { histogram } from '#worker/feed/feedStatus.ts';
import { metricsPoint, serviceAlarms } from '#worker/observability/serviceHealth.ts';

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
    gaps: 0,
    unarchived: 0,
    lateness: [1, 2, 3, 0, 0, 0],
    skippedEvents: 0,
    misplacedEvents: 0,
    formatBroken: false,
    debtMs: null,
    foreign: {},
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

describe('a histogram', () => {
  test('counts every value once, on the bound below it, and what is above all bounds last', () => {
    expect(histogram([0, 2, 3, 5, 99], [2, 5])).toEqual([2, 2, 1]);
    expect(histogram([], [2, 5])).toEqual([0, 0, 0]);
  });
});

describe('the alarms', () => {
  test('are silent while all is well', () => {
    expect(serviceAlarms(HEALTHY, EMPTY_OUTBOX, ROOMY)).toEqual([]);
  });

  test('name everything that needs a person, most urgent first', () => {
    const feed = {
      ...HEALTHY.feed,
      state: 'down',
      breaker: 'open',
      formatBroken: true,
      debtMs: 1_800_001,
      unarchived: 2_001,
    } as const;
    const full = { ...ROOMY, strikes: 36_000_001 };
    expect(
      serviceAlarms({ ...HEALTHY, feed }, { pending: 4, blocked: 1, dead: 1, today: 500, dailyCap: 500 }, full),
    ).toEqual([
      'feed-down',
      'circuit-open',
      'provider-format',
      'debt',
      'archive-behind',
      'archive-size',
      'outbox-blocked',
      'outbox-dead',
      'contact-cap',
    ]);
    expect(serviceAlarms(HEALTHY, null, null)).toEqual(['outbox-unknown']);
  });
});

describe('the alarm of full relays', () => {
  test.each([
    [699, []],
    [700, ['relays-full']],
    [1_000, ['relays-full']],
  ])('%s of 1,000 slots taken: %j', (viewers, alarms) => {
    expect(serviceAlarms({ ...HEALTHY, viewers }, EMPTY_OUTBOX, ROOMY)).toEqual(alarms);
  });
});

describe('the metrics of a minute', () => {
  test('keep every column in its place, with -1 for what is not known', () => {
    const point = metricsPoint(HEALTHY, null);
    expect(point.blobs).toEqual(['live', 'b1', 'live', 'closed']);
    expect(point.doubles).toEqual([3, 4_000, 6, 7, 0, 0, 0, 0, 10, 3, 1, 0, -1, -1, 1, 2, 3, 0, 0, 0]);
    expect(point.doubles.length).toBeLessThanOrEqual(20);
  });
});
