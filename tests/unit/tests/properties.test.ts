import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOME_BOX as HOME } from '#shared/geo/Areas.ts';
import { type BBox, bboxContains, formatBBox, parseBBox } from '#shared/geo/BBox.ts';
import { formatTile, parseTile } from '#shared/geo/tile.ts';
import type { NumberedStrike, Strike } from '#shared/strike.ts';
import { isoMillis, parseIsoInstant } from '#shared/time/isoTime.ts';
import { decodeFeedEvent, FEED_EVENT_NAMES } from '#shared/wire/feedCodec.ts';
import { strikesToColumns } from '#shared/wire/StrikeColumns.ts';
import { decodeStrikeSlice } from '#shared/wire/strikeSlice.ts';
import { numberedStrikes } from '#tests/support/strikes.ts';
import { StrikeStore } from '#web/sky/strikes/StrikeStore.ts';
import { overlapMs, planPoll, planWindows, splitWindow } from '#worker/feed/plan.ts';
import { packStrikes } from '#worker/feed/StrikePages.ts';
import { decideResume, StrikeRing } from '#worker/relay/replayBuffer.ts';
import type { StrikeWindow } from '#worker/sources/source.ts';

/** What must hold whatever is thrown at it. */
interface FuzzProperty {
  readonly name: string;
  readonly property: fc.IRawProperty<unknown>;
}

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

/** The property under its name, whatever its arguments are. */
function named<Arguments>(name: string, property: fc.IRawProperty<Arguments>): FuzzProperty {
  return { name, property: property as fc.IRawProperty<unknown> };
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

/** What the Feed decides. */
const FEED_PROPERTIES: readonly FuzzProperty[] = [
  named('[FD1] splitting reads every strike, however they crowd', splitter),
  named('[FD2] a chain of polls leaves no time unread', planner),
];

const dedupe = fc.property(
  fc.array(
    fc.record({ ordinal: fc.integer({ min: 1, max: 200_000 }), ageMs: fc.integer({ min: 0, max: 90_000_000 }) }),
    { maxLength: 400 },
  ),
  fc.integer({ min: 8, max: 64 }),
  (drawn, piece) => {
    const store = new StrikeStore({ capacity: 500, maxAgeMs: 86_400_000, epochMs: START_MS - 86_400_000 });
    const ages = new Map<number, number>();
    for (const { ordinal, ageMs } of drawn) if (!ages.has(ordinal)) ages.set(ordinal, ageMs);
    const told = drawn.map(({ ordinal }) => ({ ...base(ordinal), atMs: START_MS - (ages.get(ordinal) ?? 0) }));
    for (let from = 0; from < told.length; from += piece)
      store.append(strikesToColumns(told.slice(from, from + piece)), START_MS);
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
      ring.append(packStrikes(numberedStrikes(head + 1, count)), head + count, START_MS + index * 1_000);
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

/** That nothing is told twice or not at all on the way from a ring to a store. */
const RESUME_PROPERTIES: readonly FuzzProperty[] = [
  named('[CL3] the store holds a strike once, in whatever order it is told', dedupe),
  named('[CU1] a resumed stream gets everything once, in order', resume),
];

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
const WIRE_PROPERTIES: readonly FuzzProperty[] = [
  named('no parser throws, whatever it is given', garbage),
  named('[AP1] queries are taken or refused by their rules', queries),
];

const FUZZ_PROPERTIES: readonly FuzzProperty[] = [...FEED_PROPERTIES, ...RESUME_PROPERTIES, ...WIRE_PROPERTIES];

interface PropertyVerdict {
  readonly name: string;
  readonly runs: number;
  /** What broke it, shrunk; undefined where nothing did. */
  readonly counterexample: string | undefined;
}

/** Tries every property `runs` times with the seed. */
async function checkProperties(seed: number, runs: number): Promise<PropertyVerdict[]> {
  const verdicts: PropertyVerdict[] = [];
  for (const { name, property } of FUZZ_PROPERTIES) {
    const details = await fc.check(property, { seed, numRuns: runs });
    const { failed, counterexample, counterexamplePath, errorInstance } = details;
    const reason = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
    const shown = JSON.stringify(counterexample)?.slice(0, 500);
    verdicts.push({
      name,
      runs: details.numRuns,
      counterexample: failed ? `${reason}; path ${counterexamplePath}; ${shown}` : undefined,
    });
  }
  return verdicts;
}

const SEED = 20_261_120;
const RUNS = 150;

describe('what must hold whatever is thrown at it', async () => {
  const verdicts = await checkProperties(SEED, RUNS);
  for (const { name } of FUZZ_PROPERTIES) {
    test(name, () => {
      const verdict = verdicts.find((each) => each.name === name);
      expect(verdict).toEqual({ name, runs: RUNS, counterexample: undefined });
    });
  }
});
