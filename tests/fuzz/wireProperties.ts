import * as fc from 'fast-check';
import { formatBBox, parseBBox } from '#shared/geo/BBox.ts';
import { formatTile, parseTile } from '#shared/geo/tile.ts';
import { isoMillis, parseIsoInstant } from '#shared/time/isoTime.ts';
import { decodeFeedEvent, encodeFeedEvent, FEED_EVENT_NAMES } from '#shared/wire/feedCodec.ts';
import { fromDeltas, strikesToColumns, toDeltas } from '#shared/wire/StrikeColumns.ts';
import { decodeStrikeSlice, encodeStrikeSlice } from '#shared/wire/strikeSlice.ts';
import { type FuzzProperty, must, named } from './FuzzProperty.ts';

const anyStrike = fc.record({
  id: fc.string({ minLength: 1, maxLength: 128, unit: 'binary' }),
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  atMs: fc.integer({ min: 0, max: 4_102_444_800_000 }),
  ordinal: fc.integer({ min: 1, max: 2 ** 40 }),
});

/** Strikes as one tile and hour have them. */
const strikeOfSlice = fc.record({
  id: fc.string({ minLength: 1, maxLength: 128, unit: 'binary' }),
  latitude: fc.double({ min: 40, max: 55, noNaN: true }),
  longitude: fc.double({ min: -22.5, max: 0, noNaN: true }),
  atMs: fc.integer({ min: 1_800_000_000_000, max: 1_800_003_599_999 }),
  ordinal: fc.integer({ min: 1, max: 2 ** 40 }),
});

const sliceCodec = fc.property(
  fc.array(strikeOfSlice, { maxLength: 60 }),
  fc.boolean(),
  fc.nat(),
  (strikes, beyondRetention, cut) => {
    const columns = strikesToColumns(strikes);
    const bytes = encodeStrikeSlice({ seq: 7, beyondRetention, columns });
    const decoded = decodeStrikeSlice(bytes);
    must(decoded.ok, 'a slice does not come back');
    if (decoded.ok)
      must(
        JSON.stringify(decoded.slice) === JSON.stringify({ seq: 7, beyondRetention, columns: plain(columns) }),
        'a slice comes back changed',
      );
    const broken = decodeStrikeSlice(bytes.subarray(0, cut % bytes.length));
    must(!broken.ok, 'a cut slice is believed');
    must(JSON.stringify(fromDeltas(toDeltas(columns))) === JSON.stringify(plain(columns)), 'deltas come back changed');
  },
);

/** JSON knows no negative zero, and neither does the wire. */
const plain = (columns: ReturnType<typeof strikesToColumns>) => ({
  ordinals: columns.ordinals,
  latitudesE5: columns.latitudesE5.map((value) => value + 0),
  longitudesE5: columns.longitudesE5.map((value) => value + 0),
  atMs: columns.atMs,
});

const eventCodec = fc.property(fc.array(anyStrike, { maxLength: 30 }), (strikes) => {
  const tuples = strikes.map(
    (s) => [s.id, s.latitude, s.longitude, s.atMs, s.ordinal] as [string, number, number, number, number],
  );
  const frame = encodeFeedEvent({ event: 'strikes', id: 9, data: { seq: 9, strikes: tuples } });
  const lines = frame.split('\n');
  must(lines.length === 5 && frame.endsWith('\n\n'), 'an event is not one frame');
  const decoded = decodeFeedEvent('strikes', (lines[2] ?? '').slice('data: '.length));
  must(decoded.ok, 'an event does not come back');
});

const garbage = fc.property(
  fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.json()),
  fc.uint8Array({ maxLength: 300 }),
  fc.constantFrom(...FEED_EVENT_NAMES),
  (text, bytes, event) => {
    decodeFeedEvent(event, text);
    decodeStrikeSlice(bytes);
    decodeStrikeSlice(new Uint8Array([0x4c, 0x53, 0x32, ...bytes]));
    const box = parseBBox(text);
    if (box.ok) must(parseBBox(formatBBox(box.bbox)).ok, 'a box does not come back');
    const tile = parseTile(text);
    if (tile) must(parseTile(formatTile(tile)) !== undefined, 'a tile does not come back');
    const atMs = parseIsoInstant(text);
    if (atMs !== undefined) must(Number.isFinite(atMs), 'an instant is no number');
  },
);

const queries = fc.property(
  fc.tuple(fc.double({ min: -181, max: 181, noNaN: true }), fc.double({ min: -91, max: 91, noNaN: true })),
  fc.tuple(fc.double({ min: -181, max: 181, noNaN: true }), fc.double({ min: -91, max: 91, noNaN: true })),
  fc.integer({ min: 0, max: 4_102_444_800_000 }),
  ([west, south], [east, north], atMs) => {
    const text = [west, south, east, north].map((degrees) => degrees.toFixed(5)).join(',');
    const parsed = parseBBox(text);
    const [w, s, e, n] = text.split(',').map(Number) as [number, number, number, number];
    const valid = w < e && s < n && w >= -180 && e <= 180 && s >= -90 && n <= 90 && w <= 180 && e >= -180;
    must(parsed.ok === valid, `${text} is ${valid ? 'refused' : 'taken'}`);
    must(parseIsoInstant(isoMillis(atMs)) === atMs, 'an instant does not come back');
  },
);

/** What goes over a wire, and what is made of it on the other side. */
export const WIRE_PROPERTIES: readonly FuzzProperty[] = [
  named('slices and deltas come back as they went, and cut ones are refused', sliceCodec),
  named('events are one frame each and come back', eventCodec),
  named('no parser throws, whatever it is given', garbage),
  named('[AP1] queries are taken or refused by their rules', queries),
];
