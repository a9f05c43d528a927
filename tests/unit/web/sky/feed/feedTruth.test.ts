import { describe, expect, test } from 'vitest';
import { feedTruth, type TruthFacts } from '#web/sky/feed/feedTruth.ts';

const NOW = 1_800_000_000_000;

function facts(parts: Partial<TruthFacts> = {}): TruthFacts {
  return {
    phase: 'open',
    startedAtMs: NOW - 600_000,
    heardAtMs: NOW - 5_000,
    clockOffsetMs: 0,
    feed: { state: 'live', lastSuccessMs: NOW - 4_000, newestStrikeMs: null, typicalDelayMs: null },
    areas: null,
    slicesOnly: false,
    complete: true,
    ...parts,
  };
}

const feedAt = (state: 'live' | 'delayed' | 'down', lastSuccessMs: number | null) => ({
  state,
  lastSuccessMs,
  newestStrikeMs: null,
  typicalDelayMs: null,
});

describe('none means none only in a sky that is known', () => {
  test('the whole window held, the feed checked: live and whole', () => {
    expect(feedTruth(facts(), undefined, NOW)).toEqual({ kind: 'live', checkedMs: NOW - 4_000, whole: true });
  });

  test('strikes of the window still missing: live, not whole', () => {
    expect(feedTruth(facts({ complete: false }), undefined, NOW)).toMatchObject({ kind: 'live', whole: false });
  });

  test.each([
    ['the feed is behind', facts({ feed: feedAt('delayed', NOW - 4_000) })],
    ['the feed was not checked for over a minute', facts({ feed: feedAt('live', NOW - 61_000) })],
    ['the stream has been silent for over 45 s', facts({ heardAtMs: NOW - 46_000 })],
  ])('%s: delayed', (_, given) => {
    expect(feedTruth(given, undefined, NOW).kind).toBe('delayed');
  });
});

describe('a source that is late by its nature', () => {
  const late = (state: 'delayed' | 'down', minutes: number) =>
    facts({ feed: { ...feedAt(state, NOW - minutes * 60_000), cause: 'late' } });

  test('[FD19] is delayed for as long as the server says so, and never live', () => {
    expect(feedTruth(late('delayed', 25), undefined, NOW)).toMatchObject({ kind: 'delayed', cause: 'late' });
    expect(feedTruth(late('delayed', 0), undefined, NOW).kind).toBe('delayed');
    expect(feedTruth(late('down', 36), undefined, NOW)).toMatchObject({ kind: 'down', cause: 'feed' });
  });

  test('of a silent stream is as dead as any other', () => {
    const silent = { ...late('delayed', 5), heardAtMs: NOW - 121_000 };
    expect(feedTruth(silent, undefined, NOW)).toMatchObject({ kind: 'down', cause: 'connection' });
  });
});

describe('a page that only reads slices', () => {
  test('[CL7] is delayed, however good the feed is and whatever is in view', () => {
    const delayed = { kind: 'delayed', checkedMs: NOW - 4_000, slicesOnly: true };
    expect(feedTruth(facts({ slicesOnly: true, phase: 'away' }), undefined, NOW)).toEqual(delayed);
    expect(feedTruth(facts({ slicesOnly: true, phase: 'opening' }), undefined, NOW)).toEqual(delayed);
  });

  test('[CL7] says that the feed is behind or down rather than that the server is busy', () => {
    const behind = facts({ slicesOnly: true, feed: feedAt('delayed', NOW - 4_000) });
    expect(feedTruth(behind, undefined, NOW)).toMatchObject({ kind: 'delayed', slicesOnly: false });
    const dead = facts({ slicesOnly: true, feed: feedAt('down', NOW - 130_000) });
    expect(feedTruth(dead, undefined, NOW)).toMatchObject({ kind: 'down', cause: 'feed' });
    expect(feedTruth(facts({ slicesOnly: true, heardAtMs: NOW - 121_000 }), undefined, NOW).kind).toBe('down');
  });
});

describe('down', () => {
  test.each([
    [
      'the stream has been silent for over two minutes',
      facts({ heardAtMs: NOW - 121_000, feed: feedAt('live', NOW - 124_000) }),
      NOW - 124_000,
      'connection',
    ],
    [
      'the page is offline',
      facts({ phase: 'suspended', feed: feedAt('live', NOW - 8_000) }),
      NOW - 8_000,
      'connection',
    ],
    ['the server says so', facts({ feed: feedAt('down', NOW - 130_000) }), NOW - 130_000, 'feed'],
    ['the last success has grown old since', facts({ feed: feedAt('live', NOW - 121_000) }), NOW - 121_000, 'feed'],
    ['the feed never succeeded', facts({ feed: feedAt('live', null) }), null, 'feed'],
    ['nobody ever answered', facts({ feed: null, heardAtMs: null }), null, 'connection'],
  ] as const)('%s', (_, given, sinceMs, cause) => {
    expect(feedTruth(given, undefined, NOW)).toEqual({ kind: 'down', sinceMs, cause });
  });

  test('is counted from the provider’s last answer, not from when the server last spoke', () => {
    const given = facts({ phase: 'suspended', clockOffsetMs: 60_000, feed: feedAt('delayed', NOW - 90_000) });
    expect(feedTruth(given, undefined, NOW)).toMatchObject({ sinceMs: NOW - 90_000 });
  });
});

test('in its first seconds the page only says that it is connecting', () => {
  const given = facts({ feed: null, heardAtMs: null, startedAtMs: NOW - 3_000, complete: false });
  expect(feedTruth(given, undefined, NOW)).toEqual({ kind: 'connecting' });
});

describe('a view beside or outside home', () => {
  const home = { west: 13, south: 34, east: 31, north: 48 };
  const areas = { home, coverage: { west: -15, south: 30, east: 45, north: 62 } };
  const SOFIA = { west: 22, south: 42, east: 24, north: 43 };
  const BURGOS = { west: -5, south: 41, east: -3, north: 42 };
  const KYIV = { west: 32, south: 50, east: 33, north: 51 };
  const EDGE = { west: 28, south: 44, east: 34, north: 46 };
  const OSLO_TO_ICELAND = { west: -20, south: 63, east: 10, north: 66 };
  const region = (ageMs: number | null, resting = false) => ({
    lastSuccessMs: ageMs === null ? null : NOW - ageMs,
    resting,
  });
  const told = (foreign: Record<string, ReturnType<typeof region>>) =>
    facts({ areas, feed: { ...feedAt('live', NOW - 4_000), foreign } });

  test('[ST11] is told its own age: home’s live is never lent to it', () => {
    const failing = told({ ring: region(700_000, true), '4/7/5': region(null, true) });
    expect(feedTruth(failing, SOFIA, NOW)).toEqual({ kind: 'live', checkedMs: NOW - 4_000, whole: true });
    expect(feedTruth(failing, BURGOS, NOW)).toEqual({ kind: 'down', sinceMs: null, cause: 'abroad' });
    expect(feedTruth(failing, KYIV, NOW)).toEqual({ kind: 'down', sinceMs: NOW - 700_000, cause: 'abroad' });
  });

  test('[ST11] is live within two minutes of its last answer, then delayed, then down', () => {
    const at = (ageMs: number) => feedTruth(told({ '4/7/5': region(ageMs) }), BURGOS, NOW).kind;
    expect([at(120_000), at(120_001), at(600_000), at(600_001)]).toEqual(['live', 'delayed', 'delayed', 'down']);
  });

  test('that waits for its first answer is only connecting', () => {
    const waiting = { kind: 'connecting', place: 'abroad' };
    expect(feedTruth(told({}), BURGOS, NOW)).toEqual(waiting);
    expect(feedTruth(told({ '4/7/5': region(null) }), BURGOS, NOW)).toEqual(waiting);
  });

  test('[ST11] that reaches beyond home is not whole while what lies beyond is not read', () => {
    expect(feedTruth(told({ ring: region(20_000) }), EDGE, NOW)).toEqual({
      kind: 'live',
      checkedMs: NOW - 4_000,
      whole: true,
    });
    const late = {
      kind: 'live',
      checkedMs: NOW - 4_000,
      whole: false,
      beyond: { checkedMs: NOW - 130_000, asked: true },
    };
    expect(feedTruth(told({ ring: region(130_000) }), EDGE, NOW)).toEqual(late);
    expect(feedTruth(told({ ring: region(null, true) }), EDGE, NOW)).toMatchObject({
      beyond: { checkedMs: null, asked: false },
    });
  });

  test('outside the coverage is not watched at all', () => {
    expect(feedTruth(told({}), OSLO_TO_ICELAND, NOW)).toEqual({ kind: 'outside' });
  });
});

test('[FD12] a feed that cannot be read is delayed or down because of its format', () => {
  const unreadable = { ...feedAt('delayed', NOW - 4_000), cause: 'format' as const };
  expect(feedTruth(facts({ feed: unreadable }), undefined, NOW)).toMatchObject({ kind: 'delayed', cause: 'format' });
  const gone = { ...feedAt('down', NOW - 130_000), cause: 'format' as const };
  expect(feedTruth(facts({ feed: gone }), undefined, NOW)).toMatchObject({ kind: 'down', cause: 'format' });
});
