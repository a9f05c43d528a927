import { type BBox, boxAround } from '#shared/geo/BBox.ts';
import { EARTH_RADIUS_KM, type Position } from '#shared/geo/geodesy.ts';

/** Where and when strikes fell, oldest first: flat, because a hundred thousand objects cost more than the work on them. */
export interface PositionColumns {
  readonly atMs: Float64Array;
  readonly latitude: Float64Array;
  readonly longitude: Float64Array;
}

/** @param strikes oldest first */
export function positionColumns(strikes: readonly (Position & { readonly atMs: number })[]): PositionColumns {
  return {
    atMs: Float64Array.from(strikes, ({ atMs }) => atMs),
    latitude: Float64Array.from(strikes, ({ latitude }) => latitude),
    longitude: Float64Array.from(strikes, ({ longitude }) => longitude),
  };
}

type Listed = { readonly [Column in keyof PositionColumns]: readonly number[] };

/** Pages of strikes, the newest page first, each in no order. Pauses after each page. */
export function* joinPositions(pages: readonly Listed[]): Generator<void, PositionColumns> {
  const count = pages.reduce((sum, { atMs }) => sum + atMs.length, 0);
  const joined = {
    atMs: new Float64Array(count),
    latitude: new Float64Array(count),
    longitude: new Float64Array(count),
  };
  let next = 0;
  for (const { atMs, latitude, longitude } of pages.toReversed()) {
    const order = Uint32Array.from(atMs.keys()).sort((a, b) => (atMs[a] ?? 0) - (atMs[b] ?? 0));
    for (const index of order) {
      joined.atMs[next] = atMs[index] ?? 0;
      joined.latitude[next] = latitude[index] ?? 0;
      joined.longitude[next] = longitude[index] ?? 0;
      next += 1;
    }
    yield;
  }
  return joined;
}

/** Those from `fromMs` on. */
export function positionsSince({ atMs, latitude, longitude }: PositionColumns, fromMs: number): PositionColumns {
  const at = atMs.findIndex((one) => one >= fromMs);
  const first = at < 0 ? atMs.length : at;
  return {
    atMs: atMs.subarray(first),
    latitude: latitude.subarray(first),
    longitude: longitude.subarray(first),
  };
}

/** The strikes near one site, oldest first. */
export interface SiteStrikes {
  readonly atMs: Float64Array;
  readonly km: Float64Array;
}

interface Grid {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  /** Sites along each side. */
  readonly side: number;
}

/** The centres of a grid's cells, from the south-west, row by row. */
export function gridSites({ west, south, east, north, side }: Grid): Position[] {
  return Array.from({ length: side * side }, (_, index) => ({
    latitude: south + ((Math.floor(index / side) + 0.5) / side) * (north - south),
    longitude: west + (((index % side) + 0.5) / side) * (east - west),
  }));
}

/** A site's reach of 30 km covers about fifty cells, 1.5 times the area of its circle. */
const CELLS_A_DEGREE = 10;
const CELLS_A_ROW = 360 * CELLS_A_DEGREE;
/** Strikes between two pauses, at up to a microsecond each in code that is still cold. */
const FILED_PER_CHUNK = 5_000;
/** Strikes of one block, so that no allocation is long either. A power of two. */
const BLOCK_BITS = 15;
const BLOCK = 1 << BLOCK_BITS;

const cellNumber = (row: number, column: number) => row * CELLS_A_ROW + column;
const rowOf = (latitude: number) => Math.floor((latitude + 90) * CELLS_A_DEGREE);
const columnOf = (longitude: number) => Math.floor((longitude + 180) * CELLS_A_DEGREE);

const COLUMNS = 4;

/** On the unit sphere, where a distance needs no sines: each strike is measured from about forty sites. */
type Point = readonly [x: number, y: number, z: number];

const RADIANS = Math.PI / 180;

function pointOf({ latitude, longitude }: Position): Point {
  const wide = Math.cos(latitude * RADIANS);
  return [wide * Math.cos(longitude * RADIANS), wide * Math.sin(longitude * RADIANS), Math.sin(latitude * RADIANS)];
}

/** Strikes indexed by cells of a tenth of a degree, so that a site reads only those around it. */
export class StrikeCells {
  private readonly strikes: PositionColumns;
  /** Time and point of each strike, next to each other in memory. */
  private readonly blocks: Float64Array[] = [];
  /** Of each cell: where its strikes begin in `filed`, and how many there are. */
  private readonly cells = new Map<number, { begin: number; count: number }>();
  /** The strikes' indexes, cell by cell. */
  private readonly filed: Uint32Array;
  /** One bit per strike: those in the cells of the current site. */
  private readonly around: Uint32Array;

  constructor(strikes: PositionColumns) {
    this.strikes = strikes;
    this.filed = new Uint32Array(strikes.atMs.length);
    this.around = new Uint32Array(Math.ceil(strikes.atMs.length / 32));
  }

  /** Call before the first `near`. Pauses every few milliseconds of work. */
  *fill(): Generator<void, void> {
    const { atMs, latitude, longitude } = this.strikes;
    const numbers = new Uint32Array(atMs.length);
    for (let index = 0; index < atMs.length; index += 1) {
      const position = { latitude: latitude[index] as number, longitude: longitude[index] as number };
      if (index % BLOCK === 0) this.blocks.push(new Float64Array(COLUMNS * Math.min(BLOCK, atMs.length - index)));
      this.write(index, atMs[index] as number, pointOf(position));
      const number = cellNumber(rowOf(position.latitude), columnOf(position.longitude));
      numbers[index] = number;
      const cell = this.cells.get(number);
      if (cell) cell.count += 1;
      else this.cells.set(number, { begin: 0, count: 1 });
      if (index % FILED_PER_CHUNK === FILED_PER_CHUNK - 1) yield;
    }
    yield;
    let begin = 0;
    for (const cell of this.cells.values()) {
      cell.begin = begin;
      begin += cell.count;
      cell.count = 0;
    }
    for (let index = 0; index < atMs.length; index += 1) {
      const cell = this.cells.get(numbers[index] as number);
      if (!cell) continue;
      this.filed[cell.begin + cell.count] = index;
      cell.count += 1;
      if (index % FILED_PER_CHUNK === FILED_PER_CHUNK - 1) yield;
    }
  }

  /** The strikes within `reachKm` of the site, written into `room`. */
  near(site: Position, reachKm: number, room = new SiteRoom()): SiteStrikes {
    const most = this.mark(boxAround(site, reachKm));
    const [x, y, z] = pointOf(site);
    const farthest = (2 * Math.sin(reachKm / 2 / EARTH_RADIUS_KM)) ** 2;
    const near = room.of(most);
    let count = 0;
    // Reading the bits gives time order, which is cheaper than sorting.
    for (let word = 0; word < this.around.length; word += 1) {
      let bits = this.around[word] as number;
      if (bits === 0) continue;
      this.around[word] = 0;
      const block = this.blocks[word >>> (BLOCK_BITS - 5)] as Float64Array;
      for (; bits !== 0; bits &= bits - 1) {
        const at = COLUMNS * (((32 * word) & (BLOCK - 1)) + 31 - Math.clz32(bits & -bits));
        const dx = (block[at + 1] as number) - x;
        const dy = (block[at + 2] as number) - y;
        const dz = (block[at + 3] as number) - z;
        const chord = dx * dx + dy * dy + dz * dz;
        if (chord > farthest) continue;
        near.atMs[count] = block[at] as number;
        near.km[count] = 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(chord) / 2);
        count += 1;
      }
    }
    return { atMs: near.atMs.subarray(0, count), km: near.km.subarray(0, count) };
  }

  private write(index: number, atMs: number, [x, y, z]: Point): void {
    const block = this.blocks[index >>> BLOCK_BITS] as Float64Array;
    const at = COLUMNS * (index & (BLOCK - 1));
    block[at] = atMs;
    block[at + 1] = x;
    block[at + 2] = y;
    block[at + 3] = z;
  }

  /** Marks the strikes in the cells of the box, and returns how many there are. */
  private mark({ west, south, east, north }: BBox): number {
    const { around, filed } = this;
    let marked = 0;
    for (let row = rowOf(south); row <= rowOf(north); row += 1) {
      for (let column = columnOf(west); column <= columnOf(east); column += 1) {
        const cell = this.cells.get(cellNumber(row, column));
        if (!cell) continue;
        marked += cell.count;
        for (let at = cell.begin; at < cell.begin + cell.count; at += 1) {
          const index = filed[at] as number;
          around[index >>> 5] = (around[index >>> 5] as number) | (1 << (index & 31));
        }
      }
    }
    return marked;
  }
}

/** Room that sites share one after the other: new arrays for each cost more in collection than the work on them. */
export class SiteRoom {
  private room: SiteStrikes = { atMs: new Float64Array(0), km: new Float64Array(0) };

  /** Valid until the next call. */
  of(strikes: number): SiteStrikes {
    if (this.room.atMs.length < strikes)
      this.room = { atMs: new Float64Array(2 * strikes), km: new Float64Array(2 * strikes) };
    return this.room;
  }
}

/** The strikes within the ring, moved together where they stand: `near` itself is used up. */
export function narrowedTo({ atMs, km }: SiteStrikes, ringKm: number): SiteStrikes {
  let count = 0;
  for (let index = 0; index < km.length; index += 1) {
    const strikeKm = km[index] as number;
    if (strikeKm > ringKm) continue;
    atMs[count] = atMs[index] as number;
    km[count] = strikeKm;
    count += 1;
  }
  return { atMs: atMs.subarray(0, count), km: km.subarray(0, count) };
}
