import { MINUTE_MS } from '#shared/time/hourKey.ts';
import { assignIds, type Ballot } from './assignIds.ts';
import { CellMotion } from './CellMotion.ts';
import { clusterPoints } from './clusterPoints.ts';
import { FLASH_WINDOW_MS, type Flash } from './FlashWindow.ts';
import type { PlanePoint, Velocity } from './plane.ts';
import { type StormCell, trendOf } from './StormCell.ts';

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
  members: readonly Flash[];
}

export interface FormerSelf {
  readonly id: number;
  readonly bornMs: number;
}

/** Follows cells: clusters of moved flashes, their identity from minute to minute, and their motion. */
export class CellTracker {
  private readonly followed = new Map<number, Followed>();
  nextId: number;
  private atMs: number | undefined;

  constructor(firstId: number) {
    this.nextId = firstId;
  }

  /** `flashes`: the window's at `nowMs`. Writes to each flash the cell it belongs to, and where that moved it. */
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

  /** Gives cells, by their ids, former ones, which must be below `nextId` and unused. `flashes`: the window's. */
  rename(former: ReadonlyMap<number, FormerSelf>, flashes: readonly Flash[]): void {
    for (const flash of flashes) flash.cell = former.get(flash.cell)?.id ?? flash.cell;
    const cells = [...this.followed.values()];
    this.followed.clear();
    for (const cell of cells) {
      Object.assign(cell, former.get(cell.id));
      this.followed.set(cell.id, cell);
    }
  }

  /** Clusters flashes after each has moved with its cell. One that lies in no cluster keeps its cell. */
  private clustersOf(nowMs: number, flashes: readonly Flash[]): Flash[][] {
    const velocities = new Map([...this.followed].map(([id, { motion }]) => [id, motion.believed]));
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
    // Members stand by time and mostly voted for one cell: their weights are summed in runs.
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
      const seen = cell.members.filter(({ takenMs }) => takenMs === nowMs);
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

/** Along one axis, km². */
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
