import { type Accuracy, candidatesOf, ellipseOf, flashesOf, LONGEST_SMOULDER_MS } from '#shared/fires/candidatesOf.ts';
import { type BBox, bboxIntersection, HOME_BOX } from '#shared/geo/BBox.ts';
import { EARTH_RADIUS_KM, KM_PER_DEGREE, type Position } from '#shared/geo/geodesy.ts';
import { DEVIATIONS_OF_HALF } from '#shared/geo/likelihoodWithin.ts';
import { pointAt } from '#shared/geo/Shape.ts';
import { formatTile, type Tile, tileAt, tileBounds } from '#shared/geo/tile.ts';
import type { Strike } from '#shared/strike.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Span } from '#shared/time.ts';
import { utcDay } from '#shared/utcDay.ts';
import { type FireSatellite, type Hotspot, hotspotKey } from './Hotspot.ts';
import { firstSeenRate, gapShare, HOLDOVER, IGNITIONS_A_FLASH } from './holdover.ts';

type Pixel = Pick<Hotspot, 'latitude' | 'longitude' | 'scanKm' | 'trackKm'>;

/** Pixels belong together if their edges are at most this far apart. */
const NEAR_KM = 1;
/** Upper limit of a pixel's width: MODIS reaches 4.8 km at the end of its scan. */
const WIDEST_KM = 5;
const ROW_DEGREES = (NEAR_KM + WIDEST_KM) / KM_PER_DEGREE;
const COLUMNS = 65_536;

const shrinkAt = (latitude: number) => Math.max(0.05, Math.cos((latitude * Math.PI) / 180));

/**
 * True if the edges of two pixels are at most 1 km apart. Satellites fly nearly north and south, so a pixel is handled
 * as a box: scan to the east, track to the north.
 */
function pixelsTouch(a: Pixel, b: Pixel): boolean {
  const shrink = shrinkAt((a.latitude + b.latitude) / 2);
  const east = Math.abs(a.longitude - b.longitude) * KM_PER_DEGREE * shrink - (a.scanKm + b.scanKm) / 2;
  const north = Math.abs(a.latitude - b.latitude) * KM_PER_DEGREE - (a.trackKm + b.trackKm) / 2;
  return Math.hypot(Math.max(0, east), Math.max(0, north)) <= NEAR_KM;
}

/** A spatial index of pixels: finds those that touch another without a full search. */
class PixelGrid<Entry extends Pixel> {
  private readonly fields = new Map<number, Entry[]>();

  add(entry: Entry): void {
    const field = fieldAt(rowAt(entry.latitude), entry.longitude);
    const held = this.fields.get(field);
    if (held) held.push(entry);
    else this.fields.set(field, [entry]);
  }

  /** The indexed pixels that touch this pixel. */
  touching(pixel: Pixel): Entry[] {
    const row = rowAt(pixel.latitude);
    // Columns are as wide as rows are tall, at the latitude of each row.
    return [row - 1, row, row + 1].flatMap((each) =>
      [-1, 0, 1].flatMap((step) => {
        const longitude = pixel.longitude + step * columnDegrees(each);
        return (this.fields.get(fieldAt(each, longitude)) ?? []).filter((entry) => pixelsTouch(entry, pixel));
      }),
    );
  }
}

const rowAt = (latitude: number) => Math.floor(latitude / ROW_DEGREES);

/** A little wider than needed, because the row is wider at its end nearer to the equator. */
const columnDegrees = (row: number) => (1.01 * ROW_DEGREES) / shrinkAt(row * ROW_DEGREES);

const fieldAt = (row: number, longitude: number) => row * COLUMNS + Math.floor((longitude + 180) / columnDegrees(row));

/** Assumed fires per day in home from other causes than lightning, before any were counted. */
const ASSUMED_A_DAY = 200;
/** The assumption has the weight of this many days of counting. */
const ASSUMED_DAYS = 7;
const ZOOM = 6;

interface EvaluatedFire extends Position {
  readonly firstSeenMs: number;
  /** Probability that lightning caused it. */
  readonly chance: number;
}

const RADIANS = Math.PI / 180;

function squareKm({ west, south, east, north }: BBox): number {
  return EARTH_RADIUS_KM ** 2 * (east - west) * RADIANS * (Math.sin(north * RADIANS) - Math.sin(south * RADIANS));
}

const ASSUMED_RATE = ASSUMED_A_DAY / 24 / squareKm(HOME_BOX);

const monthOf = (atMs: number) => new Date(atMs).getUTCMonth();

/**
 * Rate of fires from other causes than lightning, by calendar month and tile of zoom 6, from fires with a verdict. Each
 * counts with the probability of another cause. With few fires the rate stays near the value assumed everywhere.
 */
export class BackgroundIgnitions {
  private readonly counts = new Map<string, number>();
  private readonly hours = new Map<number, number>();

  /** `watched`: the periods in which all fires of home were detected. */
  constructor(evaluated: Iterable<EvaluatedFire> = [], watched: readonly Span[] = []) {
    for (const [fromMs, toMs] of watched) {
      for (let dayMs = fromMs; dayMs < toMs; dayMs += DAY_MS) {
        const month = monthOf(dayMs);
        const hours = (Math.min(toMs, dayMs + DAY_MS) - dayMs) / HOUR_MS;
        this.hours.set(month, (this.hours.get(month) ?? 0) + hours);
      }
    }
    for (const { firstSeenMs, chance, ...place } of evaluated) {
      const key = keyOf(tileOf(place), monthOf(firstSeenMs));
      this.counts.set(key, (this.counts.get(key) ?? 0) + 1 - chance);
    }
  }

  /** Fires per square kilometre and hour. */
  rateAt(place: Position, atMs: number): number {
    const tile = tileOf(place);
    const month = monthOf(atMs);
    const box = bboxIntersection(tileBounds(tile), HOME_BOX);
    const hours = this.hours.get(month) ?? 0;
    if (!box || hours === 0) return ASSUMED_RATE;
    const km2 = squareKm(box);
    const assumedHours = ASSUMED_DAYS * 24;
    const count = (this.counts.get(keyOf(tile, month)) ?? 0) + ASSUMED_RATE * km2 * assumedHours;
    return count / (km2 * (hours + assumedHours));
  }
}

const tileOf = ({ latitude, longitude }: Position): Tile => tileAt(longitude, latitude, ZOOM);

const keyOf = (tile: Tile, month: number) => `${formatTile(tile)} ${month}`;

const LOOK_BACK_DAYS = 30;
const LEAST_DAYS = 5;

/**
 * Fires that are likely a flare, a furnace or a volcano: the place was hot on 5 of the 30 days up to the newest
 * hotspot, and the fire never grew by more than 1 km beyond the pixels of its first day. `hotspots`: those of these 30
 * days, of all fires. A long fire that grows more slowly matches too, so none is hidden.
 * @returns ids
 */
export function staticFires(fires: readonly Fire[], hotspots: Iterable<Hotspot>): Set<string> {
  const grid = new PixelGrid<Hotspot>();
  for (const hotspot of hotspots) grid.add(hotspot);
  return new Set(fires.filter((fire) => isStatic(fire, grid)).map(({ id }) => id));
}

function isStatic({ hotspots, firstSeenMs, lastSeenMs }: Fire, grid: PixelGrid<Hotspot>): boolean {
  const firstDay = new PixelGrid<Hotspot>();
  const began = hotspots.filter(({ atMs }) => utcDay(atMs) === utcDay(firstSeenMs));
  for (const hotspot of began) firstDay.add(hotspot);
  if (hotspots.some((hotspot) => firstDay.touching(hotspot).length === 0)) return false;
  const sinceMs = lastSeenMs - LOOK_BACK_DAYS * DAY_MS;
  const days = new Set(
    began
      .flatMap((hotspot) => grid.touching(hotspot))
      .filter(({ atMs }) => atMs > sinceMs && atMs <= lastSeenMs)
      .map(({ atMs }) => utcDay(atMs)),
  );
  return days.size >= LEAST_DAYS;
}

/** Hotspots that belong together: pixels with edges at most 1 km apart, within 72 hours. */
export interface Fire extends Position {
  /** The key of the oldest hotspot by which it was first known. Ids sort by age. */
  readonly id: string;
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
  /** Sum of all pixels of the newest overpass. */
  readonly frpMw: number;
  /** Sorted by time, without duplicates. The fire's position is the mean of the hotspots of the first overpass. */
  readonly hotspots: readonly Hotspot[];
}

const APART_MS = 72 * HOUR_MS;
/** A satellite crosses home in less time; the next one comes 50 minutes later. */
const PASS_MS = 15 * MINUTE_MS;

interface Seen extends Hotspot {
  readonly key: string;
  readonly index: number;
}

/**
 * Groups hotspots to fires, oldest first. Order and repetition of the hotspots have no effect. `known`: maps hotspot
 * keys to their previous fires. A known fire keeps its id even if an older hotspot arrives late, and merged fires keep
 * the oldest id.
 */
export function groupHotspots(hotspots: Iterable<Hotspot>, known: ReadonlyMap<string, string> = new Map()): Fire[] {
  const seen = eachOnce(hotspots);
  const groups = new Groups(seen.length);
  const grid = new PixelGrid<Seen>();
  for (const one of seen) {
    for (const other of grid.touching(one)) {
      if (one.atMs - other.atMs <= APART_MS) groups.join(one.index, other.index);
    }
    grid.add(one);
  }
  const members: Seen[][] = [];
  for (const one of seen) {
    const root = groups.rootOf(one.index);
    const group = members[root];
    if (group) group.push(one);
    else members[root] = [one];
  }
  const assigned = new Set<string>();
  return members
    .filter((group) => group !== undefined)
    .map((group) => fireOf(group, known, assigned))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Sorted by time. Of two hotspots with the same key the stronger one stays. */
function eachOnce(hotspots: Iterable<Hotspot>): Seen[] {
  const byKey = new Map<string, Hotspot>();
  for (const hotspot of hotspots) {
    const key = hotspotKey(hotspot);
    const held = byKey.get(key);
    if (!held || hotspot.frpMw > held.frpMw) byKey.set(key, hotspot);
  }
  const sorted = [...byKey].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([key, hotspot], index) => ({ ...hotspot, key, index }));
}

/** `assigned`: ids already assigned to groups with an older hotspot. */
function fireOf(group: readonly Seen[], known: ReadonlyMap<string, string>, assigned: Set<string>): Fire {
  const [first, last] = [group[0] as Seen, group.at(-1) as Seen];
  const before = group.flatMap(({ key }) => known.get(key) ?? []).filter((id) => !assigned.has(id));
  const id = before.length > 0 ? before.reduce((a, b) => (a < b ? a : b)) : first.key;
  assigned.add(id);
  const place = middleOf(firstPass(group));
  const newest = group.filter(({ satellite, atMs }) => satellite === last.satellite && last.atMs - atMs <= PASS_MS);
  return {
    ...{ id, ...place },
    firstSeenMs: first.atMs,
    lastSeenMs: last.atMs,
    frpMw: newest.reduce((sum, { frpMw }) => sum + frpMw, 0),
    hotspots: group.map(({ key: _, index: __, ...hotspot }) => hotspot),
  };
}

/** The hotspots of the first overpass. Hotspots must be sorted by time. */
function firstPass<Spot extends Pick<Hotspot, 'satellite' | 'atMs'>>(hotspots: readonly Spot[]): Spot[] {
  const [first] = hotspots;
  if (!first) return [];
  return hotspots.filter(({ satellite, atMs }) => satellite === first.satellite && atMs - first.atMs <= PASS_MS);
}

function middleOf(hotspots: readonly Position[]): Position {
  const mean = (of: (one: Position) => number) => hotspots.reduce((sum, one) => sum + of(one), 0) / hotspots.length;
  return { latitude: mean(({ latitude }) => latitude), longitude: mean(({ longitude }) => longitude) };
}

/** Union-find over indices: each group is identified by one of its members. */
class Groups {
  private readonly parents: Int32Array;

  constructor(count: number) {
    this.parents = Int32Array.from({ length: count }, (_, index) => index);
  }

  rootOf(index: number): number {
    let root = index;
    while (this.parents[root] !== root) {
      const parent = this.parents[root] as number;
      this.parents[root] = this.parents[parent] as number;
      root = parent;
    }
    return root;
  }

  /** The lower index stays the root. */
  join(a: number, b: number): void {
    const [low, high] = [this.rootOf(a), this.rootOf(b)].sort((x, y) => x - y) as [number, number];
    this.parents[high] = low;
  }
}

export type LightningState = 'likely' | 'possible' | 'unlikely' | 'none' | 'incomplete';

/** A flash that may have caused the fire, represented by its best stroke. */
interface FireCandidate {
  readonly strike: Strike;
  readonly distanceKm: number;
  /** The flash's fraction of all fires that lightning is expected to cause here: 0 to 1. */
  readonly share: number;
}

export interface LightningVerdict {
  readonly state: LightningState;
  /** Probability that lightning caused it, 0 to 1; a lower bound if `gapShare` is above 0. Never a proof. */
  readonly chance: number;
  /** Fraction of the potential causing flashes that falls into data gaps. */
  readonly gapShare: number;
  /** Those with the largest shares, in the order of the look-up. */
  readonly candidates: readonly FireCandidate[];
}

interface JoinSettings {
  /** Rate of fires from other causes at this place and time, per km² and hour. */
  readonly otherRate: number;
  /** Hours from the previous overpass to the one that first detected it. */
  readonly lookHours: number;
  /** Data gaps in the 14 days before. */
  readonly gaps: readonly Span[];
  /** Accuracy of the strikes' source. */
  readonly accuracy: Accuracy;
}

/** The fields of a fire that the attribution uses. */
type FirstSeen = Pick<Fire, 'latitude' | 'longitude' | 'firstSeenMs' | 'hotspots'>;

export const CANDIDATE_KM = 10;
export const LOOK_BACK_MS = LONGEST_SMOULDER_MS;
/** Satellites detect three in ten fires. */
const SEEN_FIRES_A_FLASH = IGNITIONS_A_FLASH * 0.3;
/** Location error of a pixel in addition to its size: one standard deviation. */
const PIXEL_ERROR_KM = 0.3;
const LIKELY = 0.5;
const POSSIBLE = 0.1;
const MOST_MISSING = 0.05;
const MOST_CANDIDATES = 5;
const HOLDOVER_HERE = HOLDOVER.mediterranean;

/**
 * Estimates whether lightning caused a fire. `chance` is Λ/(Λ + β). Λ: lightning fires expected to be first detected at
 * this place and overpass. β: those of all other causes. Λ sums over the flashes within 10 km and 14 days before: fires
 * per flash, times the location density here, times the fraction first detected in these hours. `strikes` may include
 * others.
 */
export function attributeFire(fire: FirstSeen, strikes: readonly Strike[], settings: JoinSettings): LightningVerdict {
  const { otherRate, lookHours, gaps, accuracy } = settings;
  const densityOf = densityAround(fire, accuracy);
  const strokes = strikes.flatMap((strike) => {
    const hours = (fire.firstSeenMs - strike.atMs) / HOUR_MS;
    if (hours < 0 || fire.firstSeenMs - strike.atMs > LOOK_BACK_MS) return [];
    const density = densityOf(strike);
    return density === undefined
      ? []
      : [{ ...strike, weight: density * firstSeenRate(HOLDOVER_HERE, hours, lookHours) }];
  });
  // The strokes of one flash cause one fire at most, wherever each of them struck.
  const flashes = flashesOf(strokes).map((flash) => ({
    flash,
    weight: flash.reduce((sum, { weight }) => sum + weight, 0) / flash.length,
  }));
  const sum = flashes.reduce((total, { weight }) => total + weight, 0);
  const expected = SEEN_FIRES_A_FLASH * sum;
  const chance = expected / (expected + otherRate);
  const largest = flashes.sort((a, b) => b.weight - a.weight).slice(0, MOST_CANDIDATES);
  const shares = new Map(
    largest.flatMap(({ flash, weight }) => flash.map(({ id }) => [id, weight / (sum || 1)] as const)),
  );
  const candidates = candidatesOf(
    { shape: pointAt(fire), radiusKm: CANDIDATE_KM, reportedMs: fire.firstSeenMs },
    largest.flatMap(({ flash }) => flash),
    accuracy,
  ).map(({ best, distanceKm }) => ({ strike: best, distanceKm, share: shares.get(best.id) ?? 0 }));
  const missed = gapShare(HOLDOVER_HERE, gaps, fire.firstSeenMs, LOOK_BACK_MS / HOUR_MS, lookHours);
  return { state: stateOf(chance, flashes.length, missed), chance, gapShare: missed, candidates };
}

/** More lightning can only raise the chance: `likely` holds despite gaps, while any other state may be wrong. */
function stateOf(chance: number, flashes: number, missed: number): LightningState {
  if (chance >= LIKELY) return 'likely';
  if (missed >= MOST_MISSING) return 'incomplete';
  if (chance >= POSSIBLE) return 'possible';
  return flashes === 0 && missed === 0 ? 'none' : 'unlikely';
}

/**
 * Density per km² of a stroke's true location at the fire: a normal distribution that combines its ellipse, the pixels
 * and the spread of the first overpass. Undefined beyond 10 km.
 */
function densityAround(fire: FirstSeen, accuracy: Accuracy): (strike: Strike) => number | undefined {
  const kmEast = KM_PER_DEGREE * Math.cos((fire.latitude * Math.PI) / 180);
  const offset = ({ latitude, longitude }: Position) =>
    [(longitude - fire.longitude) * kmEast, (latitude - fire.latitude) * KM_PER_DEGREE] as const;
  const own = variances(firstPass(fire.hotspots), offset);
  return (strike) => {
    const [east, north] = offset(strike);
    if (east * east + north * north > CANDIDATE_KM ** 2) return undefined;
    const { semiMajorKm, semiMinorKm, bearingDegrees } = ellipseOf(strike.detail, accuracy);
    const angle = (bearingDegrees * Math.PI) / 180;
    const along = east * Math.sin(angle) + north * Math.cos(angle);
    const across = east * Math.cos(angle) - north * Math.sin(angle);
    const ofAlong = (semiMajorKm / DEVIATIONS_OF_HALF) ** 2 + own;
    const ofAcross = (semiMinorKm / DEVIATIONS_OF_HALF) ** 2 + own;
    return (
      Math.exp(-0.5 * (along ** 2 / ofAlong + across ** 2 / ofAcross)) / (2 * Math.PI * Math.sqrt(ofAlong * ofAcross))
    );
  };
}

/** Mean variance, along one axis, of the fire's starting point in these pixels, km². */
function variances(
  pixels: Fire['hotspots'],
  offset: (place: Position) => readonly [east: number, north: number],
): number {
  // Uniform within a box: a twelfth of the square of its side along each axis.
  const sum = pixels.reduce((total, pixel) => {
    const [east, north] = offset(pixel);
    return total + (east ** 2 + north ** 2) / 2 + (pixel.scanKm ** 2 + pixel.trackKm ** 2) / 24;
  }, 0);
  return PIXEL_ERROR_KM ** 2 + sum / Math.max(1, pixels.length);
}

/** Used if no overpass is known, and the longest assumed time between two. */
const USUAL_LOOK_HOURS = 6;
const MOST_HOURS = 12;

/**
 * Overpass times inferred from hotspots, because the files list no overpasses. A swath is wider than home, so any
 * hotspot proves an overpass of all of it.
 */
export class OverpassTimes {
  private readonly timesMs: Float64Array;

  constructor(hotspots: Iterable<Pick<Hotspot, 'atMs'>>) {
    this.timesMs = Float64Array.from(new Set(Array.from(hotspots, ({ atMs }) => atMs))).sort();
  }

  /** Hours between an overpass and the one before it. */
  hoursBefore(atMs: number): number {
    let [low, high] = [0, this.timesMs.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.timesMs[middle] as number) < atMs - PASS_MS) low = middle + 1;
      else high = middle;
    }
    const beforeMs = this.timesMs[low - 1];
    return beforeMs === undefined ? USUAL_LOOK_HOURS : Math.min(MOST_HOURS, (atMs - beforeMs) / HOUR_MS);
  }
}

/** A fire's detection in one satellite overpass. */
interface PassSighting {
  readonly satellite: FireSatellite;
  /** Time of its first pixel, to the minute. */
  readonly atMs: number;
  readonly hotspots: number;
  /** Sum of all its pixels. */
  readonly frpMw: number;
}

/** The overpasses of these hotspots, newest first. The order of the hotspots has no effect. */
export function sightingsOf(hotspots: readonly Pick<Hotspot, 'satellite' | 'atMs' | 'frpMw'>[]): PassSighting[] {
  const newest = new Map<FireSatellite, number>();
  const passes: PassSighting[] = [];
  for (const { satellite, atMs, frpMw } of hotspots.toSorted((a, b) => a.atMs - b.atMs)) {
    const at = newest.get(satellite) ?? -1;
    const pass = passes[at];
    if (pass && atMs - pass.atMs <= PASS_MS) {
      passes[at] = { ...pass, hotspots: pass.hotspots + 1, frpMw: pass.frpMw + frpMw };
    } else newest.set(satellite, passes.push({ satellite, atMs, hotspots: 1, frpMw }) - 1);
  }
  return passes.sort((a, b) => b.atMs - a.atMs);
}
