import { PLACE_RADIUS_KM } from '#shared/limits.ts';
import { createPlane, type PlanePoint } from '#shared/nowcast/cells/plane.ts';
import type { StormCell } from '#shared/nowcast/cells/StormCell.ts';
import { createNowcast } from '#shared/nowcast/createNowcast.ts';
import { answerAt, type PlaceAnswer } from '#shared/nowcast/place/answerAt.ts';
import { type CarriedFlash, FRESH_MS } from '#shared/nowcast/place/carryFlashes.ts';
import { chanceTerms } from '#shared/nowcast/place/chanceOf.ts';
import type { Recording } from '#worker/dev/simulator/sky/replayRecording.ts';

const MINUTE_MS = 60_000;
const ASK_EVERY_MINUTES = 5;
const WARM_UP_MINUTES = 30;
const OUTCOME_MINUTES = 90;
const SPACING_KM = 10;
const QUIET_MINUTES = 10;
const FAR_KM = 80;
/** A field of view narrower than this cuts cells at its edges: places near them are not asked about. */
const SMALL_FIELD_KM = 300;
const EDGE_KM = 15;

/** What was said of a place that had been quiet for ten minutes, and what followed. */
export interface Asked {
  readonly minute: number;
  /** To the nearest strike of the last ten minutes, as it fell. */
  readonly nearestKm: number;
  readonly terms: readonly number[];
  /** The same with every cell left where it is. */
  readonly stillTerms: readonly number[];
  readonly answer: PlaceAnswer;
  /** Until the first strike within 10 km; infinite if none came. */
  readonly waitMinutes: number;
}

export interface Played {
  readonly asked: readonly Asked[];
  /** The cells of each minute. */
  readonly minutes: ReadonlyMap<number, readonly StormCell[]>;
  readonly tickMs: readonly number[];
  readonly isSmallField: boolean;
}

/** Feeds a recording to a nowcast minute by minute, and asks it about a grid of places 10 km apart every five minutes. */
export function playRecording({ offsetsMs, latitudes, longitudes }: Recording): Played {
  const centre = { latitude: middleOf(latitudes), longitude: middleOf(longitudes) };
  const plane = createPlane(centre);
  const points = Array.from(offsetsMs, (atMs, i) => ({
    ...plane.toKm({ latitude: latitudes[i] ?? 0, longitude: longitudes[i] ?? 0 }),
    atMs,
  }));
  const [west, east] = extent(points.map(({ xKm }) => xKm));
  const [south, north] = extent(points.map(({ yKm }) => yKm));
  const isSmallField = east - west < SMALL_FIELD_KM;
  const inset = isSmallField ? EDGE_KM : 0;
  const places: PlanePoint[] = [];
  for (let xKm = west + inset; xKm <= east - inset; xKm += SPACING_KM) {
    for (let yKm = south + inset; yKm <= north - inset; yKm += SPACING_KM) places.push({ xKm, yKm });
  }
  const hits = new HitTimes(points, PLACE_RADIUS_KM);
  const hitsOf = places.map((place) => hits.near(place));

  const nowcast = createNowcast(centre);
  const minutes = new Map<number, readonly StormCell[]>();
  const asked: Asked[] = [];
  const tickMs: number[] = [];
  const firstMinute = Math.floor((offsetsMs[0] ?? 0) / MINUTE_MS);
  const lastMinute = Math.ceil((offsetsMs.at(-1) ?? 0) / MINUTE_MS);
  let [next, oldest] = [0, 0];
  for (let minute = firstMinute + 1; minute <= lastMinute; minute += 1) {
    const nowMs = minute * MINUTE_MS;
    const strikes = [];
    for (; next < points.length && (offsetsMs[next] ?? 0) < nowMs; next += 1) {
      strikes.push({ atMs: offsetsMs[next] ?? 0, latitude: latitudes[next] ?? 0, longitude: longitudes[next] ?? 0 });
    }
    const beganMs = performance.now();
    nowcast.tick(nowMs, strikes);
    tickMs.push(performance.now() - beganMs);
    minutes.set(minute, nowcast.storms());
    while ((points[oldest]?.atMs ?? nowMs) < nowMs - QUIET_MINUTES * MINUTE_MS) oldest += 1;
    const isAsked = minute >= firstMinute + WARM_UP_MINUTES && minute <= lastMinute - OUTCOME_MINUTES;
    if (minute % ASK_EVERY_MINUTES !== 0 || !isAsked || oldest === next) continue;
    const recent = points.slice(oldest, next);
    const carried = nowcast.carried();
    const still = recent.map(({ xKm, yKm, atMs }) => stillFlash(xKm, yKm, nowMs - atMs));
    places.forEach((place, index) => {
      const nearestKm = recent.reduce(
        (least, { xKm, yKm }) => Math.min(least, Math.hypot(xKm - place.xKm, yKm - place.yKm)),
        Number.POSITIVE_INFINITY,
      );
      if (nearestKm <= PLACE_RADIUS_KM || nearestKm > FAR_KM) return;
      const hitMs = hitsOf[index]?.find((atMs) => atMs >= nowMs) ?? Number.POSITIVE_INFINITY;
      asked.push({
        minute,
        nearestKm,
        terms: chanceTerms(place, carried) ?? [],
        stillTerms: chanceTerms(place, still) ?? [],
        answer: answerAt(place, carried, nowcast.storms(), nowcast.learnt()),
        waitMinutes: (hitMs - nowMs) / MINUTE_MS,
      });
    });
  }
  return { asked, minutes, tickMs, isSmallField };
}

function stillFlash(xKm: number, yKm: number, ageMs: number): CarriedFlash {
  return { xKm, yKm, vx: 0, vy: 0, cell: 0, ageMs, count: 1, fresh: Number(ageMs <= FRESH_MS) };
}

function extent(values: Iterable<number>): [number, number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return [least, most];
}

function middleOf(values: Iterable<number>): number {
  const [least, most] = extent(values);
  return (least + most) / 2;
}

const COLUMNS = 65_536;

/** Strikes in fields as wide as the radius, to find those near a place without looking at all of them. */
class HitTimes {
  private readonly fields = new Map<number, (PlanePoint & { readonly atMs: number })[]>();
  private readonly radiusKm: number;

  constructor(strikes: readonly (PlanePoint & { readonly atMs: number })[], radiusKm: number) {
    this.radiusKm = radiusKm;
    for (const strike of strikes) {
      const field = this.fieldOf(strike.xKm, strike.yKm);
      const held = this.fields.get(field);
      if (held) held.push(strike);
      else this.fields.set(field, [strike]);
    }
  }

  /** When strikes fell within the radius of a place, in order. */
  near({ xKm, yKm }: PlanePoint): number[] {
    const { radiusKm } = this;
    const steps = [-radiusKm, 0, radiusKm];
    return steps
      .flatMap((dx) => steps.flatMap((dy) => this.fields.get(this.fieldOf(xKm + dx, yKm + dy)) ?? []))
      .filter((strike) => Math.hypot(strike.xKm - xKm, strike.yKm - yKm) <= radiusKm)
      .map(({ atMs }) => atMs)
      .sort((a, b) => a - b);
  }

  private fieldOf(xKm: number, yKm: number): number {
    return Math.floor(xKm / this.radiusKm) * COLUMNS + Math.floor(yKm / this.radiusKm);
  }
}
