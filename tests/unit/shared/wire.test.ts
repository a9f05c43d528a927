import { createParser, type EventSourceMessage } from 'eventsource-parser';
import * as fc from 'fast-check';
import type { InferOutput } from 'valibot';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { AS_FITTED } from '#shared/nowcast/chanceOf.ts';
import { type CellReport, TRENDS } from '#shared/nowcast/StormCell.ts';
import { type NumberedStrike, strikesAt, toStrikes } from '#shared/strike.ts';
import type { Span } from '#shared/time.ts';
import { reconnectDelayMs, refusalDelayMs, refusedForMs } from '#shared/wire/apiPaths.ts';
import { type CellsEvent, decodeCells, encodeCells } from '#shared/wire/cellsEvent.ts';
import { type DayCount, type DayGrid, decodeDayGrid, encodeDayGrid } from '#shared/wire/dayGrid.ts';
import {
  decodeFeedEvent,
  encodeFeedEvent,
  type FeedCause,
  type FeedEvent,
  type FeedEventName,
} from '#shared/wire/FeedEvent.ts';
import { feedStateAt, gapsKey } from '#shared/wire/feedStateAt.ts';
import { extentOf, type StrikesResponse } from '#shared/wire/StrikeBody.ts';
import { fromDeltas, strikesToColumns, toDeltas } from '#shared/wire/StrikeColumns.ts';
import { decodeStrikeSlice, encodeStrikeSlice } from '#shared/wire/strikeSlice.ts';
import { detailedStrikes, detailsOfColumns, numberedStrikes } from '#tests/support/strikes.ts';
import type { StrikesBody } from '#worker/archive/strikeRoutes.ts';
import { StrikePages } from '#worker/feed/StrikePages.ts';
import { bboxFilter, strikesFrame, tilesFilter } from '#worker/relay/replayBuffer.ts';

const MAGIC = [0x44, 0x47, 0x31];

/** Grids as they come back: in order, each tile named once in its hour. */
const grid = fc.constantFrom(10 as const, 12 as const).chain((zoom) => {
  const tile = fc.integer({ min: 0, max: 2 ** zoom - 1 });
  const count = fc.record({
    ...(zoom === 10 ? { hour: fc.integer({ min: 0, max: 23 }) } : {}),
    x: tile,
    y: tile,
    strikes: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })),
  }) as fc.Arbitrary<DayCount>;
  const counts = fc
    .uniqueArray(count, { selector: ({ hour = 0, x, y }) => `${hour} ${x} ${y}`, maxLength: 80 })
    .map((all) => all.sort((a, b) => (a.hour ?? 0) - (b.hour ?? 0) || a.x - b.x || a.y - b.y));
  return fc.record({ day: fc.integer({ min: 0, max: 100_000 }), zoom: fc.constant(zoom), counts });
});

describe('the grid of a day', () => {
  test('[HI3] comes back as it was packed, in whatever order it is given', () =>
    fc.assert(
      fc.property(grid, (packed: DayGrid) => {
        expect(decodeDayGrid(encodeDayGrid(packed))).toEqual({ ok: true, grid: packed });
        const turned = { ...packed, counts: packed.counts.toReversed() };
        expect(encodeDayGrid(turned)).toEqual(encodeDayGrid(packed));
      }),
    ));

  test('[HI3] adds up what is named twice, and leaves out what has no strikes', () => {
    const counts = [1, 0, 2].map((strikes) => ({ x: 5, y: 6, strikes })).concat({ x: 1, y: 1, strikes: 0 });
    const bytes = encodeDayGrid({ day: 1, zoom: 12, counts });
    expect(decodeDayGrid(bytes)).toMatchObject({ grid: { counts: [{ x: 5, y: 6, strikes: 3 }] } });
  });

  test('[HI3] that is cut short anywhere is refused', () =>
    fc.assert(
      fc.property(grid, fc.nat(), (packed, at) => {
        const bytes = encodeDayGrid(packed);
        expect(decodeDayGrid(bytes.subarray(0, at % bytes.length)).ok).toBe(false);
      }),
    ));

  test('[HI3] made of garbage is refused with a reason, or holds tiles that there are', () => {
    const garbage = fc.uint8Array({ maxLength: 200 });
    const zoomed = fc.tuple(fc.constantFrom(10, 12), garbage);
    const disguised = zoomed.map(([z, rest]) => Uint8Array.of(...MAGIC, z, 1, ...rest));
    fc.assert(
      fc.property(fc.oneof(garbage, disguised), (bytes) => {
        const decoded = decodeDayGrid(bytes);
        if (!decoded.ok) expect(decoded.reason).not.toBe('');
        for (const { x, y, strikes } of decoded.ok ? decoded.grid.counts : []) {
          expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
          expect(Math.max(x, y)).toBeLessThan(2 ** (decoded.ok ? decoded.grid.zoom : 0));
          expect(strikes).toBeGreaterThan(0);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ['of another kind', [0x4c, 0x53, 0x31, 12, 1, 0], 'not a day grid'],
    ['of a zoom that no grid has', [...MAGIC, 11, 1, 0], 'a zoom that no grid has'],
    ['with bytes behind it', [...MAGIC, 12, 1, 0, 0], 'bytes after the last count'],
    ['that claims a billion tiles', [...MAGIC, 12, 1, 0x80, 0x94, 0xeb, 0xdc, 0x03], 'count exceeds the bytes'],
    ['of a tile beyond the world', [...MAGIC, 12, 1, 1, 0x80, 0x80, 0x80, 0x08, 0], 'a tile that is not there'],
    ['that ends within a number', [...MAGIC, 12, 0x80], 'bytes end early'],
  ])('[HI3] %s is refused: the reason says so', (_, bytes, reason) =>
    expect(decodeDayGrid(Uint8Array.from(bytes))).toEqual({ ok: false, reason }),
  );
});

describe('feed codec', () => {
  const ms = fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) });
  const seq = fc.integer({ min: 0, max: 2 ** 45 });
  const feed = fc.record({
    state: fc.constantFrom('live' as const, 'delayed' as const, 'down' as const),
    lastSuccessMs: fc.option(ms),
    newestStrikeMs: fc.option(ms),
    typicalDelayMs: fc.option(ms),
  });
  const latitude = fc.double({ min: -90, max: 90, noNaN: true }).map((value) => value || 0);
  const longitude = fc.double({ min: -180, max: 180, noNaN: true }).map((value) => value || 0);
  const tuple = fc.tuple(fc.string({ minLength: 1, unit: 'binary' }), latitude, longitude, ms, seq);
  const integer = fc.integer({ min: -(2 ** 45), max: 2 ** 45 }).map((value) => value || 0);
  const numbers = fc.array(fc.tuple(integer, integer, integer, integer));
  const column = (rows: readonly (readonly number[])[], at: number) => rows.map((row) => row[at] ?? 0);
  const columns = numbers.map((rows) => ({
    o: column(rows, 0),
    y: column(rows, 1),
    x: column(rows, 2),
    t: column(rows, 3),
  }));

  const report: fc.Arbitrary<CellReport> = fc.record({
    id: fc.nat(),
    latitude,
    longitude,
    eastKmH: fc.integer({ min: -200, max: 200 }),
    northKmH: fc.integer({ min: -200, max: 200 }),
    sigmaKmH: fc.integer({ min: 0, max: 50 }),
    radiusKm: fc.integer({ min: 0, max: 80 }),
    flashes: fc.nat(),
    showArrow: fc.boolean(),
    trend: fc.constantFrom(...TRENDS),
    ageMinutes: fc.nat(),
    track: fc.array(fc.record({ latitude, longitude }), { maxLength: 3 }),
  });
  const cells = fc
    .record({ atMs: ms, cells: fc.array(report), partial: fc.constantFrom(true, undefined) })
    .map(({ partial, ...update }) => encodeCells({ ...update, odds: AS_FITTED, ...(partial ? { partial } : {}) }))
    // As JSON knows them: it has no negative zero.
    .map((sent) => JSON.parse(JSON.stringify(sent)) as CellsEvent);

  const event: fc.Arbitrary<FeedEvent> = fc.oneof(
    fc.record({
      event: fc.constant('hello' as const),
      retryMs: fc.integer({ min: 2_000, max: 10_000 }),
      data: fc.record({
        protocol: fc.constant(1),
        seq,
        serverTimeMs: ms,
        build: fc.string(),
        source: fc.constantFrom('live' as const, 'simulated' as const),
        feed,
      }),
    }),
    fc.record({
      event: fc.constant('strikes' as const),
      id: seq,
      data: fc.oneof(fc.record({ seq, strikes: fc.array(tuple) }), fc.record({ seq, columns })),
    }),
    fc.record({ event: fc.constant('hb' as const), id: seq, data: fc.record({ serverTimeMs: ms, seq, feed }) }),
    fc.record({ event: fc.constant('storm-cells' as const), data: cells }),
    fc.record({
      event: fc.constant('reset' as const),
      data: fc.record({ reason: fc.constantFrom('too-old' as const, 'unknown-seq' as const) }),
    }),
  );

  const { cells: NO_CELLS } = encodeCells({ atMs: 1, cells: [], odds: AS_FITTED });

  function parse(frame: string): { messages: EventSourceMessage[]; retryMs: number | undefined } {
    const messages: EventSourceMessage[] = [];
    let retryMs: number | undefined;
    const parser = createParser({
      onEvent: (message) => messages.push(message),
      onRetry: (retry) => {
        retryMs = retry;
      },
    });
    parser.feed(frame);
    return { messages, retryMs };
  }

  describe('an event of the stream', () => {
    test('is one frame from which any reader of server-sent events gets the same event', () =>
      fc.assert(
        fc.property(event, (sent) => {
          const { messages, retryMs } = parse(encodeFeedEvent(sent));
          expect(messages).toHaveLength(1);
          const [message] = messages;
          expect(message?.event).toBe(sent.event);
          expect(message?.id).toBe('id' in sent ? String(sent.id) : undefined);
          expect(retryMs).toBe(sent.event === 'hello' ? sent.retryMs : undefined);
          const decoded = decodeFeedEvent(sent.event, message?.data ?? '');
          expect(decoded).toEqual({ ok: true, value: { event: sent.event, data: sent.data } });
        }),
      ));

    test('[VE2] is read by a reader that does not know all of its fields', () => {
      const text = JSON.stringify({ reason: 'too-old', somethingNew: { deep: 1 } });
      const value = { event: 'reset', data: { reason: 'too-old' } };
      expect(decodeFeedEvent('reset', text)).toEqual({ ok: true, value });
    });

    test.each<[FeedEventName, unknown, string]>([
      ['hb', { serverTimeMs: 1, seq: 1 }, 'feed'],
      ['hb', { serverTimeMs: 1, seq: -1, feed: null }, 'seq'],
      ['hello', { protocol: 0 }, 'protocol'],
      ['strikes', { seq: 1, strikes: [['', 1, 2, 3, 4]] }, 'strikes'],
      ['strikes', { seq: 1, strikes: [['a', 91, 2, 3, 4]] }, 'strikes'],
      ['strikes', { seq: 1, columns: { o: [1], y: [1], x: [1], t: [] } }, 'strikes'],
      ['strikes', { seq: 1, columns: { o: [1.5], y: [1], x: [1], t: [1] } }, 'strikes'],
      ['reset', { reason: 'because' }, 'reason'],
      ['storm-cells', { atMs: 1, odds: [0, 1, 0, 1], cells: { ...NO_CELLS, id: [1] } }, 'columns differ'],
      ['storm-cells', { atMs: 1, odds: [0, 1, 0, 1], cells: { ...NO_CELLS, path: [1] } }, 'columns differ'],
      ['storm-cells', { atMs: 1, odds: [0, 1, 0], cells: NO_CELLS }, 'odds'],
    ])('%s %j is not believed', (name, data, named) => {
      const reason = expect.stringContaining(named);
      expect(decodeFeedEvent(name, JSON.stringify(data))).toMatchObject({ ok: false, reason });
    });
  });

  test('storm cells come back as they were, to a thousandth of a degree and to a hundredth on their path', () => {
    const reported = {
      id: 7,
      latitude: 42.6977,
      longitude: 23.3219,
      eastKmH: 31.4,
      northKmH: -12.2,
      sigmaKmH: 6.2,
      ...({ radiusKm: 8.6, flashes: 40, showArrow: true, trend: 'fading', ageMinutes: 25 } as const),
      track: [{ latitude: 42.731, longitude: 23.255 }],
    };
    const other = { ...reported, id: 8, latitude: 41.2, showArrow: false, trend: 'growing', track: [] } as const;
    const { cells: back } = decodeCells(encodeCells({ atMs: 1, cells: [reported, other], odds: AS_FITTED }));
    const rounded = { eastKmH: 31, northKmH: -12, sigmaKmH: 6, radiusKm: 9 };
    expect(back[0]).toEqual({ ...other, ...rounded, longitude: 23.322, track: [] });
    expect(back[1]).toMatchObject({ ...reported, ...rounded, latitude: 42.698, longitude: 23.322, track: [{}] });
    expect(back[1]?.track[0]?.latitude).toBeCloseTo(42.73);
    expect(back[1]?.track[0]?.longitude).toBeCloseTo(23.26, 1);
  });

  test('columns of strikes come back from their differences as they were, and keep positions to a metre', () => {
    fc.assert(
      fc.property(detailedStrikes, (strikes) => {
        expect(fromDeltas(toDeltas(toStrikes(strikes)))).toEqual(strikesToColumns(strikes));
      }),
    );
    const strike = { id: 'a', ordinal: 7, latitude: 42.697_712_4, longitude: -23.321_987_6, atMs: 5 };
    const packed = { ordinals: [7], latitudesE5: [4_269_771], longitudesE5: [-2_332_199], atMs: [5] };
    expect(strikesToColumns([strike])).toEqual(packed);
  });
});

describe('feed state at', () => {
  const NOW_MS = Date.UTC(2026, 6, 1);
  const facts = (sinceMs: number | null, cause: FeedCause | null = null) => ({
    lastSuccessMs: sinceMs === null ? null : NOW_MS - sinceMs,
    newestStrikeMs: 5,
    typicalDelayMs: 7,
    cause,
    onDemand: {},
  });

  describe('the state of the feed', () => {
    test.each([
      [0, null, 'live', undefined],
      [60_000, null, 'live', undefined],
      [60_001, null, 'delayed', 'provider'],
      [120_000, null, 'delayed', 'provider'],
      [120_001, null, 'down', 'provider'],
      [0, 'gaps', 'delayed', 'gaps'],
      [120_001, 'format', 'down', 'format'],
      [null, null, 'down', 'provider'],
      [-5_000, null, 'live', undefined],
    ] as const)(
      '%s ms after the last answer (known cause: %s) is %s, because of %s',
      (sinceMs, cause, state, because) =>
        expect(feedStateAt(facts(sinceMs, cause), NOW_MS)).toMatchObject(
          because ? { state, cause: because } : { state },
        ),
    );

    test('[ST2] follows from age alone: the same facts become delayed, then down, while nobody says anything new', () => {
      const reported = facts(1_000);
      const states = [0, 60_000, 120_000].map((laterMs) => feedStateAt(reported, NOW_MS + laterMs).state);
      expect(states).toEqual(['live', 'delayed', 'down']);
    });

    test('passes on what it was computed from, and has no cause while it is live', () => {
      const reported = { state: 'live', lastSuccessMs: NOW_MS - 1_000, newestStrikeMs: 5, typicalDelayMs: 7 };
      expect(feedStateAt(facts(1_000), NOW_MS)).toEqual(reported);
    });
  });

  const MINUTE = 60_000;
  const HOUR = 60 * MINUTE;
  const updateOf = (...spans: Span[]) => gapsKey(spans);

  test('[ST12] a span that begins, ends or moves by a minute is news; of a long one only whole hours are, seconds never', () => {
    expect(updateOf()).not.toBe(updateOf([HOUR, HOUR + MINUTE]));
    expect(updateOf([HOUR, HOUR + MINUTE])).not.toBe(updateOf([HOUR, HOUR + 2 * MINUTE]));
    expect(updateOf([0, MINUTE], [HOUR, HOUR + MINUTE])).not.toBe(updateOf([HOUR, HOUR + MINUTE]));
    expect(updateOf([0, 9 * HOUR + 40 * MINUTE])).toBe(updateOf([0, 9 * HOUR + 10 * MINUTE]));
    expect(updateOf([0, 9 * HOUR + 40 * MINUTE])).not.toBe(updateOf([0, 8 * HOUR + 40 * MINUTE]));
    expect(updateOf([5_000, MINUTE - 1])).toBe(updateOf([7_000, MINUTE]));
  });
});

describe('reconnect delay', () => {
  test('[CL1] delays are drawn evenly below a ceiling that grows from 1 to 30 s', () => {
    const most = [0, 1, 2, 3, 4, 5, 50].map((failures) => reconnectDelayMs(failures, () => 1));
    expect(most).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    expect(reconnectDelayMs(9, () => 0)).toBe(0);
  });

  test('[CL7] what Retry-After says is waited for at least, and at most a quarter more', () => {
    expect(refusalDelayMs(10_000, 0, () => 0)).toBe(10_000);
    expect(refusalDelayMs(10_000, 0, () => 1)).toBe(12_500);
  });

  test.each([
    [503, '10', 10_000],
    [429, '3', 3_000],
    [429, '99999999', 300_000],
    [503, '99999999999', 300_000],
    [503, null, undefined],
    [429, 'tomorrow', undefined],
    [503, 'Wed, 21 Oct 2026 07:28:00 GMT', undefined],
    [500, '10', undefined],
    [200, null, undefined],
  ])('[CL7] status %s with Retry-After %j keeps the client away for %j ms', (status, retryAfter, ms) =>
    expect(refusedForMs(status, retryAfter)).toBe(ms),
  );
});

describe('[ST15] the detail of a strike', () => {
  const BOX = bboxFilter({ west: 23, south: 42, east: 24, north: 43 });
  const CELLS = tilesFilter([{ z: 4, x: 9, y: 5 }]);
  const text = (frame: Uint8Array | undefined) => new TextDecoder().decode(frame);
  const dataOf = (frame: Uint8Array | undefined) => /^data: (.*)$/m.exec(text(frame))?.[1] ?? '';

  function decoded(data: string) {
    const response = decodeFeedEvent('strikes', data);
    if (!response.ok || response.value.event !== 'strikes') throw new Error(`not decoded: ${JSON.stringify(response)}`);
    return response.value.data;
  }

  /** As the Feed hands them to a relay that starts, and the relay keeps them. */
  function throughPages(strikes: readonly NumberedStrike[]): NumberedStrike[] {
    const after = (seq: number) => strikes.filter(({ ordinal }) => ordinal > seq);
    const pages = new StrikePages((seq, most) => toStrikes(after(seq).slice(0, most)));
    return pages.after(0, strikes.length).flatMap((page) => strikesAt(page.strikes));
  }

  test('[ST15] comes through pages and both streams as its source told it, whoever has one and who has none', () =>
    fc.assert(
      fc.property(detailedStrikes, (strikes) => {
        expect(throughPages(strikes)).toEqual(strikes);
        const columnar = toStrikes(strikes);
        const exact = decoded(dataOf(strikesFrame(BOX, columnar, 99)));
        if (!('strikes' in exact)) throw new Error('no list');
        const details = exact.strikes.map((_, index) => exact.details?.[index] ?? undefined);
        expect(details).toEqual(strikes.map(({ detail }) => detail));
        const columns = decoded(dataOf(strikesFrame(CELLS, columnar, 99)));
        if (!('columns' in columns)) throw new Error('no columns');
        expect(fromDeltas(columns.columns)).toEqual(strikesToColumns(strikes));
        const sent = detailsOfColumns(columns.columns, strikes.length);
        expect(sent).toEqual(strikes.map(({ detail }) => detail));
      }),
    ));

  test('[ST15] costs a strike without one no byte, packed or sent', () => {
    const strikes = numberedStrikes(1, 2);
    expect(Object.keys(toStrikes(strikes))).toEqual(['ordinals', 'latitudes', 'longitudes', 'atMs', 'ids']);
    const sent = (data: string) => `event: strikes\nid: 2\ndata: {"seq":2,${data}}\n\n`;
    expect(text(strikesFrame(BOX, toStrikes(strikes), 2))).toBe(
      sent('"strikes":[["strike-1",42.7,23.3,1782907201000,1],["strike-2",42.7,23.3,1782907202000,2]]'),
    );
    expect(text(strikesFrame(CELLS, toStrikes(strikes), 2))).toBe(
      sent('"columns":{"o":[1,1],"y":[4270000,0],"x":[2330000,0],"t":[1782907201000,1000]}'),
    );
  });

  test('[ST15] a column is sent only if the source tells it of some strike', () => {
    const [first, second] = numberedStrikes(1, 2) as [NumberedStrike, NumberedStrike];
    const frame = strikesFrame(CELLS, toStrikes([{ ...first, detail: { currentKa: -23.4 } }, second]), 2);
    const positions = { o: [1, 1], y: [4_270_000, 0], x: [2_330_000, 0], t: [1_782_907_201_000, 1_000] };
    expect(JSON.parse(dataOf(frame)).columns).toEqual({ ...positions, i: [-23.4, null] });
  });

  test.each([
    ['{"seq":1,"columns":{"o":[1],"y":[1],"x":[1],"t":[1],"i":[]}}'],
    ['{"seq":1,"columns":{"o":[1],"y":[1],"x":[1],"t":[1],"i":["x"]}}'],
    ['{"seq":1,"strikes":[["a",1,1,1,1]],"details":[]}'],
    ['{"seq":1,"strikes":[["a",1,1,1,1]],"details":[{"type":"ball"}]}'],
  ])('[ST15] a reader refuses details that are none: %s', (data) =>
    expect(decodeFeedEvent('strikes', data).ok).toBe(false),
  );
});

describe('strike pages', () => {
  type Documented = InferOutput<typeof StrikesBody>;

  const iso = (atMs: number) => new Date(atMs).toISOString();
  const result = (completeToMs: number | null, [fromMs, toMs]: readonly [number, number]): StrikesResponse => ({
    strikes: [],
    completeTo: completeToMs === null ? null : iso(completeToMs),
    gaps: [{ from: iso(fromMs), to: iso(toMs) }],
  });

  test('[AP7] of several pages that is read which all of them call read', () => {
    const first = extentOf(result(100, [10, 20]));
    expect(extentOf(result(90, [15, 30]), first)).toEqual({ completeToMs: 90, gaps: [[10, 30]], outsideHome: false });
    expect(extentOf(result(null, [15, 30]), first).completeToMs).toBeNull();
    expect(extentOf(result(90, [15, 30]), { ...first, completeToMs: null }).completeToMs).toBeNull();
    expect(extentOf({ ...result(90, [15, 30]), outsideHome: true }, first).outsideHome).toBe(true);
  });

  test('readers expect of the history what the document describes, to the last member; the type check proves it', () => {
    expectTypeOf<Documented>().toExtend<StrikesResponse>();
    expectTypeOf<keyof Documented>().toEqualTypeOf<keyof StrikesResponse>();
    expectTypeOf<keyof Documented['strikes'][number]>().toEqualTypeOf<keyof StrikesResponse['strikes'][number]>();
  });
});

describe('a strike slice', () => {
  /** Strikes as one tile and hour have them. */
  const rows = fc.array(
    fc.record({
      step: fc.integer({ min: 1, max: 1_000_000 }),
      t: fc.integer({ min: 0, max: 3_599_999 }),
      y: fc.integer({ min: 4_000_000, max: 5_300_000 }),
      x: fc.integer({ min: 2_250_000, max: 4_490_000 }),
    }),
    { maxLength: 300 },
  );

  const slice = fc
    .record({
      rows,
      firstOrdinal: fc.integer({ min: -150, max: 2 ** 40 }),
      seq: fc.integer({ min: 0, max: 2 ** 45 }),
      beyondRetention: fc.boolean(),
      reported: fc.record(
        {
          incomplete: fc.constant(true),
          outsideHome: fc.constant(true),
          feed: fc.constantFrom('live', 'delayed', 'down'),
        },
        { requiredKeys: [] },
      ),
    })
    .map(({ rows, firstOrdinal, seq, beyondRetention, reported }) => {
      let ordinal = firstOrdinal;
      return {
        seq,
        beyondRetention,
        ...(reported as { incomplete?: true; outsideHome?: true; feed?: 'live' | 'delayed' | 'down' }),
        columns: {
          ordinals: rows.map(({ step }) => (ordinal += step)),
          latitudesE5: rows.map(({ y }) => y),
          longitudesE5: rows.map(({ x }) => x),
          atMs: rows.map(({ t }) => Date.UTC(2026, 6, 1) + t),
        },
      };
    });

  test('of a tile and hour is laid out in planes and comes back as it was, also of the past', () =>
    fc.assert(
      fc.property(slice, (packed) => {
        const bytes = encodeStrikeSlice(packed);
        expect([...bytes.subarray(0, 3)]).toEqual([0x4c, 0x53, 0x32]);
        expect(decodeStrikeSlice(bytes)).toEqual({ ok: true, slice: packed });
      }),
    ));

  test.each([
    ['of another form', [0x4c, 0x53, 0x31, 4, 9, 0], 'not a strike slice'],
    [
      'that claims a billion strikes',
      [0x4c, 0x53, 0x32, 0, 1, 0x80, 0x94, 0xeb, 0xdc, 0x03],
      'count exceeds the bytes',
    ],
  ])('%s is refused before any strike is read', (_, bytes, reason) =>
    expect(decodeStrikeSlice(Uint8Array.from(bytes))).toEqual({ ok: false, reason }),
  );

  test('takes no strikes of another tile or hour', () => {
    const columns = { ordinals: [1, 2], latitudesE5: [0, 0], longitudesE5: [-17_000_000, 17_000_000], atMs: [0, 0] };
    expect(() => encodeStrikeSlice({ seq: 9, beyondRetention: false, columns })).toThrow(RangeError);
  });

  test('[VE2] has its new flags where earlier readers look for the one they know alone', () => {
    const columns = { ordinals: [], latitudesE5: [], longitudesE5: [], atMs: [] };
    const flags = (reported: object) => encodeStrikeSlice({ seq: 1, beyondRetention: false, columns, ...reported })[3];
    expect(flags({})).toBe(0);
    const each = [{ beyondRetention: true }, { incomplete: true }, { outsideHome: true }];
    expect(each.map(flags)).toEqual([2, 4, 8]);
    expect(['live', 'delayed', 'down'].map((feed) => flags({ feed }))).toEqual([16, 32, 48]);
    expect((flags({ incomplete: true, outsideHome: true, feed: 'down' }) ?? 0) & 2).toBe(0);
  });

  test('that is cut short anywhere is refused', () =>
    fc.assert(
      fc.property(slice, fc.nat(), (packed, at) => {
        const bytes = encodeStrikeSlice(packed);
        expect(decodeStrikeSlice(bytes.subarray(0, at % bytes.length)).ok).toBe(false);
      }),
    ));

  test('with anything behind it is refused', () => {
    const columns = { ordinals: [1], latitudesE5: [4_270_000], longitudesE5: [2_330_000], atMs: [1] };
    const bytes = encodeStrikeSlice({ seq: 1, beyondRetention: true, columns });
    expect(decodeStrikeSlice(Uint8Array.of(...bytes, 0))).toEqual({ ok: false, reason: 'bytes after the last strike' });
  });

  test('made of garbage is refused with a reason and never throws', () => {
    const garbage = fc.uint8Array({ maxLength: 300 });
    const disguised = garbage.map((bytes) => Uint8Array.of(0x4c, 0x53, 0x32, 0, ...bytes));
    fc.assert(
      fc.property(fc.oneof(garbage, disguised), (bytes) => {
        const decoded = decodeStrikeSlice(bytes);
        if (!decoded.ok) expect(decoded.reason).not.toBe('');
        else expect(decoded.slice.columns.atMs.length).toBe(decoded.slice.columns.ordinals.length);
      }),
      { numRuns: 2_000 },
    );
  });
});
