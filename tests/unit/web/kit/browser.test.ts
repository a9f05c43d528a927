import { describe, expect, test, vi } from 'vitest';
import { MAX_ERROR_MESSAGE, MAX_ERROR_STACK } from '#shared/http.ts';
import { clientError } from '#web/kit/browser/clientError.ts';
import { isNight } from '#web/kit/browser/isNight.ts';
import { type RenewalFacts, shouldRenew } from '#web/kit/browser/useWallDisplay.ts';
import { fetchCounts } from '#web/kit/http/archiveResponses.ts';
import { buildOf, cachesToDrop, searchOrder } from '#web/kit/offline/cacheSite.ts';
import { sharedAddress } from '#web/kit/offline/sharedAddress.ts';
import { fetchWithRetry } from '#web/site/contact/contact.ts';
import { MOST_RETAINED, packSky, RETENTION_MS, unpackSky } from '#web/sky/CachedSky.ts';
import { countedBox } from '#web/sky/past/timeline.ts';
import { StrikeStore } from '#web/sky/StrikeStore.ts';

describe('client error', () => {
  const CHROME = `    at draw (https://site.bg/assets/StrikeMap-Ab_1-x.js:1:234)
    at https://site.bg/bg/map?ll=42.69,23.32#home:12:3
    at chrome-extension://abcdef/inject.js:4:5`;

  function thrown(message: string, stack = `Error: ${message}\n${CHROME}`, cause?: Error): Error {
    return Object.assign(new Error(message, { cause }), { stack });
  }
  const report = (error: unknown) => clientError('window', error, 'map', 'index-1.js');

  describe('of a fault of our program is told', () => {
    test('the page by its name, the build, the message, and the places in our files', () => {
      const message = "Cannot read properties of undefined (reading 'height')";
      const stack = ['at draw (/assets/StrikeMap-Ab_1-x.js:1:234)', 'at elsewhere', 'at elsewhere'].join('\n');
      const expected = { page: 'map', build: 'index-1.js', kind: 'window', message: `Error: ${message}`, stack };
      expect(report(thrown(message))).toEqual(expected);
    });

    test('the same of Firefox, whose stacks name no error', () => {
      const stack = 'draw@https://site.bg/assets/a.js:1:2\n@https://site.bg/en/map?ll=1,2:3:4\n';
      expect(report(thrown('x', stack))?.stack).toBe('draw@/assets/a.js:1:2\n@elsewhere');
    });

    test('what React recovered from, not that it did', () =>
      expect(report(thrown('wrapped', '', thrown('the fault')))?.message).toBe('Error: the fault'));

    test('no more than the server takes', () => {
      const long = report(thrown('x'.repeat(10_000), CHROME.repeat(40)));
      expect([long?.message.length, long?.stack.length]).toEqual([MAX_ERROR_MESSAGE, MAX_ERROR_STACK]);
    });
  });

  test.each([
    ['Unexpected token in "{"name":"Elena Petrova"}"', 'Unexpected token in "…"'],
    ['Failed to load https://site.bg/en/watch/0123?key=abc#top.', 'Failed to load elsewhere'],
    ['Failed to load https://site.bg/assets/a-1.js', 'Failed to load /assets/a-1.js'],
    ['GET /api/v1/tiles/9/284/190/2026112700/planes: 500', 'GET elsewhere 500'],
    ['No watchlist 0a1b2c3d4e5f60718293a4b5c6d7e8f9', 'No watchlist …'],
    ['Refused: blk_0123abcd_XyZ', 'Refused: …'],
    ['Written to elena@mail.bg', 'Written to …'],
    ['Invalid LngLat object: (23.3219, -42.6977)', 'Invalid LngLat object: (23.…, -42.…)'],
  ])('a message loses what may be of a person: %s', (message, without) =>
    expect(report(thrown(message))?.message).toBe(`Error: ${without}`),
  );

  test.each([
    ['nothing of ours', thrown('x', 'Error: x\n    at chrome-extension://abcdef/inject.js:4:5')],
    ['a lost connection', thrown('Failed to fetch', 'TypeError: Failed to fetch')],
    ['no error', 'gone'],
    ['nothing', undefined],
  ])('what has %s in it is not told', (_, error) => expect(report(error)).toBeUndefined());
});

describe('archive answers', () => {
  const SOFIA = { west: 23, south: 42, east: 24, north: 43 };
  const FROM = Date.UTC(2026, 10, 8, 15);
  const bounds = { fromMs: FROM, toMs: FROM + 1_200_000 };
  const iso = (ms: number) => new Date(ms).toISOString();
  const counts = [7, 0].map((strikes, index) => ({ from: iso(FROM + index * 600_000), strikes }));
  const gaps = [{ from: iso(FROM + 10), to: iso(FROM + 20) }];
  const RESPONSE = { by: '10min', counts, completeTo: iso(FROM + 1_100_000), gaps };

  test('the counts of a box are asked for by ten minutes; what is newer than the archive vouches for is not read', async () => {
    const requests: string[] = [];
    const fetchJson = async (path: string) => {
      requests.push(path);
      return Response.json(RESPONSE);
    };
    const result = await fetchCounts(SOFIA, '10min', bounds, { fetch: fetchJson });
    const period = 'from=2026-11-08T15:00:00.000Z&to=2026-11-08T15:20:00.000Z';
    expect(requests).toEqual([`/api/v1/counts?bbox=23,42,24,43&by=10min&${period}`]);
    const strikes = new Map([
      [FROM, 7],
      [FROM + 600_000, 0],
    ]);
    const missing = [
      [FROM + 10, FROM + 20],
      [FROM + 1_100_000, Number.POSITIVE_INFINITY],
    ];
    expect(result).toEqual({ ok: true, value: { strikes, gaps: missing } });
  });

  test('an archive that vouches for nothing leaves all of it gaps', async () => {
    const fetch = async () => Response.json({ ...RESPONSE, completeTo: null });
    const result = await fetchCounts(SOFIA, '10min', bounds, { fetch });
    expect(result.ok && result.value.gaps).toContainEqual([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]);
  });

  test.each([
    ['too wide a box', () => new Response(null, { status: 400 }), 'too-wide'],
    ['503', () => new Response(null, { status: 503 }), 'busy'],
    ['no JSON', () => new Response('<html>'), 'unreadable'],
    ['another shape', () => Response.json({ counts: [] }), 'unreadable'],
    ['a time that is none', () => Response.json({ ...RESPONSE, completeTo: 'noon' }), 'unreadable'],
    [
      'no answer',
      () => {
        throw new TypeError('Failed to fetch');
      },
      'offline',
    ],
  ] as const)('%s is told as such, never thrown', async (_, result, errorKind) =>
    expect(await fetchCounts(SOFIA, '10min', bounds, { fetch: async () => result() })).toEqual({
      ok: false,
      errorKind,
    }),
  );

  test('counted is the part of the view at home, on a grid that moves of a hair share', () => {
    const home = { west: 13.3, south: 34.7, east: 29.7, north: 47.5 };
    const view = { west: 23.1234, south: 42.5678, east: 31, north: 43.001 };
    expect(countedBox(view, home)).toEqual({ west: 23.12, south: 42.56, east: 29.7, north: 43.01 });
    expect(countedBox({ ...view, west: 30, east: 31 }, home)).toBeUndefined();
  });
});

describe('fetch with retry', () => {
  function means(results: readonly (number | Error)[]) {
    const left = [...results];
    const fetch = vi.fn(async () => {
      const result = left.shift();
      if (result === undefined || result instanceof Error) throw result ?? new Error('asked too often');
      return new Response(null, { status: result });
    });
    const wait = vi.fn(async () => undefined);
    return { fetch, wait };
  }

  const down = new TypeError('Failed to fetch');

  test('an answer below 500 is returned at once, good or bad', async () => {
    for (const status of [202, 400, 404, 429]) {
      const { fetch, wait } = means([status]);
      expect((await fetchWithRetry('/x', {}, { fetch, wait })).status).toBe(status);
      expect(fetch).toHaveBeenCalledTimes(1);
      expect(wait).not.toHaveBeenCalled();
    }
  });

  test('without an answer, or with 500 and above, the call is repeated after 2, 4 and 8 s', async () => {
    const { fetch, wait } = means([503, down, 500, 202]);
    expect((await fetchWithRetry('/x', {}, { fetch, wait })).status).toBe(202);
    expect(wait.mock.calls).toEqual([[2_000], [4_000], [8_000]]);
  });

  test('after three retries the failure is the caller’s to handle', async () => {
    const silent = means([down, down, down, down]);
    await expect(fetchWithRetry('/x', {}, silent)).rejects.toBe(down);
    expect(silent.fetch).toHaveBeenCalledTimes(4);
    const failing = means([500, 500, 500, 502]);
    expect((await fetchWithRetry('/x', {}, failing)).status).toBe(502);
  });
});

describe('kept sky', () => {
  const NOW = Date.UTC(2026, 6, 1, 12);
  const FACTS = { knownUntilMs: NOW, clockOffsetMs: -250, simulated: true };

  function storeOf(times: readonly number[]): StrikeStore {
    const store = new StrikeStore({ capacity: 65_536, maxAgeMs: 2 * RETENTION_MS, epochMs: NOW });
    const columns = {
      ordinals: times.map((_, index) => index + 1),
      latitudesE5: times.map((_, index) => 4_269_000 + index),
      longitudesE5: times.map((_, index) => 2_332_000 - index),
      atMs: [...times],
    };
    store.append(columns, NOW);
    return store;
  }

  test('what is unpacked is what was packed, also after a structured clone', () => {
    const packed = structuredClone(packSky(storeOf([NOW - 60_000, NOW - 5_000]), FACTS));
    const positions = { latitudesE5: [4_269_000, 4_269_001], longitudesE5: [2_332_000, 2_331_999] };
    const columns = { ordinals: [1, 2], ...positions, atMs: [NOW - 60_000, NOW - 5_000] };
    expect(unpackSky(packed, NOW + 60_000)).toEqual({ columns, ...FACTS });
  });

  test('of more than 20,000 strikes the newest are kept', () => {
    const times = Array.from({ length: 25_000 }, (_, index) => NOW - index * 100);
    const cachedSky = unpackSky(packSky(storeOf(times), FACTS), NOW);
    expect(cachedSky?.columns.atMs).toHaveLength(MOST_RETAINED);
    expect(Math.min(...(cachedSky?.columns.atMs ?? []))).toBe(NOW - (MOST_RETAINED - 1) * 100);
  });

  test('a strike from before the widest window is not kept', () => {
    const packed = packSky(storeOf([NOW - RETENTION_MS - 1, NOW - RETENTION_MS]), FACTS);
    expect([...packed.ordinals]).toEqual([2]);
  });

  test('a quiet sky is kept too', () => expect(unpackSky(packSky(storeOf([]), FACTS), NOW)?.columns.atMs).toEqual([]));

  test('after a day, of another version or damaged, it is nothing', () => {
    const packed = packSky(storeOf([NOW]), FACTS);
    expect(unpackSky(packed, NOW + RETENTION_MS - FACTS.clockOffsetMs)).toBeDefined();
    expect(unpackSky(packed, NOW + RETENTION_MS - FACTS.clockOffsetMs + 1)).toBeUndefined();
    const parts = [
      { version: 2 },
      { atMs: new Float64Array(7) },
      { ordinals: undefined },
      { knownUntilMs: Number.NaN },
    ];
    for (const stored of [undefined, null, 'sky', ...parts.map((part) => ({ ...packed, ...part }))])
      expect(unpackSky(stored, NOW)).toBeUndefined();
  });
});

describe('shared address', () => {
  const shared = (parts: { title?: string; text?: string; url?: string }) => {
    const named = Object.entries(parts).map(([name, value]): [string, string] => [`shared-${name}`, value]);
    return sharedAddress(`?${new URLSearchParams(named)}`);
  };

  const SOFIA = '?view=42.69,23.32,9z&point=42.69,23.32';

  describe('a shared text opens the map at the place that it names', () => {
    test.each([
      ['42.69, 23.32'],
      ['42.69,23.32'],
      ['geo:42.69,23.32'],
      ['geo:42.69,23.32?z=12'],
      ['geo:0,0?q=42.69,23.32(Camp)'],
      ['Meet me at 42.69, 23.32 at five'],
      ['https://www.google.com/maps/@42.69,23.32,15z'],
      ['https://www.google.com/maps?q=42.69,23.32'],
      ['https://maps.google.com/?q=loc:42.69%2C23.32'],
      ['https://www.google.com/maps/search/?api=1&query=42.69%2C23.32'],
      ['https://www.google.com/maps/place/Camp/@42.7,23.4,15z/data=!3m1!4b1!4m5!3m4!1s0x0!8m2!3d42.69!4d23.32'],
      ['https://www.google.com/maps/search/42.69,+23.32?entry=tts'],
      ['https://www.openstreetmap.org/?mlat=42.69&mlon=23.32#map=15/42.7/23.4'],
      ['https://www.openstreetmap.org/#map=15/42.69/23.32'],
      ['https://maps.apple.com/?ll=42.69,23.32&q=Camp'],
      ['https://maps.apple.com/place?coordinate=42.69,23.32'],
      ['https://example.org/en/map?view=42.1,23,9z&point=42.69,23.32'],
    ])('%s', (text) => {
      expect(shared({ text })).toBe(SOFIA);
      expect(shared({ url: text, title: 'Camp' })).toBe(SOFIA);
    });

    test('degrees, minutes and seconds, and in the south and west', () => {
      expect(shared({ text: '42°41′24″N 23°19′12″E' })).toBe(SOFIA);
      expect(shared({ text: 'geo:-1.5,-2.25' })).toBe('?view=-1.5,-2.25,9z&point=-1.5,-2.25');
    });
  });

  test('a shared text without a place is kept, for the map to say so, of a long one the beginning', () => {
    for (const text of ['Thunder in the hills', '12 May 2026, 14:30', 'call 088 812 3456', '99.123, 23.456', ''])
      expect(new URLSearchParams(shared({ text })).get('shared')).toBe(text);
    expect(new URLSearchParams(shared({ text: 'x'.repeat(9_000) })).get('shared')).toHaveLength(200);
  });
});

describe('site caches', () => {
  test('a page belongs to the build of its entry script, and is looked for in the newest build that is whole, then in older ones', () => {
    const html =
      '<script type="module" src="/assets/preview-1.js"></script><script src="/assets/index-Ab_1-xyz.js"></script>';
    expect(buildOf(html)).toBe('index-Ab_1-xyz');
    expect(buildOf('<p>Not found</p>')).toBeUndefined();
    const names = ['site-a', 'ground', 'site-b', 'site-c'];
    expect(searchOrder(names, new Set(['site-a', 'site-b']))).toEqual(['site-b', 'site-a', 'site-c']);
  });

  test('the files of an old build stay while a page of it is open, or where a browser cannot tell, while more than one page is', () => {
    const names = ['site-old', 'ground', 'site-new'];
    expect(cachesToDrop(names, 'site-new', new Set(['site-old', 'site-new']), 2)).toEqual([]);
    expect(cachesToDrop(names, 'site-new', new Set(['site-new']), 2)).toEqual(['site-old']);
    expect(cachesToDrop(['site-old', 'site-new'], 'site-new', undefined, 2)).toEqual([]);
    expect(cachesToDrop(['site-old', 'site-new'], 'site-new', undefined, 1)).toEqual(['site-old']);
  });
});

test('is night night is from 22 to 6 by the clock of the wall, unless it has other hours: over midnight, within a day, or never', () => {
  const atHour = (hour: number, hours?: readonly [number, number] | null) =>
    isNight(new Date(2026, 6, 1).getTime() + hour * 3_600_000, hours);
  expect([21.99, 22, 3, 5.99, 6, 13].map((hour) => atHour(hour))).toEqual([false, true, true, true, false, false]);
  expect(([[20, 5], [1, 6], null] as const).map((hours) => atHour(22.5, hours))).toEqual([true, false, false]);
  expect(([[20, 5], [1, 6], null] as const).map((hours) => atHour(5.5, hours))).toEqual([false, true, false]);
});

describe('renewal', () => {
  const NOW = 1_800_000_000_000;
  const MINUTE = 60_000;

  const facts = (parts: Partial<RenewalFacts> = {}): RenewalFacts => ({
    loadedBuild: 'a',
    build: 'b',
    changedAtMs: NOW - 6 * MINUTE,
    healthy: true,
    touchedAtMs: NOW - 2 * MINUTE,
    lot: 0.5,
    ...parts,
  });

  test('a display loads a new build once it is healthy, nobody is there and its lot has come', () =>
    expect(shouldRenew(facts(), NOW)).toBe(true));

  test.each([
    ['while the build is the one it was loaded with', { build: 'a', changedAtMs: null }],
    ['while no server has said its build', { build: null, changedAtMs: null }],
    ['while the feed is not in good state', { healthy: false }],
    ['while somebody touched it in the last minute', { touchedAtMs: NOW - 59_000 }],
    ['until its lot of the five minutes has come', { changedAtMs: NOW - 2 * MINUTE }],
  ] as const)('it stays as it is %s', (_, parts) => expect(shouldRenew(facts(parts), NOW)).toBe(false));

  test('displays spread their reloads over five minutes', () => {
    const renewedAfter = (lot: number) => {
      for (let waitedMs = 0; waitedMs <= 5 * MINUTE; waitedMs += 1_000)
        if (shouldRenew(facts({ lot, changedAtMs: NOW - waitedMs }), NOW)) return waitedMs;
      return Number.NaN;
    };
    expect([0, 0.5, 0.999].map(renewedAfter)).toEqual([0, 150_000, 300_000]);
  });
});
