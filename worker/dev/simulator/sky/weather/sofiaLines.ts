import { HOME_TOWN } from '#shared/geo/Areas.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/time/hourKey.ts';
import { centreAt, driftOf, moved } from '../drift.ts';
import { between, hash32, seededRandom } from '../seededRandom.ts';
import type { LightningCell } from './LightningCell.ts';
import { cellsOfSystem, LINE } from './StormSystem.ts';

const FIRST_AFTER_MS = 30 * MINUTE_MS;
/** Between one line and the next. */
export const LINE_EVERY_MS = 3 * HOUR_MS;
/** A line has reached Sofia when strokes of its leader fall so near. */
const REACHED_KM = 10;
/** One strong cell runs so far ahead of the line, far enough for the tracker to tell it from the line. */
const LEADER_AHEAD_KM = 17;
const LEADER_SPREAD_KM = 2;
const BEFORE_MINUTES = [80, 125] as const;
/** It dies soon after Sofia, so that the all-clear there need not wait until it is far away. */
const AFTER_MS = 48 * MINUTE_MS;
const LEADER_AFTER_MS = 40 * MINUTE_MS;
/** A shower over Sofia, gone so long before the anchor that all is clear again: a first look sees lightning. */
const SHOWER_MINUTES = { born: -66, dies: -38 } as const;
const SHOWER_KMH = 35;

/** Squall lines, each behind a leading cell, that reach Sofia from half an hour after the anchor on, every three hours. */
export function sofiaLines(seed: number, anchorMs: number) {
  return {
    /** The number of the line that dies first after `atMs`; below 0 there is none. */
    numberAt: (atMs: number): number => Math.floor((atMs - anchorMs - FIRST_AFTER_MS - AFTER_MS) / LINE_EVERY_MS) + 1,
    /** `number` from 0 on. */
    cellsOfLine(number: number): LightningCell[] {
      const key = hash32(seed, 4, number);
      const random = seededRandom(key);
      const reachesMs = anchorMs + FIRST_AFTER_MS + number * LINE_EVERY_MS;
      const bornMs = reachesMs - Math.floor(between(random, ...BEFORE_MINUTES) * MINUTE_MS);
      const heading = between(random, -0.5, 0.7);
      const speedKmh = between(random, 50, 60);
      const aheadKm = -REACHED_KM - LEADER_SPREAD_KM - (speedKmh * (reachesMs - bornMs)) / HOUR_MS;
      const asideKm = between(random, -25, 25);
      const [east, north] = [Math.cos(heading), Math.sin(heading)];
      const at = (forthKm: number, leftKm: number) =>
        moved(HOME_TOWN, east * forthKm - north * leftKm, north * forthKm + east * leftKm);
      const leader = {
        key: hash32(key, 0),
        bornMs,
        diesMs: reachesMs + LEADER_AFTER_MS,
        ...at(aheadKm, 0),
        ...driftOf(heading, speedKmh),
        peakPerMinute: between(random, 4, 7),
        spreadKm: LEADER_SPREAD_KM,
      };
      const line = cellsOfSystem({
        key: hash32(key, 1),
        bornMs,
        diesMs: reachesMs + AFTER_MS,
        ...at(aheadKm - LEADER_AHEAD_KM, asideKm),
        heading,
        speedKmh,
        ...LINE,
        lengthKm: between(random, 90, 190),
        peakPerMinute: between(random, 1.8, 3.5),
      });
      return [leader, ...line, ...(number === 0 ? [shower(seed, anchorMs)] : [])];
    },
  };
}

function shower(seed: number, anchorMs: number): LightningCell {
  const key = hash32(seed, 5);
  const heading = between(seededRandom(key), -0.5, 0.7);
  const drift = driftOf(heading, SHOWER_KMH);
  const [bornMs, diesMs] = [anchorMs + SHOWER_MINUTES.born * MINUTE_MS, anchorMs + SHOWER_MINUTES.dies * MINUTE_MS];
  // Half-way through its life it is there.
  const from = centreAt({ ...HOME_TOWN, ...drift, bornMs: (bornMs + diesMs) / 2 }, bornMs);
  return { key, bornMs, diesMs, ...from, ...drift, peakPerMinute: 2.5, spreadKm: 2.5 };
}
