import type { Position } from '#shared/geo/geodesy.ts';
import { createPlane } from '#shared/nowcast/cells/plane.ts';
import { createNowcast } from '#shared/nowcast/createNowcast.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/time/hourKey.ts';
import type { SimulatedSource, SimulatedStrike } from '../sky/simulatedSource.ts';

/** Distributions of one sky, each a list of values in no order. */
export interface SkyMeasures {
  readonly strokes: number;
  /** Of cells with an arrow, their median while they have it. */
  readonly speedsKmh: readonly number[];
  /** Of cells, from the first minute they are followed to the last. */
  readonly livesMinutes: readonly number[];
  /** Of cells, their median: nine in ten flashes of ten minutes lie within. */
  readonly radiiKm: readonly number[];
  /** Of cells, at their most. */
  readonly flashesPerMinute: readonly number[];
  /** Strokes of each flash. */
  readonly strokesAFlash: readonly number[];
  /** Strokes in each hour of the day, UTC. */
  readonly byHour: readonly number[];
}

interface Track {
  minutes: number;
  mostFlashes: number;
  readonly speedsKmh: number[];
  readonly radiiKm: number[];
}

/** Follows the cells of a sky around `centre` with the nowcast's own tracker, minute by minute. */
export function measureSky(source: SimulatedSource, centre: Position, fromMs: number, toMs: number): SkyMeasures {
  const nowcast = createNowcast(centre);
  const tracks = new Map<number, Track>();
  const byHour = Array.from({ length: 24 }, () => 0);
  const counter = new FlashCounter(centre);
  let strokes = 0;
  for (let atMs = fromMs; atMs < toMs; atMs += MINUTE_MS) {
    const strikes = source.strikesBetween(atMs, atMs + MINUTE_MS);
    strokes += strikes.length;
    const hour = Math.floor(atMs / HOUR_MS) % 24;
    byHour[hour] = (byHour[hour] ?? 0) + strikes.length;
    for (const strike of strikes) counter.add(strike);
    nowcast.tick(atMs + MINUTE_MS, strikes);
    for (const { id, vx, vy, showArrow, radiusKm, flashes } of nowcast.storms()) {
      const track = tracks.get(id) ?? { minutes: 0, mostFlashes: 0, speedsKmh: [], radiiKm: [] };
      tracks.set(id, track);
      track.minutes += 1;
      track.mostFlashes = Math.max(track.mostFlashes, flashes);
      track.radiiKm.push(radiusKm);
      if (showArrow) track.speedsKmh.push(Math.hypot(vx, vy) * 60);
    }
  }
  const cells = [...tracks.values()];
  return {
    strokes,
    speedsKmh: cells.flatMap(({ speedsKmh }) => (speedsKmh.length > 0 ? [quantile(speedsKmh, 0.5)] : [])),
    livesMinutes: cells.map(({ minutes }) => minutes),
    radiiKm: cells.map(({ radiiKm }) => quantile(radiiKm, 0.5)),
    flashesPerMinute: cells.map(({ mostFlashes }) => mostFlashes / 10),
    strokesAFlash: counter.strokes,
    byHour,
  };
}

/** The value that so great a share of `values` does not exceed; NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? Number.NaN;
}

const APART_MS = 500;
const APART_KM = 10;

/** Strokes within 0.5 s and 10 km of a flash's first are part of it, as in the nowcast, which does not count them. */
class FlashCounter {
  readonly strokes: number[] = [];
  private open: { xKm: number; yKm: number; atMs: number; index: number }[] = [];
  private readonly plane;

  constructor(centre: Position) {
    this.plane = createPlane(centre);
  }

  /** In order of time. */
  add(stroke: Pick<SimulatedStrike, 'latitude' | 'longitude' | 'atMs'>): void {
    const { xKm, yKm } = this.plane.toKm(stroke);
    this.open = this.open.filter(({ atMs }) => atMs >= stroke.atMs - APART_MS);
    const flash = this.open.find((first) => Math.hypot(first.xKm - xKm, first.yKm - yKm) <= APART_KM);
    if (flash) this.strokes[flash.index] = (this.strokes[flash.index] ?? 0) + 1;
    else this.open.push({ xKm, yKm, atMs: stroke.atMs, index: this.strokes.push(1) - 1 });
  }
}
