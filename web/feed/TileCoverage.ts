import { formatTile, type Tile } from '#shared/geo/tile.ts';
import { CELL_ZOOM } from '#shared/limits.ts';
import { HOUR_MS, hourStartMs } from '#shared/time/hourKey.ts';
import { ancestorAt } from './viewTiles.ts';

/** One slice: the strikes of `tile` in the hour that starts at `hourMs`. */
export interface SliceName {
  readonly tile: Tile;
  readonly hourMs: number;
}

/** Where a tile stood when the stream stopped telling of it. */
interface Leave {
  /** Every strike of its hours with an ordinal up to this one is held. */
  readonly seq: number;
  readonly atMs: number;
}

interface HeldTile {
  readonly tile: Tile;
  readonly hours: Set<number>;
  /** The newest hour there was when the tile was read: the stream tells later ones from their start. Infinite: none. */
  newestHourMs: number;
  /** Undefined while the stream tells of the tile. */
  left: Leave | undefined;
}

/** The slices of a window that ends at `nowMs`, newest hour first: what is looked at first arrives first. */
export function windowSlices(tiles: readonly Tile[], nowMs: number, windowMs: number): SliceName[] {
  const names: SliceName[] = [];
  for (let hourMs = hourStartMs(nowMs); hourMs >= hourStartMs(nowMs - windowMs); hourMs -= HOUR_MS) {
    for (const tile of tiles) names.push({ tile, hourMs });
  }
  return names;
}

/**
 * Which hours of which tiles this tab holds completely. They stay complete while the stream covers their cell; once it
 * does not, they are complete up to a seq, and again to the end when a stream has been resumed from there: ordinals
 * follow arrival, so whatever any hour gained meanwhile is told. A tile counts as held when any tile around it is.
 */
export class TileCoverage {
  private readonly held = new Map<string, HeldTile>();

  /** Notes a slice that was read, complete up to `seq`. `newestHourMs` is the hour the server's clock stood in. */
  mark({ tile, hourMs }: SliceName, seq: number, newestHourMs: number): void {
    const name = formatTile(tile);
    const unread: HeldTile = { tile, hours: new Set(), newestHourMs: Number.POSITIVE_INFINITY, left: undefined };
    const entry = this.held.get(name) ?? unread;
    entry.hours.add(hourMs);
    if (hourMs === newestHourMs) entry.newestHourMs = newestHourMs;
    if (entry.left) entry.left = { ...entry.left, seq: Math.min(seq, entry.left.seq) };
    this.held.set(name, entry);
  }

  missing(names: readonly SliceName[]): SliceName[] {
    return names.filter((name) => !this.holds(name));
  }

  /** The stream tells of `cells` only, from now on; what it told of other tiles is complete up to `seq`. */
  leaveOutside(cells: readonly Tile[], seq: number, nowMs: number): void {
    const covered = new Set(cells.map(formatTile));
    for (const entry of this.held.values()) {
      if (!entry.left && !covered.has(cellOf(entry))) entry.left = { seq, atMs: nowMs };
    }
  }

  /** The stream tells of `cells` again. Returns the seq it must resume from, or undefined when no tile had been left. */
  returnTo(cells: readonly Tile[]): number | undefined {
    const covered = new Set(cells.map(formatTile));
    let fromSeq: number | undefined;
    for (const entry of this.held.values()) {
      if (!entry.left || !covered.has(cellOf(entry))) continue;
      fromSeq = Math.min(entry.left.seq, fromSeq ?? entry.left.seq);
      entry.left = undefined;
    }
    return fromSeq;
  }

  /** Gives up tiles that were left before this: no relay can tell any more what they have gained since. */
  forgetLeftBefore(atMs: number): void {
    for (const [name, { left }] of this.held) if (left && left.atMs < atMs) this.held.delete(name);
  }

  /** Forgets hours that ended before any window on offer begins. */
  prune(beforeHourMs: number): void {
    for (const [name, { hours }] of this.held) {
      for (const hourMs of hours) if (hourMs < beforeHourMs) hours.delete(hourMs);
      if (hours.size === 0) this.held.delete(name);
    }
  }

  clear(): void {
    this.held.clear();
  }

  private holds({ tile, hourMs }: SliceName): boolean {
    for (let z = tile.z; z >= CELL_ZOOM; z -= 1) {
      const entry = this.held.get(formatTile(ancestorAt(tile, z)));
      if (entry && (entry.hours.has(hourMs) || hourMs > entry.newestHourMs)) return true;
    }
    return false;
  }
}

function cellOf({ tile }: HeldTile): string {
  return formatTile(ancestorAt(tile, CELL_ZOOM));
}
