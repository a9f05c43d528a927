import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { HOME_BOX as BALKANS, bboxContains } from '#shared/geo/BBox.ts';
import { formatTile, tileAt, tileBounds } from '#shared/geo/tile.ts';
import { type StatusFacts, viewStatusOf } from '#web/sky/FeedView.ts';
import { loadStrike, loadStrikeByOrdinal } from '#web/sky/loadStrike.ts';
import {
  ancestorAt,
  viewCells,
  viewExceedsCells,
  viewedCells,
  viewSliceTiles,
  watchedTiles,
} from '#web/sky/TileCoverage.ts';

describe('feed truth', () => {
  const NOW = 1_800_000_000_000;

  const known = { newestStrikeMs: null, typicalDelayMs: null };
  const feedAt = (state: 'live' | 'delayed' | 'down', lastSuccessMs: number | null) => ({
    state,
    lastSuccessMs,
    ...known,
  });
  const facts = (parts: Partial<StatusFacts> = {}): StatusFacts => ({
    phase: 'open',
    receivedAtMs: NOW - 5_000,
    clockOffsetMs: 0,
    feed: feedAt('live', NOW - 4_000),
    areas: null,
    slicesOnly: false,
    complete: true,
    failing: false,
    streamFailing: false,
    outdated: false,
    ...parts,
  });
  /** The truth of a view that lies in home. */
  const statusOf = (parts: Partial<StatusFacts> = {}) => viewStatusOf(facts(parts), undefined, NOW);

  test('none means none only while the feed is checked and the whole window held', () => {
    expect(statusOf()).toEqual({ kind: 'live', checkedMs: NOW - 4_000, whole: true });
    expect(statusOf({ complete: false })).toMatchObject({ kind: 'live', whole: false });
  });

  test.each<[string, Partial<StatusFacts>]>([
    ['the feed is behind', { feed: feedAt('delayed', NOW - 4_000) }],
    ['the feed was not checked for over a minute', { feed: feedAt('live', NOW - 61_000) }],
    ['the stream has been silent for over 45 s', { receivedAtMs: NOW - 46_000 }],
  ])('%s: delayed', (_, parts) => expect(statusOf(parts).kind).toBe('delayed'));

  test('[FD19] a source that is late by its nature is delayed as long as the server says so, never live; in silence down', () => {
    const late = (state: 'delayed' | 'down', minutes: number) => ({
      feed: { ...feedAt(state, NOW - minutes * 60_000), cause: 'late' as const },
    });
    expect(statusOf(late('delayed', 25))).toMatchObject({ kind: 'delayed', cause: 'late' });
    expect(statusOf(late('delayed', 0)).kind).toBe('delayed');
    expect(statusOf(late('down', 36))).toMatchObject({ kind: 'down', cause: 'feed' });
    const silent = { ...late('delayed', 5), receivedAtMs: NOW - 121_000 };
    expect(statusOf(silent)).toMatchObject({ kind: 'down', cause: 'connection' });
  });

  test('[CL7] a page that only reads slices is delayed, however good the feed is', () => {
    const delayed = { kind: 'delayed', checkedMs: NOW - 4_000, slicesOnly: true };
    for (const phase of ['away', 'opening'] as const) expect(statusOf({ slicesOnly: true, phase })).toEqual(delayed);
  });

  test('[CL7] a page that only reads slices says that the feed is behind or down rather than that the server is busy', () => {
    const report = (parts: Partial<StatusFacts>) => statusOf({ slicesOnly: true, ...parts });
    expect(report({ feed: feedAt('delayed', NOW - 4_000) })).toMatchObject({ kind: 'delayed', slicesOnly: false });
    expect(report({ feed: feedAt('down', NOW - 130_000) })).toMatchObject({ kind: 'down', cause: 'feed' });
    expect(report({ receivedAtMs: NOW - 121_000 }).kind).toBe('down');
  });

  describe('down', () => {
    const silent = { receivedAtMs: NOW - 121_000, feed: feedAt('live', NOW - 124_000) };
    const offline = { phase: 'suspended', feed: feedAt('live', NOW - 8_000) } as const;
    const old = { phase: 'suspended', clockOffsetMs: 60_000, feed: feedAt('delayed', NOW - 90_000) } as const;

    test.each<[string, Partial<StatusFacts>, number | null, string]>([
      ['the stream has been silent for over two minutes', silent, NOW - 124_000, 'connection'],
      ['the page is offline', offline, NOW - 8_000, 'connection'],
      ['the provider answered before the server last spoke', old, NOW - 90_000, 'connection'],
      ['the server says so', { feed: feedAt('down', NOW - 130_000) }, NOW - 130_000, 'feed'],
      ['the last success has grown old since', { feed: feedAt('live', NOW - 121_000) }, NOW - 121_000, 'feed'],
      ['the feed never succeeded', { feed: feedAt('live', null) }, null, 'feed'],
      ['nobody ever answered', { feed: null, receivedAtMs: null, streamFailing: true }, null, 'connection'],
    ])('%s', (_, parts, sinceMs, cause) => expect(statusOf(parts)).toEqual({ kind: 'down', sinceMs, cause }));
  });

  describe('before any response', () => {
    const silent = { feed: null, receivedAtMs: null, complete: false };
    const restored = { ...silent, restoredToMs: NOW - 60_000 };

    test.each(['stopped', 'opening', 'open'] as const)(
      'the page only says that it is connecting, cached strikes or not, while nothing has failed: %s',
      (phase) => {
        expect(statusOf({ ...silent, phase })).toEqual({ kind: 'connecting' });
        expect(statusOf({ ...restored, phase })).toEqual({ kind: 'connecting', restoredToMs: NOW - 60_000 });
      },
    );

    test.each<[string, Partial<StatusFacts>]>([
      ['the browser is offline', { phase: 'suspended' }],
      ['strikes fail to load', { failing: true }],
      ['the stream fails to open', { streamFailing: true }],
      ['the server has another protocol', { outdated: true }],
    ])('the connection is down once %s', (_, failed) => {
      const down = { kind: 'down', cause: 'connection' };
      expect(statusOf({ ...silent, ...failed })).toEqual({ ...down, sinceMs: null });
      expect(statusOf({ ...restored, ...failed })).toEqual({ ...down, sinceMs: NOW - 60_000, restored: true });
    });
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
    const report = (onDemand: Record<string, ReturnType<typeof region>>) =>
      facts({ areas, feed: { ...feedAt('live', NOW - 4_000), onDemand } });

    test('[ST11] is told its own age: home’s live is never lent to it', () => {
      const failing = report({ margin: region(700_000, true), '4/7/5': region(null, true) });
      expect(viewStatusOf(failing, SOFIA, NOW)).toEqual({ kind: 'live', checkedMs: NOW - 4_000, whole: true });
      expect(viewStatusOf(failing, BURGOS, NOW)).toEqual({ kind: 'down', sinceMs: null, cause: 'abroad' });
      expect(viewStatusOf(failing, KYIV, NOW)).toEqual({ kind: 'down', sinceMs: NOW - 700_000, cause: 'abroad' });
    });

    test('[ST11] is live within two minutes of its last answer, then delayed, then down', () => {
      const at = (ageMs: number) => viewStatusOf(report({ '4/7/5': region(ageMs) }), BURGOS, NOW).kind;
      expect([at(120_000), at(120_001), at(600_000), at(600_001)]).toEqual(['live', 'delayed', 'delayed', 'down']);
    });

    test('that waits for its first answer is only connecting', () => {
      const waiting = { kind: 'connecting', place: 'abroad' };
      expect(viewStatusOf(report({}), BURGOS, NOW)).toEqual(waiting);
      expect(viewStatusOf(report({ '4/7/5': region(null) }), BURGOS, NOW)).toEqual(waiting);
    });

    test('[ST11] that reaches beyond home is not whole while what lies beyond is not read', () => {
      const live = { kind: 'live', checkedMs: NOW - 4_000 };
      expect(viewStatusOf(report({ margin: region(20_000) }), EDGE, NOW)).toEqual({ ...live, whole: true });
      const late = { ...live, whole: false, beyond: { checkedMs: NOW - 130_000, requested: true } };
      expect(viewStatusOf(report({ margin: region(130_000) }), EDGE, NOW)).toEqual(late);
      const never = { beyond: { checkedMs: null, requested: false } };
      expect(viewStatusOf(report({ margin: region(null, true) }), EDGE, NOW)).toMatchObject(never);
    });

    test('outside the coverage is not watched at all', () =>
      expect(viewStatusOf(report({}), OSLO_TO_ICELAND, NOW)).toEqual({ kind: 'outside' }));
  });

  test('[FD12] a feed that cannot be read is delayed or down because of its format', () => {
    const unreadable = (state: 'delayed' | 'down', ageMs: number) =>
      statusOf({ feed: { ...feedAt(state, NOW - ageMs), cause: 'format' } });
    expect(unreadable('delayed', 4_000)).toMatchObject({ kind: 'delayed', cause: 'format' });
    expect(unreadable('down', 130_000)).toMatchObject({ kind: 'down', cause: 'format' });
  });
});

describe('load strike', () => {
  const strike = { id: 'x', latitude: 42, longitude: 23, ordinal: 7 };
  const RESPONSE = { ...strike, timestamp: '2026-07-01T12:00:00.000Z' };
  const STRIKE = { ...strike, atMs: Date.UTC(2026, 6, 1, 12) };
  const never = new AbortController().signal;

  function host(result: () => Response) {
    const requests: string[] = [];
    const fetchJson = async (path: string) => {
      requests.push(path);
      return result();
    };
    return { requests, fetchJson };
  }

  test('a strike is asked for by id, with its hint where the link carried one, or by ordinal', async () => {
    const { requests, fetchJson } = host(() => Response.json(RESPONSE));
    const hint = { atMs: 0, latitude: 42.5, longitude: 23.5 };
    expect(await loadStrike('a b', hint, fetchJson, never)).toEqual({ ok: true, value: STRIKE });
    expect(await loadStrike('a b', undefined, fetchJson, never)).toEqual({ ok: true, value: STRIKE });
    expect(await loadStrikeByOrdinal(7, fetchJson, never)).toEqual({ ok: true, value: STRIKE });
    const hinted = '/api/v1/strikes/a%20b?at=1970-01-01T00:00:00.000Z&ll=42.5,23.5';
    expect(requests).toEqual([hinted, '/api/v1/strikes/a%20b', '/api/v1/strikes/by-ordinal/7']);
  });

  test.each([
    ['404', () => new Response(null, { status: 404 }), 'missing'],
    ['a bad id', () => new Response(null, { status: 400 }), 'too-wide'],
    ['503', () => new Response(null, { status: 503 }), 'busy'],
    ['no JSON', () => new Response('<html>'), 'unreadable'],
    ['another shape', () => Response.json({ id: 'x' }), 'unreadable'],
    ['a time that is none', () => Response.json({ ...RESPONSE, timestamp: 'noon' }), 'unreadable'],
    [
      'no answer',
      () => {
        throw new TypeError('Failed to fetch');
      },
      'offline',
    ],
  ] as const)('%s is told as such, never thrown', async (_, result, errorKind) =>
    expect(await loadStrike('x', undefined, host(result).fetchJson, never)).toEqual({ ok: false, errorKind }),
  );

  test('an answer that does not come within 10 s is told as none', async () => {
    const deadline = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal);
    const hanging = (_: string, { signal }: { readonly signal: AbortSignal }) =>
      new Promise<Response>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const loading = loadStrike('x', undefined, hanging, never);
    expect(timeout).toHaveBeenCalledWith(10_000);
    deadline.abort();
    expect(await loading).toEqual({ ok: false, errorKind: 'offline' });
    timeout.mockRestore();
  });
});

describe('view tiles', () => {
  const SOFIA = { west: 23.1, south: 42.6, east: 23.5, north: 42.8 };

  const degrees = (min: number, max: number) =>
    fc.integer({ min: min * 1_000, max: max * 1_000 }).map((n) => n / 1_000);
  const aBox = fc
    .record({ west: degrees(-180, 170), south: degrees(-80, 75), width: degrees(0.01, 60), height: degrees(0.01, 30) })
    .map(({ west, south, width, height }) => ({
      west,
      south,
      east: Math.min(180, west + width),
      north: Math.min(85, south + height),
    }));

  test('a city is covered by fine tiles, the Balkans by coarse ones, never by more than four an hour', () => {
    expect(viewSliceTiles(SOFIA).every(({ z }) => z === 8)).toBe(true);
    expect(viewSliceTiles(SOFIA).length).toBeLessThanOrEqual(4);
    expect(viewSliceTiles(BALKANS).length).toBeLessThanOrEqual(4);
  });

  test('every point of a view lies in a slice tile and in a cell', () => {
    const share = fc.double({ min: 0, max: 0.999, noNaN: true });
    fc.assert(
      fc.property(aBox, share, share, (box, x, y) => {
        fc.pre(!viewExceedsCells(box));
        const longitude = box.west + x * (box.east - box.west);
        const latitude = box.south + y * (box.north - box.south);
        const covers = (tiles: readonly { z: number; x: number; y: number }[]) =>
          tiles.some((tile) => bboxContains(tileBounds(tile), longitude, latitude));
        expect(covers(viewSliceTiles(box))).toBe(true);
        expect(covers(viewCells(box))).toBe(true);
      }),
    );
  });

  test('every slice tile lies in a cell of the stream, which keeps it complete', () =>
    fc.assert(
      fc.property(aBox, (box) => {
        const cells = new Set(viewCells(box).map(formatTile));
        for (const tile of viewSliceTiles(box)) expect(cells).toContain(formatTile(ancestorAt(tile, 4)));
      }),
    ));

  test('a view of the whole world takes the 24 cells around its centre and is known to be wider', () => {
    const world = { west: -180, south: -85, east: 180, north: 85 };
    const cells = viewCells(world);
    expect(cells).toHaveLength(24);
    expect(cells.map(formatTile)).toContain(formatTile(tileAt(1, 1, 4)));
    expect(viewExceedsCells(world)).toBe(true);
  });

  const ATHENS = { west: 23.5, south: 37.8, east: 23.9, north: 38.1 };
  const names = (tiles: readonly Parameters<typeof formatTile>[0][]) => tiles.map(formatTile);

  test('the surroundings of a measuring point are watched wherever the view is', () => {
    const area = { view: ATHENS, near: SOFIA };
    expect(names(viewedCells(area).cells)).toEqual(names([...viewCells(SOFIA), ...viewCells(ATHENS)]));
    const tiles = watchedTiles(area);
    expect(names(tiles)).toEqual(expect.arrayContaining(names(viewSliceTiles(ATHENS))));
    expect(tiles.some((tile) => tile.z === 6 && bboxContains(tileBounds(tile), 23.3, 42.7))).toBe(true);
  });

  test('surroundings that the view holds anyway are not asked for twice', () => {
    expect(watchedTiles({ view: BALKANS, near: SOFIA })).toEqual(viewSliceTiles(BALKANS));
    expect(viewedCells({ view: SOFIA, near: SOFIA })).toEqual({ cells: viewCells(SOFIA), tooWide: false });
  });

  test('a view that takes every cell is too wide once the point needs one more', () => {
    const view = { west: -20, south: 20, east: 60, north: 60 };
    const own = viewCells(view);
    const near = { west: 170, south: -45, east: 171, north: -44 };
    const { cells, tooWide } = viewedCells({ view, near });
    expect(names(cells)).toEqual(expect.arrayContaining(names(viewCells(near))));
    expect(tooWide).toBe(own.length + viewCells(near).length > 24);
  });
});
