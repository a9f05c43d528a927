import { ByteReader, ByteWriter } from './bytes.ts';

/** How fine the tiles are, and into how many parts of equal length the day is cut. */
export const DAY_GRIDS = { hours: { zoom: 10, parts: 24 }, cells: { zoom: 12, parts: 1 } } as const;
export type DayGridKind = keyof typeof DAY_GRIDS;

/** The strikes of home in one tile, on the day or in one of its hours. At least one. */
export interface DayCount {
  /** 0 to 23; not in a grid of `cells`. */
  readonly hour?: number;
  /** The tile, at the grid's zoom. */
  readonly x: number;
  readonly y: number;
  readonly strikes: number;
}

/**
 * How many strikes fell at home on one UTC day: by hour and tile of zoom 10 (`hours`), or by tile of zoom 12 (`cells`).
 * Packed, all integers unsigned LEB128: magic `DG1`, the zoom, the day; then for each part of the day, 24 or 1, how
 * many tiles follow, their numbers `x * 2^zoom + y` in rising order as differences less one (the first: to -1), and
 * their strikes less one.
 */
export interface DayGrid {
  /** Days since the Unix epoch, UTC. */
  readonly day: number;
  readonly zoom: 10 | 12;
  /** By hour, then by tile: from west to east, from north to south. */
  readonly counts: readonly DayCount[];
}

const GRID_MAGIC = [0x44, 0x47, 0x31];

function kindOfZoom(zoom: number): DayGridKind | undefined {
  return zoom === DAY_GRIDS.hours.zoom ? 'hours' : zoom === DAY_GRIDS.cells.zoom ? 'cells' : undefined;
}

/** Counts may be in any order; a tile that is named twice in a part counts for the sum. */
export function encodeDayGrid({ day, zoom, counts }: DayGrid): Uint8Array<ArrayBuffer> {
  const { parts } = DAY_GRIDS[zoom === 10 ? 'hours' : 'cells'];
  const strikesOf = Array.from({ length: parts }, () => new Map<number, number>());
  for (const { hour = 0, x, y, strikes } of counts) {
    const tile = x * 2 ** zoom + y;
    const part = strikesOf[hour];
    if (part && strikes > 0) part.set(tile, (part.get(tile) ?? 0) + strikes);
  }
  const out = new ByteWriter();
  for (const byte of GRID_MAGIC) out.byte(byte);
  out.unsigned(zoom);
  out.unsigned(day);
  for (const part of strikesOf) {
    const tiles = [...part.keys()].sort((a, b) => a - b);
    out.unsigned(tiles.length);
    let last = -1;
    for (const tile of tiles) {
      out.unsigned(tile - last - 1);
      last = tile;
    }
    for (const tile of tiles) out.unsigned((part.get(tile) ?? 1) - 1);
  }
  return out.finish();
}

/** Never throws. */
export function decodeDayGrid(bytes: Uint8Array): { ok: true; grid: DayGrid } | { ok: false; reason: string } {
  try {
    const reader = new ByteReader(bytes);
    if (!GRID_MAGIC.every((byte) => reader.byte() === byte)) return { ok: false, reason: 'not a day grid' };
    const kind = kindOfZoom(reader.unsigned());
    if (!kind) return { ok: false, reason: 'a zoom that no grid has' };
    const { zoom, parts } = DAY_GRIDS[kind];
    const day = reader.unsigned();
    const counts: DayCount[] = [];
    for (let hour = 0; hour < parts; hour += 1) {
      const error = readPart(reader, bytes.length, zoom, kind === 'hours' ? { hour } : {}, counts);
      if (error) return { ok: false, reason: error };
    }
    if (!reader.finished) return { ok: false, reason: 'bytes after the last count' };
    if (!Number.isSafeInteger(day)) return { ok: false, reason: 'number too large' };
    return { ok: true, grid: { day, zoom, counts } };
  } catch (error) {
    return { ok: false, reason: (error as Error).message };
  }
}

/** Appends the counts of one part; returns what is wrong with them. */
function readPart(
  reader: ByteReader,
  mostTiles: number,
  zoom: number,
  when: { readonly hour?: number },
  counts: DayCount[],
): string | undefined {
  const length = reader.unsigned();
  if (length > mostTiles) return 'count exceeds the bytes';
  const tiles = new Array<number>(length);
  let tile = -1;
  for (let index = 0; index < length; index += 1) tiles[index] = tile += reader.unsigned() + 1;
  if (tile >= 4 ** zoom) return 'a tile that is not there';
  for (const each of tiles) {
    const strikes = reader.unsigned() + 1;
    if (!Number.isSafeInteger(strikes)) return 'number too large';
    counts.push({ ...when, x: Math.floor(each / 2 ** zoom), y: each % 2 ** zoom, strikes });
  }
  return undefined;
}
