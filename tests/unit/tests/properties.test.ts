import * as fc from 'fast-check';
import { describe, test } from 'vitest';
import { type BBox, bboxContains, formatBBox, HOME_BOX as HOME, parseBBox } from '#shared/geo/BBox.ts';
import { formatTile, parseTile } from '#shared/geo/tile.ts';
import { type Strike, toStrikes } from '#shared/strike.ts';
import { isoMillis, parseIsoInstant } from '#shared/time.ts';
import { decodeFeedEvent, FEED_EVENT_NAMES } from '#shared/wire/FeedEvent.ts';
import { decodeStrikeSlice } from '#shared/wire/strikeSlice.ts';
import { numberedStrikes } from '#tests/support/strikes.ts';
import { overlapMs, planPoll, planWindows, splitWindow } from '#worker/feed/plan.ts';
import { decideResume, StrikeRing } from '#worker/relay/replayBuffer.ts';
import type { StrikeWindow } from '#worker/sources/source.ts';

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}
const OVERLAP_MS = overlapMs(45_000);

const START_MS = Date.UTC(2026, 6, 14, 12);
const share = fc.double({ min: 0, max: 1, noNaN: true });

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
  (sampled, limit) => {
    const sky = sampled.map((strike, index) => ({ ...strike, id: `s${index}` }));
    const seen = new Set<string>();
    const calls = readWhole(sky, { bbox: HOME, fromMs: START_MS, toMs: START_MS + 120_000 }, limit, seen);
    const audiences = new Map<string, number>();
    for (const { atMs, longitude, latitude } of sky) {
      const place = `${Math.floor(atMs / 250)}:${longitude.toFixed(3)}:${latitude.toFixed(3)}`;
      audiences.set(place, (audiences.get(place) ?? 0) + 1);
    }
    // More strikes in one spot and moment than a full answer holds cannot be told apart by any window.
    const tellable = Math.max(0, ...audiences.values()) < limit;
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
      const {
        span,
        gap,
        coveredToMs: next,
      } = planPoll(coveredToMs, { earliestMs: nowMs, latestMs: nowMs }, OVERLAP_MS);
      const windows = planWindows(span, known, coveredToMs ?? span.fromMs, 200);
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

const resume = fc.property(
  fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 30 }),
  fc.integer({ min: 0, max: 300 }),
  fc.integer({ min: 1, max: 20 }),
  fc.integer({ min: 5, max: 200 }),
  (batches, since, chunk, most) => {
    const ring = new StrikeRing(0, 60_000, most);
    let head = 0;
    for (const [index, count] of batches.entries()) {
      ring.append(toStrikes(numberedStrikes(head + 1, count)), head + count, START_MS + index * 1_000);
      head += count;
    }
    const decision = decideResume(since, ring.floorSeq, ring.headSeq);
    if (since > head) must(decision.kind === 'reset', 'a cursor from the future is believed');
    if (decision.kind !== 'replay') {
      must(decision.kind === 'reset' || since === head, 'live although strikes are missing');
      return;
    }
    const reported: number[] = [];
    for (let seq = decision.afterSeq; seq < ring.headSeq; seq += chunk) {
      reported.push(...ring.between(seq, seq + chunk).ordinals);
    }
    must(reported.length === head - since, `${reported.length} told of ${head - since}`);
    const isInOrder = reported.every((ordinal, index) => ordinal === since + index + 1);
    must(isInOrder, 'told out of order or twice');
  },
);

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

/** Tries the property with a fixed seed. */
function expectHeld<Arguments>(property: fc.IRawProperty<Arguments>): void {
  fc.assert(property as fc.IProperty<Arguments>, { seed: 20_261_120, numRuns: 150 });
}

describe('what must hold whatever is thrown at it', () => {
  test('[FD1] splitting reads every strike, however they crowd', () => expectHeld(splitter));
  test('[FD2] a chain of polls leaves no time gaps', () => expectHeld(planner));
  test('[CU1] a resumed stream gets everything once, in order', () => expectHeld(resume));
  test('no parser throws, whatever it is given', () => expectHeld(garbage));
  test('[AP1] queries are taken or refused by their rules', () => expectHeld(queries));
});
