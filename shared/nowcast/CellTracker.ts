import concaveman from 'concaveman';
import type { Strike } from '#shared/strike.ts';
import { MINUTE_MS } from '#shared/time.ts';
import { type Plane, type PlanePoint, type StormCell, trendOf, type Velocity } from './StormCell.ts';

const MARGIN_KM = 3;
const CIRCLE = Array.from({ length: 8 }, (_, index) => (index / 8) * 2 * Math.PI);
/** One flash per field is enough; a wide cell has coarser fields. */
const OUTLINE_FIELD_KM = 2;
const MAX_FIELDS_ACROSS = 24;
const CONCAVITY = 2;
/** The hull does not follow inlets narrower than this. */
const INLET_KM = 10;
const MAX_CORNERS = 60;
/** Removing a corner whose triangle is smaller is not visible. */
const UNSEEN_KM2 = 0.2;

/** At most 60 corners, the first not repeated, some 3 km around the points. Empty without points. */
export function outlineOf(points: readonly PlanePoint[]): PlanePoint[] {
  if (points.length === 0) return [];
  const fieldKm = Math.max(
    OUTLINE_FIELD_KM,
    extent(points, 'xKm') / MAX_FIELDS_ACROSS,
    extent(points, 'yKm') / MAX_FIELDS_ACROSS,
  );
  // In a coarse field, dropped flashes may lie farther from the remaining one.
  const radiusKm = MARGIN_KM + (fieldKm - OUTLINE_FIELD_KM) / 2;
  const around = thinned(points, fieldKm).flatMap(({ xKm, yKm }) =>
    CIRCLE.map((angle): [number, number] => [xKm + radiusKm * Math.cos(angle), yKm + radiusKm * Math.sin(angle)]),
  );
  const ring = concaveman(around, CONCAVITY, INLET_KM);
  return simplified(ring.slice(0, -1)).map(([xKm, yKm]) => ({ xKm, yKm }));
}

function thinned(points: readonly PlanePoint[], fieldKm: number): PlanePoint[] {
  const fields = new Map<string, PlanePoint>();
  for (const point of points) {
    fields.set(`${Math.floor(point.xKm / fieldKm)},${Math.floor(point.yKm / fieldKm)}`, point);
  }
  return [...fields.values()];
}

function extent(points: readonly PlanePoint[], axis: keyof PlanePoint): number {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { [axis]: value } of points) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return most - least;
}

/** Repeatedly removes the least significant corner, until few enough are left and all of them matter. */
function simplified(corners: [number, number][]): [number, number][] {
  const left = [...corners];
  while (left.length > 3) {
    let least = 0;
    let leastKm2 = Number.POSITIVE_INFINITY;
    for (let index = 0; index < left.length; index += 1) {
      const km2 = triangleKm2(left.at(index - 1), left[index], left[(index + 1) % left.length]);
      if (km2 >= leastKm2) continue;
      least = index;
      leastKm2 = km2;
    }
    if (left.length <= MAX_CORNERS && leastKm2 > UNSEEN_KM2) break;
    left.splice(least, 1);
  }
  return left;
}

function triangleKm2([ax, ay] = [0, 0], [bx, by] = [0, 0], [cx, cy] = [0, 0]): number {
  return Math.abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2;
}

export type Stroke = Pick<Strike, 'latitude' | 'longitude' | 'atMs'>;

/** One or more strokes of the same flash, at the place and time of the first. */
export interface Flash extends PlanePoint {
  readonly atMs: number;
  readonly elapsedMs: number;
  /** The cell it was last assigned to; 0 if none. */
  cell: number;
  /** Its present position if it moved on with its cell. */
  movedXKm: number;
  movedYKm: number;
}

export const FLASH_WINDOW_MS = 10 * 60_000;
const APART_MS = 500;
const APART_KM = 10;

/** The flashes of ten minutes, by time. Strokes within 0.5 s and 10 km of a flash's first stroke belong to it. */
export class FlashWindow {
  private held: Flash[] = [];
  private readonly plane: Pick<Plane, 'toKm'>;

  constructor(plane: Pick<Plane, 'toKm'>) {
    this.plane = plane;
  }

  get flashes(): readonly Flash[] {
    return this.held;
  }

  /** Adds strokes of any age and order, drops flashes older than the window, and returns the new flashes. */
  advance(nowMs: number, strokes: readonly Stroke[]): Flash[] {
    const fromMs = nowMs - FLASH_WINDOW_MS;
    this.held = this.held.slice(this.firstFrom(fromMs + 1));
    const begun: Flash[] = [];
    for (const stroke of strokes.toSorted((a, b) => a.atMs - b.atMs)) {
      if (stroke.atMs <= fromMs) continue;
      const point = this.plane.toKm(stroke);
      if (this.belongs(point, stroke.atMs)) continue;
      const { xKm, yKm } = point;
      const flash = { xKm, yKm, atMs: stroke.atMs, elapsedMs: nowMs, cell: 0, movedXKm: xKm, movedYKm: yKm };
      if (stroke.atMs >= (this.held.at(-1)?.atMs ?? 0)) this.held.push(flash);
      else this.held.splice(this.firstFrom(stroke.atMs + 1), 0, flash);
      begun.push(flash);
    }
    return begun;
  }

  private belongs({ xKm, yKm }: PlanePoint, atMs: number): boolean {
    for (let index = this.firstFrom(atMs - APART_MS); index < this.held.length; index += 1) {
      const flash = this.held[index] as Flash;
      if (flash.atMs > atMs + APART_MS) return false;
      if ((flash.xKm - xKm) ** 2 + (flash.yKm - yKm) ** 2 <= APART_KM ** 2) return true;
    }
    return false;
  }

  private firstFrom(atMs: number): number {
    let [low, high] = [0, this.held.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.held[middle] as Flash).atMs < atMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Variance of a minute's mean about the cell's path, in units of the cell's: constant, and divided by the flashes. */
const FIXED_SHARE = 0.15;
const EACH_SHARE = 8;
const LEAST_SPREAD_KM2 = 0.25;
/** Process noise of a cell's velocity, (km/min)² per minute. */
const TURNING = 0.012 ** 2;
const FIRST_POSITION_KM2 = 30;
const FIRST_SPEED_VARIANCE = 0.6 ** 2;
const BORROWED_SPEED_VARIANCE = 0.15 ** 2;

/**
 * A Kalman filter with constant velocity over each minute's mean. Both axes share one covariance. The flashes of a cell
 * are not independent: their mean is far less certain than their spread and number suggest.
 */
class CellMotion {
  private xKm: number;
  private yKm: number;
  private vx: number;
  private vy: number;
  private positionVariance = FIRST_POSITION_KM2;
  private covariance = 0;
  private speedVariance: number;

  /** `guess`: the velocity of neighbouring cells, if there are any. */
  constructor(at: PlanePoint, guess: Velocity | undefined) {
    this.xKm = at.xKm;
    this.yKm = at.yKm;
    this.vx = guess?.vx ?? 0;
    this.vy = guess?.vy ?? 0;
    this.speedVariance = guess ? BORROWED_SPEED_VARIANCE : FIRST_SPEED_VARIANCE;
  }

  get position(): PlanePoint {
    return { xKm: this.xKm, yKm: this.yKm };
  }

  /** The raw estimate, on average too fast if little is known. */
  get velocity(): Velocity {
    return { vx: this.vx, vy: this.vy };
  }

  /** Standard deviation of each axis of the velocity, km/min. */
  get sigma(): number {
    return Math.sqrt(this.speedVariance);
  }

  /** The velocity shrunk towards zero by its uncertainty. */
  get smoothedVelocity(): Velocity {
    const square = this.vx ** 2 + this.vy ** 2;
    if (square === 0) return this.velocity;
    const share = square / (square + 2 * this.speedVariance);
    return { vx: this.vx * share, vy: this.vy * share };
  }

  predict(minutes: number): void {
    this.xKm += this.vx * minutes;
    this.yKm += this.vy * minutes;
    this.positionVariance +=
      2 * this.covariance * minutes + this.speedVariance * minutes ** 2 + (TURNING * minutes ** 3) / 3;
    this.covariance += this.speedVariance * minutes + (TURNING * minutes ** 2) / 2;
    this.speedVariance += TURNING * minutes;
  }

  /** Updates with the mean of `count` new flashes at the predicted instant. `spreadKm2`: the cell's, along one axis. */
  observe({ xKm, yKm }: PlanePoint, count: number, spreadKm2: number): void {
    const total = this.positionVariance + Math.max(LEAST_SPREAD_KM2, spreadKm2) * (FIXED_SHARE + EACH_SHARE / count);
    const positionGain = this.positionVariance / total;
    const speedGain = this.covariance / total;
    const [dx, dy] = [xKm - this.xKm, yKm - this.yKm];
    this.xKm += positionGain * dx;
    this.yKm += positionGain * dy;
    this.vx += speedGain * dx;
    this.vy += speedGain * dy;
    this.speedVariance -= speedGain * this.covariance;
    this.covariance *= 1 - positionGain;
    this.positionVariance *= 1 - positionGain;
  }
}

/** A cluster's votes: its flashes vote for the cells that they belonged to. */
interface Ballot {
  readonly votes: ReadonlyMap<number, number>;
  readonly size: number;
}

/** The cell that a cluster continues. A new one refers to the cell it split from, if any. */
type Identity =
  | { readonly kind: 'continues'; readonly id: number }
  | { readonly kind: 'new'; readonly splitFrom: number | undefined };

/** Largest cluster first, each continues the cell with the most votes. If that is taken, the cluster is a new cell. */
function assignIds(ballots: readonly Ballot[]): Identity[] {
  const identities: Identity[] = ballots.map(() => ({ kind: 'new', splitFrom: undefined }));
  const used = new Set<number>();
  const order = ballots.map((_, index) => index).sort((a, b) => sizeOf(ballots, b) - sizeOf(ballots, a) || a - b);
  for (const index of order) {
    const id = mostVoted(ballots[index]?.votes);
    if (id === undefined) continue;
    identities[index] = used.has(id) ? { kind: 'new', splitFrom: id } : { kind: 'continues', id };
    used.add(id);
  }
  return identities;
}

function sizeOf(ballots: readonly Ballot[], index: number): number {
  return ballots[index]?.size ?? 0;
}

function mostVoted(votes: ReadonlyMap<number, number> | undefined): number | undefined {
  let most: number | undefined;
  let highest = 0;
  for (const [id, weight] of votes ?? []) {
    if (weight < highest || (weight === highest && id > (most ?? 0))) continue;
    most = id;
    highest = weight;
  }
  return most;
}

const REACH_KM = 8;
const LEAST = 3;
/** Any two points in one field are within reach of each other. */
const FIELD_KM = REACH_KM / Math.SQRT2;
const COLUMNS = 65_536;
/** Steps to fields that may be within reach, nearest first, to connect early. Two steps in both axes are too far. */
const NEAR = [-2, -1, 0, 1, 2]
  .flatMap((dx) => [-2, -1, 0, 1, 2].map((dy) => ({ step: dx * COLUMNS + dy, away: dx * dx + dy * dy })))
  .filter(({ away }) => away < 8)
  .sort((a, b) => a.away - b.away)
  .map(({ step }) => step);

/**
 * DBSCAN over a grid: the cluster of each point, numbered from 0. −1 for noise: points with fewer than three points,
 * themselves included, within 8 km that have no such core point within 8 km. `xs` and `ys`: kilometres.
 */
export function clusterPoints(xs: Float64Array, ys: Float64Array): Int32Array {
  const fields = new Map<number, number[]>();
  const fieldOf = new Int32Array(xs.length);
  for (let index = 0; index < xs.length; index += 1) {
    const field = Math.floor((xs[index] as number) / FIELD_KM) * COLUMNS + Math.floor((ys[index] as number) / FIELD_KM);
    fieldOf[index] = field;
    const held = fields.get(field);
    if (held) held.push(index);
    else fields.set(field, [index]);
  }
  const isWithin = (a: number, b: number) => {
    const dx = (xs[a] as number) - (xs[b] as number);
    const dy = (ys[a] as number) - (ys[b] as number);
    return dx * dx + dy * dy <= REACH_KM ** 2;
  };
  const around = (field: number) => NEAR.flatMap((step) => fields.get(field + step) ?? []);

  /** For each field, the points that have enough others within reach. */
  const cores = new Map<number, number[]>();
  for (const [field, members] of fields) {
    const near = members.length >= LEAST ? [] : around(field);
    const isDense = (index: number) => near.filter((other) => isWithin(index, other)).length >= LEAST;
    const dense = members.length >= LEAST ? members : members.filter(isDense);
    if (dense.length > 0) cores.set(field, dense);
  }

  const parents = new Map<number, number>();
  const rootOf = (field: number): number => {
    const parent = parents.get(field) ?? field;
    if (parent === field) return field;
    const root = rootOf(parent);
    parents.set(field, root);
    return root;
  };
  for (const [field, own] of cores) {
    for (const step of NEAR) {
      const other = field + step;
      const others = cores.get(other);
      if (!others || rootOf(other) === rootOf(field)) continue;
      if (own.some((a) => others.some((b) => isWithin(a, b)))) parents.set(rootOf(other), rootOf(field));
    }
  }

  const numbers = new Map<number, number>();
  const clusterOf = (field: number) => {
    const root = rootOf(field);
    const number = numbers.get(root) ?? numbers.size;
    numbers.set(root, number);
    return number;
  };
  const coresAround = (index: number) =>
    NEAR.map((step) => (fieldOf[index] as number) + step).find((field) =>
      cores.get(field)?.some((core) => isWithin(index, core)),
    );
  const clusters = new Int32Array(xs.length).fill(-1);
  for (const [field, members] of fields) {
    const own = cores.get(field);
    for (const index of members) {
      const joined = own ? field : coresAround(index);
      if (joined !== undefined) clusters[index] = clusterOf(joined);
    }
  }
  return clusters;
}

/** The weight of a flash's vote falls to 1/e after this time. */
const VOTE_FADES_MS = 3 * MINUTE_MS;
const NEIGHBOURS_KM = 150;
const TRACK_MINUTES = 30;
const ARROW_KM_PER_MINUTE = 15 / 60;
const ARROW_SIGMAS = 2;
const ARROW_MINUTES = 5;
const RADIUS_SHARE = 0.9;

interface Followed {
  id: number;
  readonly motion: CellMotion;
  bornMs: number;
  lastFlashMs: number;
  minutesWithFlashes: number;
  track: PlanePoint[];
  members: readonly Flash[];
}

export interface FormerSelf {
  readonly id: number;
  readonly bornMs: number;
}

/** Tracks cells: clusters of moved flashes, their identity from minute to minute, and their motion. */
export class CellTracker {
  private readonly followed = new Map<number, Followed>();
  nextId: number;
  private atMs: number | undefined;

  constructor(firstId: number) {
    this.nextId = firstId;
  }

  /** `flashes`: the window's at `nowMs`. Writes to each flash its cell and its moved position. */
  advance(nowMs: number, flashes: readonly Flash[]): StormCell[] {
    const minutes = (nowMs - (this.atMs ?? nowMs)) / MINUTE_MS;
    this.atMs = nowMs;
    for (const cell of this.followed.values()) {
      cell.track = [...cell.track, cell.motion.position].slice(-TRACK_MINUTES);
      cell.motion.predict(minutes);
      cell.members = [];
    }
    this.identify(nowMs, this.clustersOf(nowMs, flashes));
    this.observe(nowMs);
    for (const [id, { members, lastFlashMs }] of this.followed) {
      if (members.length === 0 || lastFlashMs <= nowMs - FLASH_WINDOW_MS) this.followed.delete(id);
    }
    return [...this.followed.values()].map((cell) => this.describe(cell, nowMs));
  }

  /** Restores former identities by cell id. They must be below `nextId` and unused. `flashes`: the window's. */
  rename(former: ReadonlyMap<number, FormerSelf>, flashes: readonly Flash[]): void {
    for (const flash of flashes) flash.cell = former.get(flash.cell)?.id ?? flash.cell;
    const cells = [...this.followed.values()];
    this.followed.clear();
    for (const cell of cells) {
      Object.assign(cell, former.get(cell.id));
      this.followed.set(cell.id, cell);
    }
  }

  /** Clusters flashes after each has moved with its cell. A flash outside all clusters keeps its cell. */
  private clustersOf(nowMs: number, flashes: readonly Flash[]): Flash[][] {
    const velocities = new Map([...this.followed].map(([id, { motion }]) => [id, motion.smoothedVelocity]));
    const xs = new Float64Array(flashes.length);
    const ys = new Float64Array(flashes.length);
    let index = 0;
    for (const flash of flashes) {
      const velocity = velocities.get(flash.cell);
      const minutes = velocity ? (nowMs - flash.atMs) / MINUTE_MS : 0;
      flash.movedXKm = flash.xKm + (velocity?.vx ?? 0) * minutes;
      flash.movedYKm = flash.yKm + (velocity?.vy ?? 0) * minutes;
      xs[index] = flash.movedXKm;
      ys[index] = flash.movedYKm;
      index += 1;
    }
    const clusters: Flash[][] = [];
    const numbers = clusterPoints(xs, ys);
    for (index = 0; index < flashes.length; index += 1) {
      const cluster = numbers[index] as number;
      if (cluster === -1) continue;
      clusters[cluster] ??= [];
      clusters[cluster].push(flashes[index] as Flash);
    }
    return clusters;
  }

  private identify(nowMs: number, clusters: readonly Flash[][]): void {
    const identities = assignIds(clusters.map((members) => this.ballotOf(members, nowMs)));
    const knownBefore = [...this.followed.values()];
    clusters.forEach((members, index) => {
      const identity = identities[index];
      const cell =
        identity?.kind === 'continues'
          ? this.followed.get(identity.id)
          : this.begin(members, nowMs, this.guess(members, identity?.splitFrom, knownBefore));
      if (!cell) return;
      cell.members = members;
      for (const flash of members) {
        flash.cell = cell.id;
        if (flash.atMs > cell.lastFlashMs) cell.lastFlashMs = flash.atMs;
      }
    });
  }

  private ballotOf(members: readonly Flash[], nowMs: number): Ballot {
    const votes = new Map<number, number>();
    // Members are sorted by time and mostly vote for one cell, so weights are summed in runs.
    let id = 0;
    let weight = 0;
    const count = () => {
      if (this.followed.has(id)) votes.set(id, (votes.get(id) ?? 0) + weight);
    };
    for (const flash of members) {
      if (flash.cell !== id) {
        count();
        id = flash.cell;
        weight = 0;
      }
      weight += Math.exp((flash.atMs - nowMs) / VOTE_FADES_MS);
    }
    count();
    return { votes, size: members.length };
  }

  private begin(members: readonly Flash[], nowMs: number, guess: Velocity | undefined): Followed {
    const cell: Followed = {
      id: this.nextId,
      motion: new CellMotion(meanOf(members), guess),
      bornMs: Math.min(nowMs, ...members.slice(0, 1).map(({ atMs }) => atMs)),
      lastFlashMs: 0,
      minutesWithFlashes: 0,
      track: [],
      members: [],
    };
    this.nextId += 1;
    this.followed.set(cell.id, cell);
    return cell;
  }

  private guess(
    members: readonly Flash[],
    splitFrom: number | undefined,
    known: readonly Followed[],
  ): Velocity | undefined {
    if (splitFrom !== undefined) return this.followed.get(splitFrom)?.motion.velocity;
    const at = meanOf(members);
    let [vx, vy, weights] = [0, 0, 0];
    for (const { motion } of known) {
      const { xKm, yKm } = motion.position;
      if (Math.hypot(xKm - at.xKm, yKm - at.yKm) > NEIGHBOURS_KM) continue;
      const weight = 1 / motion.sigma ** 2;
      vx += motion.velocity.vx * weight;
      vy += motion.velocity.vy * weight;
      weights += weight;
    }
    return weights === 0 ? undefined : { vx: vx / weights, vy: vy / weights };
  }

  private observe(nowMs: number): void {
    for (const cell of this.followed.values()) {
      const seen = cell.members.filter(({ elapsedMs }) => elapsedMs === nowMs);
      if (seen.length === 0) continue;
      cell.motion.observe(meanOf(seen), seen.length, spreadOf(cell.members));
      cell.minutesWithFlashes += 1;
    }
  }

  private describe({ id, motion, members, bornMs, minutesWithFlashes, track }: Followed, nowMs: number): StormCell {
    const { vx, vy } = motion.velocity;
    const speed = Math.hypot(vx, vy);
    const { position } = motion;
    const distances = new Float64Array(members.length);
    let late = 0;
    let measured = 0;
    for (const { movedXKm, movedYKm, atMs } of members) {
      distances[measured] = Math.sqrt((movedXKm - position.xKm) ** 2 + (movedYKm - position.yKm) ** 2);
      measured += 1;
      if (atMs > nowMs - FLASH_WINDOW_MS / 2) late += 1;
    }
    distances.sort();
    const showArrow =
      speed >= ARROW_KM_PER_MINUTE && speed >= ARROW_SIGMAS * motion.sigma && minutesWithFlashes >= ARROW_MINUTES;
    return {
      id,
      ...position,
      ...(showArrow ? motion.velocity : motion.smoothedVelocity),
      sigma: motion.sigma,
      showArrow,
      flashes: members.length,
      radiusKm: distances[Math.floor(RADIUS_SHARE * (distances.length - 1))] ?? 0,
      trend: trendOf(members.length - late, late),
      bornMs,
      track,
    };
  }
}

/** Variance along one axis, km². */
function spreadOf(flashes: readonly Flash[]): number {
  const { xKm, yKm } = meanOf(flashes);
  let sum = 0;
  for (const { movedXKm, movedYKm } of flashes) sum += (movedXKm - xKm) ** 2 + (movedYKm - yKm) ** 2;
  return sum / (2 * flashes.length);
}

function meanOf(flashes: readonly Flash[]): PlanePoint {
  let xKm = 0;
  let yKm = 0;
  for (const { movedXKm, movedYKm } of flashes) {
    xKm += movedXKm;
    yKm += movedYKm;
  }
  return { xKm: xKm / flashes.length, yKm: yKm / flashes.length };
}
