import { describe, expect, test } from 'vitest';
import { feedTruth, type TruthFacts } from '#web/feed/feedTruth.ts';

const NOW = 1_800_000_000_000;

function facts(parts: Partial<TruthFacts> = {}): TruthFacts {
  return {
    phase: 'open',
    startedAtMs: NOW - 600_000,
    heardAtMs: NOW - 5_000,
    clockOffsetMs: 0,
    feed: { state: 'live', lastSuccessMs: NOW - 4_000, newestStrikeMs: null, typicalDelayMs: null },
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

describe('quiet is said only of a sky that is known', () => {
  test('strikes in view: live', () => {
    expect(feedTruth(facts(), 3, NOW).kind).toBe('live');
  });

  test('none in view, the whole window held, the feed checked: quiet', () => {
    expect(feedTruth(facts(), 0, NOW)).toEqual({ kind: 'quiet', checkedMs: NOW - 4_000 });
  });

  test('none in view while strikes of the window are still missing is not quiet', () => {
    expect(feedTruth(facts({ complete: false }), 0, NOW).kind).toBe('live');
  });

  test.each([
    ['the feed is behind', facts({ feed: feedAt('delayed', NOW - 4_000) })],
    ['the feed was not checked for over a minute', facts({ feed: feedAt('live', NOW - 61_000) })],
    ['the stream has been silent for over 45 s', facts({ heardAtMs: NOW - 46_000 })],
  ])('none in view while %s is delayed, not quiet', (_, given) => {
    expect(feedTruth(given, 0, NOW).kind).toBe('delayed');
  });
});

describe('a page that only reads slices', () => {
  test('[CL7] is delayed, however good the feed is and whatever is in view', () => {
    const delayed = { kind: 'delayed', checkedMs: NOW - 4_000, slicesOnly: true };
    expect(feedTruth(facts({ slicesOnly: true, phase: 'away' }), 0, NOW)).toEqual(delayed);
    expect(feedTruth(facts({ slicesOnly: true, phase: 'opening' }), 3, NOW)).toEqual(delayed);
  });

  test('[CL7] says that the feed is behind or down rather than that the server is busy', () => {
    const behind = facts({ slicesOnly: true, feed: feedAt('delayed', NOW - 4_000) });
    expect(feedTruth(behind, 0, NOW)).toMatchObject({ kind: 'delayed', slicesOnly: false });
    const dead = facts({ slicesOnly: true, feed: feedAt('down', NOW - 130_000) });
    expect(feedTruth(dead, 0, NOW)).toMatchObject({ kind: 'down', cause: 'feed' });
    expect(feedTruth(facts({ slicesOnly: true, heardAtMs: NOW - 121_000 }), 0, NOW).kind).toBe('down');
  });
});

describe('down', () => {
  test.each([
    [
      'the stream has been silent for over two minutes',
      facts({ heardAtMs: NOW - 121_000 }),
      NOW - 121_000,
      'connection',
    ],
    ['the page is offline', facts({ phase: 'suspended' }), NOW - 5_000, 'connection'],
    ['the server says so', facts({ feed: feedAt('down', NOW - 130_000) }), NOW - 130_000, 'feed'],
    ['the last success has grown old since', facts({ feed: feedAt('live', NOW - 121_000) }), NOW - 121_000, 'feed'],
    ['the feed never succeeded', facts({ feed: feedAt('live', null) }), NOW - 600_000, 'feed'],
    ['nobody ever answered', facts({ feed: null, heardAtMs: null }), NOW - 600_000, 'connection'],
  ] as const)('%s', (_, given, sinceMs, cause) => {
    expect(feedTruth(given, 5, NOW)).toEqual({ kind: 'down', sinceMs, cause });
  });

  test('times are told on the server’s clock', () => {
    const given = facts({ phase: 'suspended', clockOffsetMs: 60_000 });
    expect(feedTruth(given, 0, NOW)).toMatchObject({ sinceMs: NOW + 55_000 });
  });
});

test('in its first seconds the page only says that it is connecting', () => {
  const given = facts({ feed: null, heardAtMs: null, startedAtMs: NOW - 3_000, complete: false });
  expect(feedTruth(given, 0, NOW)).toEqual({ kind: 'connecting' });
});
