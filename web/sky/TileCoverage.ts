import type { BBox } from '#shared/geo/BBox.ts';
import { formatTile, type Tile, tileAt, tilesCovering } from '#shared/geo/tile.ts';
import { CELL_ZOOM, MAX_CELLS_PER_STREAM, SLICE_ZOOM_MAX } from '#shared/limits.ts';
import { HOUR_MS } from '#shared/time.ts';

/** Most slices that a view requests per hour; its tiles are as fine as this allows. */
const MAX_TILES_PER_HOUR = 4;
/** Tiles around a measuring point are this coarse (450 km), to reveal little of where a visitor is. */
const NEAR_ZOOM = 6;

export interface ViewedArea {
  readonly view: BBox;
  readonly near: BBox | undefined;
}

function nearestCells(bbox: BBox): Tile[] {
  const side = 2 ** CELL_ZOOM;
  const centre = tileAt((bbox.west + bbox.east) / 2, (bbox.south + bbox.north) / 2, CELL_ZOOM);
  const all = tilesCovering(bbox, CELL_ZOOM, side * side) ?? [];
  const distance = (tile: Tile) => (tile.x - centre.x) ** 2 + (tile.y - centre.y) ** 2;
  return all.toSorted((a, b) => distance(a) - distance(b)).slice(0, MAX_CELLS_PER_STREAM);
}

/** Returns the cells to stream: the cells that cover the view, or if it is too wide those nearest its centre. */
export function viewCells(bbox: BBox): Tile[] {
  return tilesCovering(bbox, CELL_ZOOM, MAX_CELLS_PER_STREAM) ?? nearestCells(bbox);
}

/** Returns the tiles of the view at the finest zoom where a few suffice, so that a city's day stays small. */
export function viewSliceTiles(bbox: BBox): Tile[] {
  for (let z = SLICE_ZOOM_MAX; z > CELL_ZOOM; z -= 1) {
    const tiles = tilesCovering(bbox, z, MAX_TILES_PER_HOUR);
    if (tiles) return tiles;
  }
  return viewCells(bbox);
}

export function viewExceedsCells(bbox: BBox): boolean {
  return tilesCovering(bbox, CELL_ZOOM, MAX_CELLS_PER_STREAM) === undefined;
}

/** Returns the cells of both parts; `tooWide` if they do not cover both. */
export function viewedCells({ view, near }: ViewedArea): { readonly cells: Tile[]; readonly tooWide: boolean } {
  const all = withoutRepeats([...(near ? viewCells(near) : []), ...viewCells(view)]);
  return {
    cells: all.slice(0, MAX_CELLS_PER_STREAM),
    tooWide: viewExceedsCells(view) || all.length > MAX_CELLS_PER_STREAM,
  };
}

/** Returns the slice tiles of both parts, without tiles that lie in another. */
export function watchedTiles({ view, near }: ViewedArea): Tile[] {
  const tiles = viewSliceTiles(view);
  const names = new Set(tiles.map(formatTile));
  const covered = (tile: Tile) => {
    for (let z = tile.z; z >= CELL_ZOOM; z -= 1) if (names.has(formatTile(ancestorAt(tile, z)))) return true;
    return false;
  };
  const around = near ? (tilesCovering(near, NEAR_ZOOM, MAX_TILES_PER_HOUR) ?? viewCells(near)) : [];
  return [...tiles, ...around.filter((tile) => !covered(tile))];
}

function withoutRepeats(tiles: readonly Tile[]): Tile[] {
  return [...new Map(tiles.map((tile) => [formatTile(tile), tile])).values()];
}

/** Returns the tile at zoom `z` that contains `tile`; `z` must not exceed the tile's own zoom. */
export function ancestorAt(tile: Tile, z: number): Tile {
  const shrink = 2 ** (tile.z - z);
  return { z, x: Math.floor(tile.x / shrink), y: Math.floor(tile.y / shrink) };
}

/** The strikes of `tile` in the hour that starts at `hourMs`. */
export interface SliceName {
  readonly tile: Tile;
  readonly hourMs: number;
}

interface Leave {
  /** Every strike of its hours with an ordinal up to this one is held. */
  readonly seq: number;
  readonly atMs: number;
}

interface HeldTile {
  readonly tile: Tile;
  readonly hours: Set<number>;
  /** The newest hour when the tile was read: the stream delivers later ones in full. Infinity if it was not read. */
  newestHourMs: number;
  /** Undefined while the stream covers the tile. */
  left: Leave | undefined;
}

/** Whole hours since the Unix epoch, the last exclusive. */
export interface HourSpan {
  readonly fromHour: number;
  readonly toHour: number;
}

/** Returns the slices of some hours, newest hour first, because visitors look at it first. */
export function slicesOf(tiles: readonly Tile[], { fromHour, toHour }: HourSpan): SliceName[] {
  const names: SliceName[] = [];
  for (let hour = toHour - 1; hour >= fromHour; hour -= 1) {
    for (const tile of tiles) names.push({ tile, hourMs: hour * HOUR_MS });
  }
  return names;
}

/** The hours of a window that ends now, including the open hour. */
export function hoursUpTo(nowMs: number, windowMs: number): HourSpan {
  return { fromHour: Math.floor((nowMs - windowMs) / HOUR_MS), toHour: Math.floor(nowMs / HOUR_MS) + 1 };
}

/** The hours that overlap the past window `[atMs - windowMs, atMs)`. */
export function hoursBefore(atMs: number, windowMs: number): HourSpan {
  return { fromHour: Math.floor((atMs - windowMs) / HOUR_MS), toHour: Math.ceil(atMs / HOUR_MS) };
}

/**
 * Tracks which hours of which tiles this tab holds completely. They stay complete while the stream covers their cell,
 * and after that up to a seq, until a stream resumes there: ordinals follow arrival, so it delivers whatever any hour
 * has gained meanwhile. A tile counts as held if a tile that contains it is held.
 */
export class TileCoverage {
  private readonly held = new Map<string, HeldTile>();

  /**
   * Records a slice that is complete up to `seq`. `streamedHourMs`: at the request, the hour that the stream covers.
   */
  hold({ tile, hourMs }: SliceName, seq: number, streamedHourMs: number | undefined): void {
    const name = formatTile(tile);
    const gaps: HeldTile = { tile, hours: new Set(), newestHourMs: Number.POSITIVE_INFINITY, left: undefined };
    const entry = this.held.get(name) ?? gaps;
    entry.hours.add(hourMs);
    if (hourMs === streamedHourMs) entry.newestHourMs = hourMs;
    if (entry.left) entry.left = { ...entry.left, seq: Math.min(seq, entry.left.seq) };
    this.held.set(name, entry);
  }

  missing(names: readonly SliceName[]): SliceName[] {
    return names.filter((name) => !this.holds(name));
  }

  /** From now on the stream covers only `cells`; other tiles are complete up to `seq`. */
  leaveOutside(cells: readonly Tile[], seq: number, nowMs: number): void {
    const covered = new Set(cells.map(formatTile));
    for (const entry of this.held.values()) {
      if (!entry.left && !covered.has(cellOf(entry))) entry.left = { seq, atMs: nowMs };
    }
  }

  /** The stream covers `cells` again. Returns the seq to resume from, or undefined if it had left none of them. */
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

  /** Forgets tiles that left the stream before `atMs`: relays can no longer replay what they have gained since. */
  forgetLeftBefore(atMs: number): void {
    for (const [name, { left }] of this.held) if (left && left.atMs < atMs) this.held.delete(name);
  }

  /** After a wrong clock: no hour may count as delivered by the stream from its start. */
  forgetNewestHours(): void {
    for (const entry of this.held.values()) entry.newestHourMs = Number.POSITIVE_INFINITY;
  }

  /** Forgets hours before `beforeHourMs`, which no selectable window reaches. */
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
