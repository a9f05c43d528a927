import { formatTile, type Tile } from '#shared/geo/tile.ts';
import { CELL_ZOOM } from '#shared/limits.ts';
import { HOUR_MS, hourStartMs } from '#shared/time/hourKey.ts';
import { ancestorAt } from './viewTiles.ts';

/** One slice: the strikes of `tile` in the hour that starts at `hourMs`. */
export interface SliceName {
  readonly tile: Tile;
  readonly hourMs: number;
}

interface HeldTile {
  readonly tile: Tile;
  readonly sealedHours: Set<number>;
  readonly openHours: Set<number>;
  /** The newest hour there was when the tile was read: later ones come whole with the stream. Infinite: none do. */
  newestHourMs: number;
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
 * Which tile hours this tab holds completely. Open hours stay complete only while the stream covers their cell without
 * a hole; sealed ones for good. A tile counts as held when any tile around it is.
 */
export class SliceCoverage {
  private readonly held = new Map<string, HeldTile>();

  /** Notes a slice that was read. `newestHourMs` is the hour the server's clock stood in. */
  mark({ tile, hourMs }: SliceName, sealed: boolean, newestHourMs: number): void {
    const name = formatTile(tile);
    const entry: HeldTile = this.held.get(name) ?? {
      tile,
      sealedHours: new Set(),
      openHours: new Set(),
      newestHourMs: Number.POSITIVE_INFINITY,
    };
    (sealed ? entry.sealedHours : entry.openHours).add(hourMs);
    if (hourMs === newestHourMs) entry.newestHourMs = newestHourMs;
    this.held.set(name, entry);
  }

  missing(names: readonly SliceName[]): SliceName[] {
    return names.filter((name) => !this.holds(name));
  }

  /** Forgets open hours outside `cells`: the stream no longer tells what is added there. */
  keepOpenWithin(cells: readonly Tile[]): void {
    const covered = new Set(cells.map(formatTile));
    for (const entry of this.held.values()) {
      if (!covered.has(formatTile(ancestorAt(entry.tile, CELL_ZOOM)))) forgetOpen(entry);
    }
  }

  /** Forgets all that was not sealed: the stream had a hole. */
  forgetOpen(): void {
    for (const entry of this.held.values()) forgetOpen(entry);
  }

  /** Forgets hours that ended before any window on offer begins. */
  prune(beforeHourMs: number): void {
    for (const [name, entry] of this.held) {
      for (const hours of [entry.sealedHours, entry.openHours]) {
        for (const hourMs of hours) if (hourMs < beforeHourMs) hours.delete(hourMs);
      }
      if (entry.sealedHours.size + entry.openHours.size === 0) this.held.delete(name);
    }
  }

  clear(): void {
    this.held.clear();
  }

  private holds({ tile, hourMs }: SliceName): boolean {
    for (let z = tile.z; z >= CELL_ZOOM; z -= 1) {
      const entry = this.held.get(formatTile(ancestorAt(tile, z)));
      if (entry && (entry.sealedHours.has(hourMs) || entry.openHours.has(hourMs) || hourMs > entry.newestHourMs)) {
        return true;
      }
    }
    return false;
  }
}

function forgetOpen(entry: HeldTile): void {
  entry.openHours.clear();
  entry.newestHourMs = Number.POSITIVE_INFINITY;
}
