import * as fc from 'fast-check';
import { formatBBox, parseBBox } from '#shared/geo/BBox.ts';
import { formatTile, parseTile } from '#shared/geo/tile.ts';
import { isoMillis, parseIsoInstant } from '#shared/time/isoTime.ts';
import { decodeFeedEvent, FEED_EVENT_NAMES } from '#shared/wire/feedCodec.ts';
import { decodeStrikeSlice } from '#shared/wire/strikeSlice.ts';
import { type FuzzProperty, must, named } from './FuzzProperty.ts';

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
  named('no parser throws, whatever it is given', garbage),
  named('[AP1] queries are taken or refused by their rules', queries),
];
