import * as fc from 'fast-check';
import { type BBox, bboxContains, formatBBox, parseBBox } from '#shared/geo/BBox.ts';
import { formatTile, parseTile, tileAt, tileBounds, tilesCovering } from '#shared/geo/tile.ts';
import type { NumberedStrike, Strike } from '#shared/strike.ts';
import { isoMillis, parseIsoInstant } from '#shared/time/isoTime.ts';
import { decodeFeedEvent, encodeFeedEvent, FEED_EVENT_NAMES } from '#shared/wire/feedCodec.ts';
import { fromDeltas, strikesToColumns, toDeltas } from '#shared/wire/StrikeColumns.ts';
import { decodeStrikeSlice, encodeStrikeSlice } from '#shared/wire/strikeSlice.ts';
import { numberedStrikes } from '#tests/support/numberedStrikes.ts';
import { StrikeStore } from '#web/feed/StrikeStore.ts';
import { OVERLAP_MS, planPoll } from '#worker/feed/planPoll.ts';
import { planWindows } from '#worker/feed/planWindows.ts';
import { splitWindow } from '#worker/feed/splitWindow.ts';
import type { StrikeWindow } from '#worker/provider/StrikeProvider.ts';
import { decideResume } from '#worker/relay/decideResume.ts';
import { StrikeRing } from '#worker/relay/StrikeRing.ts';

/** What must hold whatever is thrown at it. Run by `npm run fuzz` at length and by the suite in short. */
export interface FuzzProperty {
  readonly name: string;
  readonly property: fc.IRawProperty<unknown>;
}

const HOME: BBox = { west: 13, south: 34, east: 31, north: 48 };
const START_MS = Date.UTC(2026, 6, 14, 12);
const share = fc.double({ min: 0, max: 1, noNaN: true });

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

const strikeIn = (bbox: BBox, spanMs: number) =>
  fc
    .record({ across: share, up: share, at: share, clump: fc.nat(3) })
    .map(({ across, up, at, clump }): Omit<Strike, 'id'> => {
      const squeeze = clump === 0 ? 1 : 0.02;
      return {
        longitude: bbox.west + across * squeeze * (bbox.east - bbox.west),
        latitude: bbox.south + up * squeeze * (bbox.north - bbox.south),
        atMs: START_MS + Math.floor(at * squeeze * (spanMs - 1)),
      };
    });

/** Reads the window as the Feed does: an answer of `limit` rows is truncated, and read again in parts. */
function readWhole(sky: readonly Strike[], window: StrikeWindow, limit: number, seen: Set<string>): number {
  const { bbox, fromMs, toMs } = window;
  const rows = sky
    .filter(({ atMs, longitude, latitude }) => atMs >= fromMs && atMs < toMs && bboxContains(bbox, longitude, latitude))
    .slice(0, limit);
  for (const { id } of rows) seen.add(id);
  if (rows.length < limit) return 1;
  return splitWindow(window).reduce((calls, part) => calls + readWhole(sky, part, limit, seen), 1);
}

const splitter = fc.property(
  fc.array(strikeIn(HOME, 120_000), { maxLength: 300 }),
  fc.integer({ min: 5, max: 40 }),
  (drawn, limit) => {
    const sky = drawn.map((strike, index) => ({ ...strike, id: `s${index}` }));
    const seen = new Set<string>();
    const calls = readWhole(sky, { bbox: HOME, fromMs: START_MS, toMs: START_MS + 120_000 }, limit, seen);
    const crowds = new Map<string, number>();
    for (const { atMs, longitude, latitude } of sky) {
      const place = `${Math.floor(atMs / 250)}:${longitude.toFixed(3)}:${latitude.toFixed(3)}`;
      crowds.set(place, (crowds.get(place) ?? 0) + 1);
    }
    // More strikes in one spot and moment than a full answer holds cannot be told apart by any window.
    const tellable = Math.max(0, ...crowds.values()) < limit;
    must(!tellable || seen.size === sky.length, `${sky.length - seen.size} of ${sky.length} strikes not read`);
    must(calls < 40_000, `${calls} calls`);
  },
);

const planner = fc.property(
  fc.array(fc.integer({ min: 1, max: 2_000_000 }), { minLength: 2, maxLength: 30 }),
  fc.array(fc.integer({ min: 0, max: 3_000_000 }), { maxLength: 600 }),
  (steps, offsets) => {
    const known = offsets.map((offset) => START_MS + offset).sort((a, b) => a - b);
    let nowMs = START_MS;
    let coveredToMs: number | undefined;
    let readToMs: number | undefined;
    for (const step of steps) {
      nowMs += step;
      const { span, gap, coveredToMs: next } = planPoll(coveredToMs, nowMs);
      const windows = planWindows(span, known, coveredToMs ?? span.fromMs);
      let edgeMs = span.toMs;
      for (const { fromMs, toMs } of windows) {
        must(toMs === edgeMs && fromMs < toMs, 'a hole or an overlap between windows');
        edgeMs = fromMs;
      }
      must(edgeMs === span.fromMs, 'the windows do not reach the beginning');
      const reachesBackTo = (gap ?? span).fromMs;
      must(readToMs === undefined || reachesBackTo <= readToMs - OVERLAP_MS + 1, 'time between two polls is not read');
      coveredToMs = next;
      readToMs = next;
    }
  },
);

const dedupe = fc.property(
  fc.array(
    fc.record({ ordinal: fc.integer({ min: 1, max: 200_000 }), ageMs: fc.integer({ min: 0, max: 90_000_000 }) }),
    {
      maxLength: 400,
    },
  ),
  fc.integer({ min: 8, max: 64 }),
  (drawn, piece) => {
    const store = new StrikeStore({ capacity: 500, maxAgeMs: 86_400_000, epochMs: START_MS - 86_400_000 });
    const ages = new Map<number, number>();
    for (const { ordinal, ageMs } of drawn) if (!ages.has(ordinal)) ages.set(ordinal, ageMs);
    const told = drawn.map(({ ordinal }) => ({ ...base(ordinal), atMs: START_MS - (ages.get(ordinal) ?? 0) }));
    for (let from = 0; from < told.length; from += piece) {
      store.append(strikesToColumns(told.slice(from, from + piece)), START_MS);
    }
    const held = Array.from({ length: store.length }, (_, row) => store.strikeAt(row).ordinal);
    const young = [...ages].filter(([, ageMs]) => ageMs <= 86_400_000).map(([ordinal]) => ordinal);
    must(new Set(held).size === held.length, 'a strike is held twice');
    must(held.length === young.length, `${held.length} held of ${young.length}`);
  },
);

function base(ordinal: number): NumberedStrike {
  return { id: `s${ordinal}`, ordinal, latitude: 42.7, longitude: 23.3, atMs: START_MS };
}

const resume = fc.property(
  fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 30 }),
  fc.integer({ min: 0, max: 300 }),
  fc.integer({ min: 1, max: 20 }),
  fc.integer({ min: 5, max: 200 }),
  (batches, since, piece, most) => {
    const ring = new StrikeRing(0, 60_000, most);
    let head = 0;
    for (const [index, count] of batches.entries()) {
      ring.append(numberedStrikes(head + 1, count), head + count, START_MS + index * 1_000);
      head += count;
    }
    const decision = decideResume(since, ring.floorSeq, ring.headSeq);
    if (since > head) must(decision.kind === 'reset', 'a cursor from the future is believed');
    if (decision.kind !== 'replay') {
      must(decision.kind === 'reset' || since === head, 'live although strikes are missing');
      return;
    }
    const told: number[] = [];
    for (let seq = decision.afterSeq; seq < ring.headSeq; ) {
      const strikes = ring.after(seq, piece);
      told.push(...strikes.map(({ ordinal }) => ordinal));
      seq = strikes.length < piece ? ring.headSeq : (strikes.at(-1)?.ordinal ?? ring.headSeq);
    }
    must(told.length === head - since, `${told.length} told of ${head - since}`);
    must(
      told.every((ordinal, index) => ordinal === since + index + 1),
      'told out of order or twice',
    );
  },
);

const anyStrike = fc.record({
  id: fc.string({ minLength: 1, maxLength: 128, unit: 'binary' }),
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  atMs: fc.integer({ min: 0, max: 4_102_444_800_000 }),
  ordinal: fc.integer({ min: 1, max: 2 ** 40 }),
});

const sliceCodec = fc.property(
  fc.array(anyStrike, { maxLength: 60 }),
  fc.boolean(),
  fc.nat(),
  (strikes, sealed, cut) => {
    const columns = strikesToColumns(strikes);
    const bytes = encodeStrikeSlice({ seq: 7, sealed, columns });
    const decoded = decodeStrikeSlice(bytes);
    must(decoded.ok, 'a slice does not come back');
    if (decoded.ok)
      must(
        JSON.stringify(decoded.slice) === JSON.stringify({ seq: 7, sealed, columns: plain(columns) }),
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
    decodeStrikeSlice(new Uint8Array([0x4c, 0x53, 0x31, ...bytes]));
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

const edges = fc.constantFrom(-180, -179.99999, 0, 179.99999, 180);
const poles = fc.constantFrom(-90, -85.06, -85.0511287798066, 0, 85.0511287798066, 85.06, 90);
const tiles = fc.property(
  fc.oneof(edges, fc.double({ min: -180, max: 180, noNaN: true })),
  fc.oneof(poles, fc.double({ min: -90, max: 90, noNaN: true })),
  fc.integer({ min: 0, max: 12 }),
  fc.double({ min: 0.001, max: 5, noNaN: true }),
  (longitude, latitude, z, reach) => {
    const tile = tileAt(longitude, latitude, z);
    must(parseTile(formatTile(tile)) !== undefined, `${formatTile(tile)} is no tile`);
    const box = tileBounds(tile);
    // A hair before 180° E is 180° E in a double, which is 180° W.
    const wrapped = longitude > 180 - 1e-9 && tile.x === 0 ? -180 : longitude;
    const slack = 1e-9;
    const within =
      wrapped >= box.west - slack &&
      wrapped <= box.east + slack &&
      latitude >= box.south - slack &&
      latitude <= box.north + slack;
    must(within, `${longitude},${latitude} is not in ${formatTile(tile)}`);
    const view = {
      west: Math.max(-180, Math.min(180 - reach, longitude - reach)),
      east: Math.min(180, Math.max(-180 + reach, longitude + reach)),
      south: Math.max(-90, Math.min(90 - reach, latitude - reach)),
      north: Math.min(90, Math.max(-90 + reach, latitude + reach)),
    };
    const covering = (tilesCovering(view, Math.min(z, 6), 4_096) ?? []).map(formatTile);
    must(covering.length > 0 && new Set(covering).size === covering.length, 'a view is covered by nothing, or twice');
    const middle = tileAt((view.west + view.east) / 2, (view.south + view.north) / 2, Math.min(z, 6));
    must(covering.includes(formatTile(middle)), 'the middle of a view is not covered');
  },
);

export const FUZZ_PROPERTIES: readonly FuzzProperty[] = [
  { name: '[FD1] splitting reads every strike, however they crowd', property: splitter },
  { name: '[FD2] a chain of polls leaves no time unread', property: planner },
  { name: '[CL3] the store holds a strike once, in whatever order it is told', property: dedupe },
  { name: '[CU1] a resumed stream gets everything once, in order', property: resume },
  { name: 'slices and deltas come back as they went, and cut ones are refused', property: sliceCodec },
  { name: 'events are one frame each and come back', property: eventCodec },
  { name: 'no parser throws, whatever it is given', property: garbage },
  { name: '[AP1] queries are taken or refused by their rules', property: queries },
  { name: 'tiles hold their points, poles and antimeridian too', property: tiles },
] as unknown as readonly FuzzProperty[];
