import { assignIds, type Ballot } from './assignIds.ts';
import { CellMotion } from './CellMotion.ts';
import { clusterPoints } from './clusterPoints.ts';
import { type Flash, WINDOW_MS } from './FlashWindow.ts';
import type { PlanePoint, Velocity } from './plane.ts';
import type { StormCell } from './StormCell.ts';
import { trendOf } from './trendOf.ts';

const MINUTE_MS = 60_000;
/** A flash's vote counts for 1/e as much after so long. */
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
  members: Moved[];
}

/** What a cell was told as before. */
export interface FormerSelf {
  readonly id: number;
  readonly bornMs: number;
}

/** A flash moved to now with its cell. */
interface Moved extends PlanePoint {
  readonly flash: Flash;
}

/** Follows cells: clusters of moved flashes, their identity from minute to minute, and their motion. */
export class CellTracker {
  private readonly followed = new Map<number, Followed>();
  /** The number that the next new cell gets. */
  nextId: number;
  private atMs: number | undefined;

  constructor(firstId: number) {
    this.nextId = firstId;
  }

  /** `flashes`: the window's; `begun`: those of them that are new. Writes to each flash the cell it belongs to. */
  advance(nowMs: number, flashes: readonly Flash[], begun: readonly Flash[]): StormCell[] {
    const minutes = (nowMs - (this.atMs ?? nowMs)) / MINUTE_MS;
    this.atMs = nowMs;
    for (const cell of this.followed.values()) {
      cell.track = [...cell.track, cell.motion.position].slice(-TRACK_MINUTES);
      cell.motion.predict(minutes);
      cell.members = [];
    }
    this.identify(nowMs, this.clustersOf(nowMs, flashes));
    this.observe(begun);
    for (const [id, { members, lastFlashMs }] of this.followed) {
      if (members.length === 0 || lastFlashMs <= nowMs - WINDOW_MS) this.followed.delete(id);
    }
    return [...this.followed.values()].map((cell) => this.describe(cell, nowMs));
  }

  /** Gives cells, by their ids, former ones, which must be below `nextId` and nobody's. `flashes`: the window's. */
  rename(former: ReadonlyMap<number, FormerSelf>, flashes: readonly Flash[]): void {
    for (const flash of flashes) flash.cell = former.get(flash.cell)?.id ?? flash.cell;
    const cells = [...this.followed.values()];
    this.followed.clear();
    for (const cell of cells) {
      Object.assign(cell, former.get(cell.id));
      this.followed.set(cell.id, cell);
    }
  }

  /** Clusters of two minutes or more: a flash that lies in none keeps its cell, and moves with it. */
  private clustersOf(nowMs: number, flashes: readonly Flash[]): Moved[][] {
    const moved = flashes.map((flash) => {
      const velocity = this.followed.get(flash.cell)?.motion.believed;
      const minutes = (nowMs - flash.atMs) / MINUTE_MS;
      const xKm = flash.xKm + (velocity?.vx ?? 0) * minutes;
      return { flash, xKm, yKm: flash.yKm + (velocity?.vy ?? 0) * minutes };
    });
    const clusters: Moved[][] = [];
    clusterPoints(moved).forEach((cluster, index) => {
      if (cluster === -1) return;
      clusters[cluster] ??= [];
      clusters[cluster].push(moved[index] as Moved);
    });
    return clusters;
  }

  private identify(nowMs: number, clusters: readonly Moved[][]): void {
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
      for (const { flash } of members) {
        flash.cell = cell.id;
        cell.lastFlashMs = Math.max(cell.lastFlashMs, flash.atMs);
      }
    });
  }

  private ballotOf(members: readonly Moved[], nowMs: number): Ballot {
    const votes = new Map<number, number>();
    // Members stand by time and mostly voted for one cell: their weights are summed in runs.
    let [id, weight] = [0, 0];
    const count = () => {
      if (this.followed.has(id)) votes.set(id, (votes.get(id) ?? 0) + weight);
    };
    for (const { flash } of members) {
      if (flash.cell !== id) {
        count();
        [id, weight] = [flash.cell, 0];
      }
      weight += Math.exp((flash.atMs - nowMs) / VOTE_FADES_MS);
    }
    count();
    return { votes, size: members.length };
  }

  private begin(members: readonly Moved[], nowMs: number, guess: Velocity | undefined): Followed {
    const cell: Followed = {
      id: this.nextId,
      motion: new CellMotion(meanOf(members), guess),
      bornMs: Math.min(nowMs, ...members.slice(0, 1).map(({ flash }) => flash.atMs)),
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
    members: readonly Moved[],
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

  private observe(begun: readonly Flash[]): void {
    const fresh = new Set(begun);
    for (const cell of this.followed.values()) {
      const seen = cell.members.filter(({ flash }) => fresh.has(flash));
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
    for (const { xKm, yKm, flash } of members) {
      distances[measured] = Math.sqrt((xKm - position.xKm) ** 2 + (yKm - position.yKm) ** 2);
      measured += 1;
      if (flash.atMs > nowMs - WINDOW_MS / 2) late += 1;
    }
    distances.sort();
    const showArrow =
      speed >= ARROW_KM_PER_MINUTE && speed >= ARROW_SIGMAS * motion.sigma && minutesWithFlashes >= ARROW_MINUTES;
    return {
      id,
      ...position,
      ...(showArrow ? motion.velocity : motion.believed),
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

/** The variance of points about their mean along one axis, km². */
function spreadOf(points: readonly PlanePoint[]): number {
  const { xKm, yKm } = meanOf(points);
  return points.reduce((sum, point) => sum + (point.xKm - xKm) ** 2 + (point.yKm - yKm) ** 2, 0) / (2 * points.length);
}

function meanOf(points: readonly PlanePoint[]): PlanePoint {
  let [xKm, yKm] = [0, 0];
  for (const point of points) {
    xKm += point.xKm;
    yKm += point.yKm;
  }
  return { xKm: xKm / points.length, yKm: yKm / points.length };
}
