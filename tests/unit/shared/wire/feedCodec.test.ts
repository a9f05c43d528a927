import { createParser, type EventSourceMessage } from 'eventsource-parser';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CellReport } from '#shared/nowcast/cells/CellReport.ts';
import { TRENDS } from '#shared/nowcast/cells/StormCell.ts';
import { AS_FITTED } from '#shared/nowcast/place/chanceOf.ts';
import { type CellsEvent, decodeCells, encodeCells } from '#shared/wire/cellsEvent.ts';
import type { FeedEvent } from '#shared/wire/FeedEvent.ts';
import { decodeFeedEvent, encodeFeedEvent, type FeedEventName } from '#shared/wire/feedCodec.ts';
import { fromDeltas, strikesToColumns, toDeltas } from '#shared/wire/StrikeColumns.ts';

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
const columns = fc.array(fc.tuple(integer, integer, integer, integer)).map((rows) => ({
  o: rows.map((r) => r[0]),
  y: rows.map((r) => r[1]),
  x: rows.map((r) => r[2]),
  t: rows.map((r) => r[3]),
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
  .map(({ partial, ...news }) => encodeCells({ ...news, odds: AS_FITTED, ...(partial ? { partial } : {}) }))
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
  fc.record({ event: fc.constant('cells' as const), data: cells }),
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
    expect(decodeFeedEvent('reset', text)).toEqual({
      ok: true,
      value: { event: 'reset', data: { reason: 'too-old' } },
    });
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
    ['cells', { atMs: 1, odds: [0, 1, 0, 1], cells: { ...NO_CELLS, id: [1] } }, 'columns differ'],
    ['cells', { atMs: 1, odds: [0, 1, 0, 1], cells: { ...NO_CELLS, path: [1] } }, 'columns differ'],
    ['cells', { atMs: 1, odds: [0, 1, 0], cells: NO_CELLS }, 'odds'],
  ])('%s %j is not believed', (name, data, named) => {
    const decoded = decodeFeedEvent(name, JSON.stringify(data));
    expect(decoded.ok).toBe(false);
    expect(decoded.ok ? '' : decoded.reason).toContain(named);
  });
});

describe('storm cells', () => {
  test('come back as they were, to a thousandth of a degree and to a hundredth on their path', () => {
    const told = {
      id: 7,
      latitude: 42.6977,
      longitude: 23.3219,
      eastKmH: 31.4,
      northKmH: -12.2,
      sigmaKmH: 6.2,
      radiusKm: 8.6,
      flashes: 40,
      showArrow: true,
      trend: 'fading',
      ageMinutes: 25,
      track: [{ latitude: 42.731, longitude: 23.255 }],
    } as const;
    const other = { ...told, id: 8, latitude: 41.2, showArrow: false, trend: 'growing', track: [] } as const;
    const { cells: back } = decodeCells(encodeCells({ atMs: 1, cells: [told, other], odds: AS_FITTED }));
    const rounded = { eastKmH: 31, northKmH: -12, sigmaKmH: 6, radiusKm: 9 };
    expect(back[0]).toEqual({ ...other, ...rounded, longitude: 23.322, track: [] });
    expect(back[1]).toMatchObject({ ...told, ...rounded, latitude: 42.698, longitude: 23.322, track: [{}] });
    expect(back[1]?.track[0]?.latitude).toBeCloseTo(42.73);
    expect(back[1]?.track[0]?.longitude).toBeCloseTo(23.26, 1);
  });
});

describe('columns of strikes', () => {
  test('come back from their differences as they were', () => {
    const numbers = fc.array(fc.tuple(integer, integer, integer, integer));
    fc.assert(
      fc.property(numbers, (rows) => {
        const original = {
          ordinals: rows.map((r) => r[0]),
          latitudesE5: rows.map((r) => r[1]),
          longitudesE5: rows.map((r) => r[2]),
          atMs: rows.map((r) => r[3]),
        };
        expect(fromDeltas(toDeltas(original))).toEqual(original);
      }),
    );
  });

  test('keep positions to a metre', () => {
    const strike = { id: 'a', ordinal: 7, latitude: 42.697_712_4, longitude: -23.321_987_6, atMs: 5 };
    expect(strikesToColumns([strike])).toEqual({
      ordinals: [7],
      latitudesE5: [4_269_771],
      longitudesE5: [-2_332_199],
      atMs: [5],
    });
  });
});
