import { HOME_BOX } from '#shared/geo/Areas.ts';
import { type BBox, bboxIntersection } from '#shared/geo/BBox.ts';
import { EARTH_RADIUS_KM, KM_PER_DEGREE, type Position } from '#shared/geo/geodesy.ts';
import { pointAt } from '#shared/geo/shape/Shape.ts';
import { formatTile, type Tile, tileAt, tileBounds } from '#shared/geo/tile.ts';
import { candidatesOf, flashesOf, LONGEST_SMOULDER_MS } from '#shared/lookUp/candidatesOf.ts';
import { type Accuracy, DEVIATIONS_OF_HALF, ellipseOf } from '#shared/lookUp/Ellipse.ts';
import type { Strike } from '#shared/strike.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time/hourKey.ts';
import type { Span } from '#shared/time/spans.ts';
import { utcDay } from '#shared/time/utcDay.ts';
import { type Hotspot, hotspotKey } from './Hotspot.ts';
import { firstSeenRate, gapShare, HOLDOVER, IGNITIONS_A_FLASH } from './holdover.ts';

type Pixel = Pick<Hotspot, 'latitude' | 'longitude' | 'scanKm' | 'trackKm'>;

/** Pixels whose edges are so near to each other belong together. */
const NEAR_KM = 1;
/** No pixel is wider: MODIS at the end of its scan has 4.8 km. */
const WIDEST_KM = 5;
const ROW_DEGREES = (NEAR_KM + WIDEST_KM) / KM_PER_DEGREE;
const COLUMNS = 65_536;

const shrinkAt = (latitude: number) => Math.max(0.05, Math.cos((latitude * Math.PI) / 180));

/**
 * Whether the edges of two pixels are at most 1 km apart. Satellites fly nearly north and south, so that a pixel is laid out
 * as a box: scan to the east, track to the north.
 */
function pixelsTouch(a: Pixel, b: Pixel): boolean {
  const shrink = shrinkAt((a.latitude + b.latitude) / 2);
  const east = Math.abs(a.longitude - b.longitude) * KM_PER_DEGREE * shrink - (a.scanKm + b.scanKm) / 2;
  const north = Math.abs(a.latitude - b.latitude) * KM_PER_DEGREE - (a.trackKm + b.trackKm) / 2;
  return Math.hypot(Math.max(0, east), Math.max(0, north)) <= NEAR_KM;
}

/** Pixels by where they lie, to find those that touch another without looking at all. */
class PixelGrid<Entry extends Pixel> {
  private readonly fields = new Map<number, Entry[]>();

  add(entry: Entry): void {
    const field = fieldAt(rowAt(entry.latitude), entry.longitude);
    const held = this.fields.get(field);
    if (held) held.push(entry);
    else this.fields.set(field, [entry]);
  }

  /** Those added that touch the pixel. */
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

/** A little wider than needed: the row is wider at its end nearer to the equator. */
const columnDegrees = (row: number) => (1.01 * ROW_DEGREES) / shrinkAt(row * ROW_DEGREES);

const fieldAt = (row: number, longitude: number) => row * COLUMNS + Math.floor((longitude + 180) / columnDegrees(row));

/** Fires a day in home that lightning did not light, before any were counted. */
const ASSUMED_A_DAY = 200;
/** The assumption weighs as much as so many days of counting. */
const ASSUMED_DAYS = 7;
const ZOOM = 6;

interface JudgedFire extends Position {
  readonly firstSeenMs: number;
  /** That lightning lit it. */
  readonly chance: number;
}

const RADIANS = Math.PI / 180;

function squareKm({ west, south, east, north }: BBox): number {
  return EARTH_RADIUS_KM ** 2 * (east - west) * RADIANS * (Math.sin(north * RADIANS) - Math.sin(south * RADIANS));
}

const ASSUMED_RATE = ASSUMED_A_DAY / 24 / squareKm(HOME_BOX);

const monthOf = (atMs: number) => new Date(atMs).getUTCMonth();

/**
 * How often fires begin that lightning did not light, by calendar month and tile of zoom 6, from fires that were judged.
 * Each counts as far as lightning did not light it. Where little was counted it stays near what is assumed everywhere.
 */
export class BackgroundIgnitions {
  private readonly counts = new Map<string, number>();
  private readonly hours = new Map<number, number>();

  /** `watched`: the time in which all fires of home were seen. */
  constructor(judged: Iterable<JudgedFire> = [], watched: readonly Span[] = []) {
    for (const [fromMs, toMs] of watched) {
      for (let dayMs = fromMs; dayMs < toMs; dayMs += DAY_MS) {
        const month = monthOf(dayMs);
        const hours = (Math.min(toMs, dayMs + DAY_MS) - dayMs) / HOUR_MS;
        this.hours.set(month, (this.hours.get(month) ?? 0) + hours);
      }
    }
    for (const { firstSeenMs, chance, ...place } of judged) {
      const key = keyOf(tileOf(place), monthOf(firstSeenMs));
      this.counts.set(key, (this.counts.get(key) ?? 0) + 1 - chance);
    }
  }

  /** For each square kilometre and hour. */
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
 * Which fires are likely to be a flare, a furnace or a volcano: their place was hot on 5 of the 30 days up to their newest
 * hotspot, and they never grew by more than 1 km beyond the pixels of their first day. `hotspots`: those of these 30 days,
 * of all fires. A long fire that creeps by less is taken for one too; so none is hidden.
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
  /** All pixels of the newest pass together. */
  readonly frpMw: number;
  /** By time, each once. Where the fire was first seen, the position is the middle of those of the first pass. */
  readonly hotspots: readonly Hotspot[];
}

const APART_MS = 72 * HOUR_MS;
/** A satellite flies over home in less; the next one comes 50 minutes later. */
export const PASS_MS = 15 * MINUTE_MS;

interface Seen extends Hotspot {
  readonly key: string;
  readonly index: number;
}

/**
 * The fires that hotspots make, the oldest first. Neither their order nor repetition changes anything. `known`: fires by the
 * keys of hotspots that they had before. What it names keeps its id although an older hotspot comes late, and of fires that
 * have grown together the older id stays.
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
  const given = new Set<string>();
  return members
    .filter((group) => group !== undefined)
    .map((group) => fireOf(group, known, given))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** By time. Of two that have one key the stronger stays. */
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

/** `given`: ids that are taken, by groups that have an older hotspot. */
function fireOf(group: readonly Seen[], known: ReadonlyMap<string, string>, given: Set<string>): Fire {
  const [first, last] = [group[0] as Seen, group.at(-1) as Seen];
  const before = group.flatMap(({ key }) => known.get(key) ?? []).filter((id) => !given.has(id));
  const id = before.length > 0 ? before.reduce((a, b) => (a < b ? a : b)) : first.key;
  given.add(id);
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

/** Of hotspots by time, those of the pass that saw the first. */
function firstPass<Spot extends Pick<Hotspot, 'satellite' | 'atMs'>>(hotspots: readonly Spot[]): Spot[] {
  const [first] = hotspots;
  if (!first) return [];
  return hotspots.filter(({ satellite, atMs }) => satellite === first.satellite && atMs - first.atMs <= PASS_MS);
}

function middleOf(hotspots: readonly Position[]): Position {
  const mean = (of: (one: Position) => number) => hotspots.reduce((sum, one) => sum + of(one), 0) / hotspots.length;
  return { latitude: mean(({ latitude }) => latitude), longitude: mean(({ longitude }) => longitude) };
}

/** Numbers that are joined, each known by one of them. */
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

  /** The lower number stays the root. */
  join(a: number, b: number): void {
    const [low, high] = [this.rootOf(a), this.rootOf(b)].sort((x, y) => x - y) as [number, number];
    this.parents[high] = low;
  }
}

export type LightningState = 'likely' | 'possible' | 'unlikely' | 'none' | 'incomplete';

/** A flash that may have lit the fire: at its best stroke. */
interface FireCandidate {
  readonly strike: Strike;
  readonly distanceKm: number;
  /** Of all that lightning is expected to have lit here, what this flash is: 0 to 1. */
  readonly share: number;
}

export interface LightningVerdict {
  readonly state: LightningState;
  /** That lightning lit it, 0 to 1; at least that if `gapShare` is above 0. Never a proof. */
  readonly chance: number;
  /** Of the flashes that could have lit it, the share that fell while nothing was read. */
  readonly gapShare: number;
  /** By the order of the look-up, of those with the largest shares. */
  readonly candidates: readonly FireCandidate[];
}

interface JoinSettings {
  /** Fires that lightning did not light, for each km² and hour there and then. */
  readonly otherRate: number;
  /** From the look before to the pass that saw it first. */
  readonly lookHours: number;
  /** What of the 14 days before was not read. */
  readonly gaps: readonly Span[];
  /** Of the source of the strikes. */
  readonly accuracy: Accuracy;
}

/** What of a fire the join looks at. */
type FirstSight = Pick<Fire, 'latitude' | 'longitude' | 'firstSeenMs' | 'hotspots'>;

export const CANDIDATE_KM = 10;
export const LOOK_BACK_MS = LONGEST_SMOULDER_MS;
/** Satellites see three in ten of the fires that are lit. */
const SEEN_FIRES_A_FLASH = IGNITIONS_A_FLASH * 0.3;
/** How far a pixel may lie beside the fire, besides its size: one standard deviation. */
const PIXEL_ERROR_KM = 0.3;
const LIKELY = 0.5;
const POSSIBLE = 0.1;
const MOST_MISSING = 0.05;
const MOST_CANDIDATES = 5;
const HOLDOVER_HERE = HOLDOVER.mediterranean;

/**
 * Whether lightning lit a fire. `chance` is Λ/(Λ + β): fires that lightning is expected to show for the first time at this place
 * and pass, beside those of all other causes. Λ sums over the flashes within 10 km and 14 days before: fires for each flash, times how
 * dense its place is here, times the share that first shows in these hours. `strikes` may hold others.
 */
export function attributeFire(fire: FirstSight, strikes: readonly Strike[], settings: JoinSettings): LightningVerdict {
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
  // Strokes of one flash lit one fire or none, wherever each of them struck.
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

/** More lightning can only raise the chance: what is likely already is so whatever is missing, and no other state is known. */
function stateOf(chance: number, flashes: number, missed: number): LightningState {
  if (chance >= LIKELY) return 'likely';
  if (missed >= MOST_MISSING) return 'incomplete';
  if (chance >= POSSIBLE) return 'possible';
  return flashes === 0 && missed === 0 ? 'none' : 'unlikely';
}

/**
 * How dense, for each km², the true place of a stroke is at the fire: a normal distribution of its ellipse, of the pixels and
 * of how far those of the first pass spread. Undefined beyond 10 km.
 */
function densityAround(fire: FirstSight, accuracy: Accuracy): (strike: Strike) => number | undefined {
  const kmEast = KM_PER_DEGREE * Math.cos((fire.latitude * Math.PI) / 180);
  const offset = ({ latitude, longitude }: Position) =>
    [(longitude - fire.longitude) * kmEast, (latitude - fire.latitude) * KM_PER_DEGREE] as const;
  const own = variances(firstPass(fire.hotspots), offset);
  return (strike) => {
    const [east, north] = offset(strike);
    if (east * east + north * north > CANDIDATE_KM ** 2) return undefined;
    const { semiMajorKm, semiMinorKm, bearingDegrees } = ellipseOf(strike.detail, accuracy);
    const turn = (bearingDegrees * Math.PI) / 180;
    const along = east * Math.sin(turn) + north * Math.cos(turn);
    const across = east * Math.cos(turn) - north * Math.sin(turn);
    const ofAlong = (semiMajorKm / DEVIATIONS_OF_HALF) ** 2 + own;
    const ofAcross = (semiMinorKm / DEVIATIONS_OF_HALF) ** 2 + own;
    return (
      Math.exp(-0.5 * (along ** 2 / ofAlong + across ** 2 / ofAcross)) / (2 * Math.PI * Math.sqrt(ofAlong * ofAcross))
    );
  };
}

/** Mean variance along one axis of where in these pixels the fire began, km². */
function variances(
  pixels: Fire['hotspots'],
  offset: (place: Position) => readonly [east: number, north: number],
): number {
  // A box's place is spread evenly: a twelfth of the square of its side along each axis.
  const sum = pixels.reduce((total, pixel) => {
    const [east, north] = offset(pixel);
    return total + (east ** 2 + north ** 2) / 2 + (pixel.scanKm ** 2 + pixel.trackKm ** 2) / 24;
  }, 0);
  return PIXEL_ERROR_KM ** 2 + sum / Math.max(1, pixels.length);
}
