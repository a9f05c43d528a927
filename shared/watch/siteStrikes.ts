import { type BBox, boxAround } from '#shared/geo/BBox.ts';
import { EARTH_RADIUS_KM, type Position } from '#shared/geo/geodesy.ts';

export interface TimedPosition extends Position {
  readonly atMs: number;
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
/** Between two pauses. */
const FILED_A_PIECE = 10_000;

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
  private readonly strikes: readonly TimedPosition[];
  /** Time and point of each strike; a flat array, because objects would be scattered in memory. */
  private readonly columns: Float64Array;
  private readonly cells = new Map<number, number[]>();
  /** One bit per strike: those in the cells of the current site. */
  private readonly around: Uint32Array;

  /** @param strikes oldest first */
  constructor(strikes: readonly TimedPosition[]) {
    this.strikes = strikes;
    this.columns = new Float64Array(COLUMNS * strikes.length);
    this.around = new Uint32Array(Math.ceil(strikes.length / 32));
  }

  /** Call before the first `near`. Pauses every few milliseconds of work. */
  *fill(): Generator<void, void> {
    for (const [index, strike] of this.strikes.entries()) {
      this.columns.set([strike.atMs, ...pointOf(strike)], COLUMNS * index);
      const cell = cellNumber(rowOf(strike.latitude), columnOf(strike.longitude));
      const filed = this.cells.get(cell);
      if (filed) filed.push(index);
      else this.cells.set(cell, [index]);
      if (index % FILED_A_PIECE === FILED_A_PIECE - 1) yield;
    }
  }

  /** The strikes within `reachKm` of the site, written into `room`. */
  near(site: Position, reachKm: number, room?: SiteStrikes): SiteStrikes {
    const most = this.mark(boxAround(site, reachKm));
    const { columns } = this;
    const [x, y, z] = pointOf(site);
    const farthest = (2 * Math.sin(reachKm / 2 / EARTH_RADIUS_KM)) ** 2;
    const near = room ?? roomFor(most);
    let count = 0;
    // Reading the bits gives time order, which is cheaper than sorting.
    for (let word = 0; word < this.around.length; word += 1) {
      let bits = this.around[word] as number;
      if (bits === 0) continue;
      this.around[word] = 0;
      for (; bits !== 0; bits &= bits - 1) {
        const at = COLUMNS * (32 * word + 31 - Math.clz32(bits & -bits));
        const dx = (columns[at + 1] as number) - x;
        const dy = (columns[at + 2] as number) - y;
        const dz = (columns[at + 3] as number) - z;
        const chord = dx * dx + dy * dy + dz * dz;
        if (chord > farthest) continue;
        near.atMs[count] = columns[at] as number;
        near.km[count] = 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(chord) / 2);
        count += 1;
      }
    }
    return { atMs: near.atMs.subarray(0, count), km: near.km.subarray(0, count) };
  }

  /** Marks the strikes in the cells of the box, and returns how many there are. */
  private mark({ west, south, east, north }: BBox): number {
    const { around } = this;
    let count = 0;
    for (let row = rowOf(south); row <= rowOf(north); row += 1) {
      for (let column = columnOf(west); column <= columnOf(east); column += 1) {
        const filed = this.cells.get(cellNumber(row, column));
        if (!filed) continue;
        count += filed.length;
        for (const index of filed) around[index >>> 5] = (around[index >>> 5] as number) | (1 << (index & 31));
      }
    }
    return count;
  }
}

/** Room that sites share one after the other: new arrays for each cost more in collection than the work on them. */
export function roomFor(strikes: number): SiteStrikes {
  return { atMs: new Float64Array(strikes), km: new Float64Array(strikes) };
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
