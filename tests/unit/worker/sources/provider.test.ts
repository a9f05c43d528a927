import type { IncomingMessage, ServerResponse } from 'node:http';
import * as fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { systemClock } from '#shared/Clock.ts';
import { MINUTE_MS } from '#shared/time.ts';
import { GOOD_VARIABLES as GOOD } from '#tests/support/workerVariables.ts';
import { FAKE_DECLARATIONS } from '#worker/dev/fakes/startTable.ts';
import { type LoopbackServer, listenOnLoopback } from '#worker/dev/loopback.ts';
import {
  parseSources,
  reportedCrossCheck,
  reportedPrimary,
  strikesAttribution,
} from '#worker/sources/chosenSources.ts';
import { PROVIDER_TIMEOUT_MS, PROVIDER_TRAITS, ProviderClient, parseEventList } from '#worker/sources/provider.ts';
import { attributionAt, createdIds, lateDownAfterMs, maySupportAlerts, unreportedMs } from '#worker/sources/source.ts';

describe('chosen sources', () => {
  const NOW_MS = Date.UTC(2026, 10, 25);

  const chosen = (variables: Record<string, unknown>) => {
    const { sources, errors } = parseSources({ ...GOOD, ...variables });
    return { errors, names: sources.map(({ role, traits }) => `${role}=${traits.name}`) };
  };

  describe('SOURCES', () => {
    test.each([undefined, '', ' '])('%j means the provider, as ever', (SOURCES) => {
      expect(chosen({ SOURCES })).toEqual({ errors: [], names: ['primary=provider'] });
    });

    test.each([
      ['primary=blitz', /^SOURCES has a source that is none of provider/],
      ['main=provider', /^SOURCES has a role that is none of primary, backup, cross-check$/],
      ['primary', /^SOURCES has a source that is none of/],
      ['cross-check=provider', /^SOURCES names no primary source$/],
      ['primary=provider,primary=provider', /^SOURCES names the role primary twice$/],
      ['primary=provider,backup=provider', /^SOURCES names a source twice$/],
    ])('%j is refused with what is wrong', (SOURCES, pattern) => {
      expect(chosen({ SOURCES }).errors).toContainEqual(expect.stringMatching(pattern));
    });

    test('a source shown under a contract needs whose data they are', () => {
      const SOURCES = 'primary=provider';
      expect(chosen({ SOURCES }).errors).toEqual([expect.stringMatching(/^PUBLIC_DATA_SOURCE must say whose/)]);
      expect(chosen({ SOURCES, PUBLIC_DATA_SOURCE: 'A network' }).errors).toEqual([]);
    });

    const LATE = { kind: 'cg-stroke', delayMs: { typical: 0, worst: 60_001 } };
    test.each([
      ['primary=table', { coverage: '3,53,33,71.5' }, 'HOME_BBOX lies outside of what table covers'],
      ['primary=table', { publicUse: 'no' }, 'SOURCES names table, whose data may not be shown to the public'],
      [
        'primary=provider,backup=table',
        { kind: 'total-flash' },
        'SOURCES: table sees other lightning than provider, so it is no backup',
      ],
      [
        'primary=provider,backup=table',
        LATE,
        'SOURCES: table is too late or too coarse to guard, so nothing can back it up',
      ],
    ])('%s of a table with %j is refused: %s', (SOURCES, declared, text) => {
      const TABLE_DECLARATION = JSON.stringify({ ...FAKE_DECLARATIONS.csv, ...declared });
      const TABLE_URL = 'http://127.0.0.1:9/{west}/{south}/{east}/{north}/{from}/{to}';
      const variables = { SOURCES, TABLE_DECLARATION, TABLE_URL, PUBLIC_DATA_SOURCE: 'A network' };
      expect(chosen(variables).errors).toEqual([text]);
    });

    test('simulated strikes come from this machine alone', () => {
      const input = { SOURCES: 'primary=provider', FEED_SOURCE: 'simulated' };
      expect(chosen(input).errors).toEqual(['FEED_SOURCE must be live: PROVIDER_BASE_URL is not on this machine']);
      expect(chosen({ ...input, PROVIDER_BASE_URL: 'http://127.0.0.1:8080' }).errors).toEqual([]);
    });
  });

  test('[ST14] hello tells of a primary source only what is not as ever', () => {
    const [usual] = parseSources(GOOD).sources;
    expect(reportedPrimary([usual], NOW_MS)).toEqual({});
    const traits = { ...usual.traits, name: 'files', kind: 'optical-flash' as const, attribution: 'Somebody {year}' };
    expect(reportedPrimary([{ ...usual, supportsAlerts: false, traits }], NOW_MS)).toEqual({
      primary: {
        name: 'files',
        kind: 'optical-flash',
        supportsAlerts: false,
        worstDelayMs: 60_000,
        errorKm: 0.5,
        attribution: 'Somebody 2026',
      },
    });
  });

  test('strikes may be of the primary source or of its backup: the words of both are told, each once, the satellite’s apart', () => {
    const [usual] = parseSources(GOOD).sources;
    const of = (role: 'primary' | 'backup' | 'cross-check', attribution: string) => {
      return { ...usual, role, traits: { ...usual.traits, attribution } };
    };
    const report = (...sources: ReturnType<typeof of>[]) => strikesAttribution(sources, NOW_MS);
    const all = report(of('primary', 'Network {year}'), of('backup', 'Other'), of('cross-check', 'Satellite'));
    expect(all).toBe('Network 2026; Other');
    expect(report(of('primary', 'One'), of('backup', 'One'))).toBe('One');
    expect(report(of('primary', ''), of('backup', 'Other'))).toBe('Other');
    expect(strikesAttribution([usual], NOW_MS)).toBe('');
  });

  describe('SOURCES names a cross-check satellite that', () => {
    const li = { MTG_LI_KEY: 'key', MTG_LI_SECRET: 'secret' };
    const crossChecked = (SOURCES: string) =>
      parseSources({ ...GOOD, ...li, PUBLIC_DATA_SOURCE: 'A network', SOURCES });

    test('is a satellite beside a source of another kind, and is told with its licence', () => {
      const { sources, errors } = crossChecked('primary=provider,cross-check=mtg-li');
      expect(errors).toEqual([]);
      expect(reportedCrossCheck(sources, Date.UTC(2026, 6, 1))).toEqual({
        crossCheck: { name: 'mtg-li', attribution: 'Contains modified EUMETSAT Meteosat data 2026' },
      });
      expect(reportedCrossCheck(crossChecked('primary=provider').sources, Date.UTC(2026, 6, 1))).toEqual({});
    });

    test('is refused if it sees by radio', () => {
      expect(crossChecked('primary=mtg-li,cross-check=provider').errors).toEqual([
        'SOURCES: provider is no satellite with files, and only one can be the cross-check satellite',
      ]);
    });
  });
});

const delayed = (worst: number, step: number, way: 'windows' | 'files' = 'windows') => ({
  ...PROVIDER_TRAITS,
  way,
  delayMs: { typical: 0, worst, step },
});

describe('what follows from the traits of a source', () => {
  test.each([
    ['told in time, it is down as ever', delayed(MINUTE_MS, 1_000), null],
    ['late, it is down two minutes after its last answer', delayed(10 * MINUTE_MS, 5 * MINUTE_MS), 2 * MINUTE_MS],
    ['in files, it is down once two are missing', delayed(15 * MINUTE_MS, 10 * MINUTE_MS, 'files'), 35 * MINUTE_MS],
  ])('%s', (_, traits, ms) => {
    expect(lateDownAfterMs(traits)).toBe(ms);
  });

  test.each([
    ['nothing, told within a minute', delayed(MINUTE_MS, 1_000), 0],
    ['its worst delay, which each poll reads again', delayed(10 * MINUTE_MS, 1_000), 10 * MINUTE_MS],
    ['later, that and the time until its sweep was read', delayed(30 * MINUTE_MS, 1_000), 40 * MINUTE_MS],
    ['nothing, in files: each has all of its slot', delayed(15 * MINUTE_MS, 10 * MINUTE_MS, 'files'), 0],
  ])('before the mark of a source there may be gaps: %s', (_, traits, ms) => {
    expect(unreportedMs(traits)).toBe(ms);
  });

  test.each([
    ['the provider', PROVIDER_TRAITS, true],
    ['optical ones', { ...PROVIDER_TRAITS, kind: 'optical-flash' as const }, false],
    ['late ones', delayed(MINUTE_MS + 1, 1_000), false],
    ['rough ones', { ...PROVIDER_TRAITS, errorKm: { typical: 1, worst: 5.1 } }, false],
    ['cloud flashes too, in time and exact', { ...PROVIDER_TRAITS, kind: 'total-flash' as const }, true],
  ])('[FD20] %s supports alerts: %j', (_, traits, supportsAlerts) => {
    expect(maySupportAlerts(traits)).toBe(supportsAlerts);
  });
});

test('a source is named with the year in which its strikes are shown, and by its words where they have none', () => {
  const attribution = 'Contains modified data {year}';
  expect(attributionAt({ attribution }, Date.UTC(2026, 11, 31, 23, 59))).toBe('Contains modified data 2026');
  expect(attributionAt({ attribution }, Date.UTC(2027, 0, 1))).toBe('Contains modified data 2027');
  expect(attributionAt({ attribution: 'A network' }, 0)).toBe('A network');
});

describe('ids of a source that tells none', () => {
  const STRIKE = { atMs: Date.UTC(2026, 6, 1, 12, 0, 0, 123), latitude: 42.7, longitude: 23.3 };

  const rows = fc.array(
    fc.record({
      atMs: fc.integer({ min: STRIKE.atMs, max: STRIKE.atMs + 3 }),
      latitude: fc.constantFrom(42.7, -42.7, 0),
      longitude: fc.constantFrom(23.3, 23.300001, -180),
      detail: fc.constantFrom({}, { currentKa: 12 }, { currentKa: -12 }),
    }),
    { maxLength: 40 },
  );

  test('are made of time, place and current, so that they are the same for ever', () => {
    const idOf = createdIds();
    const alike = { ...STRIKE, detail: { currentKa: -31.5 } };
    expect([STRIKE, alike, alike].map(idOf)).toEqual(
      ['', '-ob0', '-ob0.2'].map((current) => `mr20ww3f.pf7j4.dvee8.${current}`),
    );
  });

  test('differ within an answer, and are the same in any order and in any window that holds the strikes', () =>
    fc.assert(
      fc.property(rows, fc.integer({ min: STRIKE.atMs, max: STRIKE.atMs + 3 }), (strikes, truncatedMs) => {
        const whole = strikes.map(createdIds());
        const reversed = strikes.toReversed().map(createdIds());
        const early = strikes.filter(({ atMs }) => atMs < truncatedMs).map(createdIds());
        const late = strikes.filter(({ atMs }) => atMs >= truncatedMs).map(createdIds());
        expect(new Set(whole).size).toBe(strikes.length);
        expect(reversed.sort()).toEqual(whole.toSorted());
        expect([...early, ...late].sort()).toEqual(whole.toSorted());
      }),
    ));

  test('are short enough to be stored and hold nothing that storing changes, wherever the strike is', () => {
    const far = { atMs: 8.64e15, latitude: -89.999_999, longitude: -179.999_999, detail: { currentKa: -1_234.567 } };
    expect(createdIds()(far)).toMatch(/^[0-9a-z.-]{11,40}$/);
  });
});

describe('provider client', () => {
  const WINDOW = {
    bbox: { west: 13.000_001_2, south: 34, east: 31.000_001_2, north: 48 },
    fromMs: Date.UTC(2026, 6, 1, 12),
    toMs: Date.UTC(2026, 6, 1, 12, 1),
  };
  const EVENT = { id: 'a1', latitude: 42.7, longitude: 23.3, timestamp: '2026-07-01T12:00:00Z' };

  let server: LoopbackServer | undefined;
  afterEach(() => server?.close());

  /** A provider that answers with `handle`, and a client of it. */
  async function serve(handle: (request: IncomingMessage, response: ServerResponse) => void, token?: string) {
    server = await listenOnLoopback(0, handle);
    return new ProviderClient({ baseUrl: server.url, token, fetch, clock: systemClock });
  }

  const answering = (status: number, headers: Record<string, string> = {}, body = '') =>
    serve((_, response) => response.writeHead(status, headers).end(body));

  describe('a call to the provider', () => {
    test('asks for the box, widened to 1e-5 degrees, and the time, a millisecond more at either end', async () => {
      const requested: IncomingMessage[] = [];
      const client = await serve((request, response) => {
        requested.push(request);
        response.setHeader('date', 'Wed, 01 Jul 2026 12:01:00 GMT').end(JSON.stringify({ events: [EVENT] }));
      }, 'secret');
      expect(await client.list(WINDOW)).toEqual({
        kind: 'strikes',
        rows: 1,
        truncated: false,
        skipped: [],
        providerTimeMs: WINDOW.toMs,
        strikes: [{ id: 'a1', latitude: 42.7, longitude: 23.3, atMs: WINDOW.fromMs }],
      });
      const [request] = requested;
      const url = new URL(request?.url ?? '', 'http://provider');
      expect(url.pathname).toBe('/radar/api/v1/event/list');
      expect(Object.fromEntries(url.searchParams)).toEqual({
        bbox: '13,34,31.00001,48',
        from: '2026-07-01T11:59:59.999Z',
        to: '2026-07-01T12:01:00.001Z',
        limit: '300',
        event_type: 'strike_cloud_to_ground',
      });
      expect(request?.headers).toMatchObject({ accept: 'application/json', authorization: 'Bearer secret' });
    });

    test.each([
      [502, {}, { kind: 'failed' }],
      [400, {}, { kind: 'rejected', denied: false }],
      [401, {}, { kind: 'rejected', denied: true }],
      [403, {}, { kind: 'rejected', denied: true }],
      [404, {}, { kind: 'rejected', denied: false }],
      [302, { location: '/elsewhere' }, { kind: 'rejected', denied: false }],
      [429, { 'retry-after': '7' }, { kind: 'paused', retryAfterMs: 7_000 }],
      [503, { 'retry-after': '120' }, { kind: 'paused', retryAfterMs: 120_000 }],
    ])(
      '[FD7] that is answered %s with %j is judged by it, and no redirect followed: %j',
      async (status, headers, evaluated) => {
        const client = await answering(status, headers);
        expect(await client.list(WINDOW)).toEqual({ ...evaluated, reason: `status ${status}` });
      },
    );

    const NO_LISTS = ['{"error":"nothing here"}', '<html>nothing here</html>', ''];
    test.each(NO_LISTS)('whose answer is no event list, %j, has failed, and is not repeated', async (body) => {
      const client = await answering(200, {}, body);
      expect(await client.list(WINDOW)).toEqual({ kind: 'failed', reason: 'not an event list' });
    });

    test('whose answer breaks off in the middle has failed', async () => {
      const client = await serve((_, response) => {
        response.writeHead(200, { 'content-length': '1000' });
        response.write('{"events":[', () => response.destroy());
      });
      expect(await client.list(WINDOW)).toMatchObject({ kind: 'failed' });
    });

    test('says that its answer may be truncated where there are as many rows as it may have', async () => {
      const events = Array.from({ length: 300 }, (_, index) => ({ ...EVENT, id: `a${index}` }));
      const full = await answering(200, {}, JSON.stringify({ events }));
      expect(await full.list(WINDOW)).toMatchObject({ rows: 300, truncated: true });
    });

    test('whose answer is longer than 4 MB has failed', async () => {
      const client = await answering(200, {}, `{"events":[],"padding":"${'x'.repeat(5 * 2 ** 20)}"}`);
      const reason = expect.stringContaining('exceeds');
      expect(await client.list(WINDOW)).toMatchObject({ kind: 'oversized', reason });
    });

    test('to a provider that is not there has failed', async () => {
      const client = await answering(200);
      await server?.close();
      expect(await client.list(WINDOW)).toMatchObject({ kind: 'failed' });
    });

    test('[FD7] is given up after ten seconds, headers and body together', async () => {
      const started = AbortSignal.timeout(1);
      let input: AbortSignal | null | undefined;
      const client = new ProviderClient({
        baseUrl: 'http://provider',
        token: undefined,
        clock: systemClock,
        fetch: async (_input, init) => {
          input = init?.signal;
          await new Promise((late) => started.addEventListener('abort', late));
          throw started.reason;
        },
      });
      const reason = expect.stringContaining('TimeoutError');
      expect(await client.list(WINDOW)).toMatchObject({ kind: 'failed', reason });
      expect(input).toBeInstanceOf(AbortSignal);
      expect(PROVIDER_TIMEOUT_MS).toBe(10_000);
    });
  });
});

describe('the provider’s event list', () => {
  const GOOD = {
    id: 'a1',
    latitude: 42.7,
    longitude: 23.3,
    timestamp: '2026-07-01T12:00:00.123Z',
    event_type: 'strike_cloud_to_ground',
  };
  const STRIKE = { id: 'a1', latitude: 42.7, longitude: 23.3, atMs: Date.UTC(2026, 6, 1, 12, 0, 0, 123) };
  const without = (name: keyof typeof GOOD) => Object.fromEntries(Object.entries(GOOD).filter(([key]) => key !== name));

  test('becomes strikes', () => {
    expect(parseEventList({ events: [GOOD] })).toEqual({ rows: 1, strikes: [STRIKE], skipped: [] });
  });

  test.each([
    ['+03:00', '2026-07-01T15:00:00.123+03:00'],
    ['microseconds', '2026-07-01T12:00:00.123999Z'],
    ['no zone, which is UTC', '2026-07-01T12:00:00.123'],
    ['an offset without a colon', '2026-07-01T15:00:00.123+0300'],
  ])('reads times with %s', (_, timestamp) => {
    expect(parseEventList({ events: [{ ...GOOD, timestamp }] })?.strikes).toEqual([STRIKE]);
  });

  test('takes numbers for ids, and events that do not say their type', () => {
    const events = [{ ...without('event_type'), id: 77 }];
    expect(parseEventList({ events })?.strikes).toEqual([{ ...STRIKE, id: '77' }]);
  });

  test.each([
    ['an empty id', { ...GOOD, id: '' }, 'bad id'],
    ['an id that is an object', { ...GOOD, id: {} }, 'bad id'],
    ['an id longer than 128', { ...GOOD, id: 'x'.repeat(129) }, 'bad id'],
    ['an id with a control character', { ...GOOD, id: 'a\u0000b' }, 'bad id'],
    ['an id that is half a character', { ...GOOD, id: 'a\ud800' }, 'bad id'],
    ['no id', without('id'), 'no id'],
    ['no latitude', without('latitude'), 'no latitude'],
    ['a latitude that is text', { ...GOOD, latitude: '42.7' }, 'bad latitude'],
    ['a latitude beyond the pole', { ...GOOD, latitude: 90.1 }, 'bad latitude'],
    ['a longitude that is null', { ...GOOD, longitude: null }, 'bad longitude'],
    ['a longitude beyond 180', { ...GOOD, longitude: -180.1 }, 'bad longitude'],
    ['a timestamp that is a number', { ...GOOD, timestamp: 1 }, 'bad timestamp'],
    ['a timestamp that is no time', { ...GOOD, timestamp: 'yesterday' }, 'bad timestamp'],
    ['an impossible hour', { ...GOOD, timestamp: '2026-07-01T99:00:00Z' }, 'bad timestamp'],
    ['another type', { ...GOOD, event_type: 'strike_cloud_to_cloud' }, 'other event_type'],
    ['an event that is null', null, 'not an event'],
    ['an event that is text', 'x'.repeat(10_000), 'not an event'],
  ])('[FD11] skips %s with its reason and keeps the rest', (_, bad, reason) => {
    const parsed = parseEventList({ events: [GOOD, bad, { ...GOOD, id: 'a2' }] });
    expect(parsed).toEqual({ rows: 3, strikes: [STRIKE, { ...STRIKE, id: 'a2' }], skipped: [reason] });
  });

  test('[FD1] counts bad rows too: an answer is truncated by its length, not by what could be read of it', () => {
    const events = Array.from({ length: 300 }, (_, index) => (index < 299 ? { ...GOOD, id: index } : null));
    expect(parseEventList({ events })).toMatchObject({ rows: 300, skipped: ['not an event'] });
  });

  const OTHERS = [null, undefined, 'text', 7, [], {}, { events: null }, { events: {} }, { error: 'bad_request' }];
  test.each(OTHERS)('is not %j', (body) => expect(parseEventList(body)).toBeUndefined());

  test('[FD11] is never an exception, and accounts for every row, whatever the rows', () =>
    fc.assert(
      fc.property(fc.array(fc.anything()), (events) => {
        const parsed = parseEventList({ events });
        expect((parsed?.strikes.length ?? 0) + (parsed?.skipped.length ?? 0)).toBe(events.length);
      }),
    ));
});
