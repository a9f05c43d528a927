import * as fc from 'fast-check';
import { HOME_BOX as HOME } from '#shared/geo/Areas.ts';
import { type BBox, bboxContains } from '#shared/geo/BBox.ts';
import type { Strike } from '#shared/strike.ts';
import { overlapMs, planPoll } from '#worker/feed/plan/planPoll.ts';
import { planWindows, splitWindow } from '#worker/feed/plan/planWindows.ts';
import type { StrikeWindow } from '#worker/sources/port/StrikeSource.ts';
import { type FuzzProperty, must, named } from './FuzzProperty.ts';

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
export const FEED_PROPERTIES: readonly FuzzProperty[] = [
  named('[FD1] splitting reads every strike, however they crowd', splitter),
  named('[FD2] a chain of polls leaves no time unread', planner),
];
