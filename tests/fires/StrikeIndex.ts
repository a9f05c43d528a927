import { boxAround } from '#shared/geo/BBox.ts';
import { distanceKm, type Position } from '#shared/geo/geodesy.ts';
import type { Strike } from '#shared/strike.ts';

const FIELDS_A_DEGREE = 10;

/** Columns of equal length, by time: milliseconds since the Unix epoch, WGS 84 degrees. */
export interface StrikeTable {
  readonly timesMs: Float64Array;
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
  idOf(row: number): string;
}

/** Many strikes by place and time: rows in fields of 0.1°, by time within each. */
export class StrikeIndex {
  private readonly idOf: StrikeTable['idOf'];
  private readonly south: number;
  private readonly west: number;
  private readonly columns: number;
  /** Where each field begins in what follows; the next one's beginning is its end. */
  private readonly starts: Uint32Array;
  /** Rows of the table, and copies of what they hold: what is read together lies together. */
  private readonly rows: Uint32Array;
  private readonly timesMs: Float64Array;
  private readonly latitudes: Float64Array;
  private readonly longitudes: Float64Array;

  constructor(table: StrikeTable) {
    const { timesMs, latitudes, longitudes } = table;
    this.idOf = table.idOf;
    const [south, north] = extentOf(latitudes);
    const [west, east] = extentOf(longitudes);
    this.south = south;
    this.west = west;
    this.columns = east - west + 1;
    const fieldOf = (row: number) =>
      (stepOf(latitudes[row] as number) - south) * this.columns + stepOf(longitudes[row] as number) - west;
    this.starts = new Uint32Array((north - south + 1) * this.columns + 1);
    for (let row = 0; row < timesMs.length; row += 1) (this.starts[fieldOf(row) + 1] as number) += 1;
    for (let at = 1; at < this.starts.length; at += 1) (this.starts[at] as number) += this.starts[at - 1] as number;
    const next = this.starts.slice();
    this.rows = new Uint32Array(timesMs.length);
    for (let row = 0; row < timesMs.length; row += 1) {
      const field = fieldOf(row);
      this.rows[next[field] as number] = row;
      (next[field] as number) += 1;
    }
    this.timesMs = arranged(timesMs, this.rows);
    this.latitudes = arranged(latitudes, this.rows);
    this.longitudes = arranged(longitudes, this.rows);
  }

  /** Those within `radiusKm` of the place with `fromMs <= atMs <= toMs`, in no order. */
  near(place: Position, radiusKm: number, fromMs: number, toMs: number): Strike[] {
    const { west, south, east, north } = boxAround(place, radiusKm);
    const rowCount = (this.starts.length - 1) / this.columns;
    const [firstColumn, lastColumn] = [
      Math.max(0, stepOf(west) - this.west),
      Math.min(this.columns - 1, stepOf(east) - this.west),
    ];
    const lastRow = Math.min(rowCount - 1, stepOf(north) - this.south);
    const found: Strike[] = [];
    for (let row = Math.max(0, stepOf(south) - this.south); row <= lastRow; row += 1) {
      for (let column = firstColumn; column <= lastColumn; column += 1) {
        const field = row * this.columns + column;
        const end = this.starts[field + 1] as number;
        for (let at = this.firstFrom(field, fromMs); at < end; at += 1) {
          const atMs = this.timesMs[at] as number;
          if (atMs > toMs) break;
          const latitude = this.latitudes[at] as number;
          const longitude = this.longitudes[at] as number;
          if (latitude < south || latitude > north || longitude < west || longitude > east) continue;
          if (distanceKm(place, { latitude, longitude }) > radiusKm) continue;
          found.push({ id: this.idOf(this.rows[at] as number), latitude, longitude, atMs });
        }
      }
    }
    return found;
  }

  private firstFrom(field: number, fromMs: number): number {
    let [low, high] = [this.starts[field] as number, this.starts[field + 1] as number];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.timesMs[middle] as number) < fromMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** A loop: `Float64Array.from` takes ten times as long. */
function arranged(column: Float64Array, rows: Uint32Array): Float64Array {
  const copy = new Float64Array(rows.length);
  for (let at = 0; at < rows.length; at += 1) copy[at] = column[rows[at] as number] as number;
  return copy;
}

const stepOf = (degrees: number) => Math.floor(degrees * FIELDS_A_DEGREE);

function extentOf(degrees: Float64Array): [least: number, most: number] {
  if (degrees.length === 0) return [0, 0];
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const one of degrees) {
    if (one < least) least = one;
    if (one > most) most = one;
  }
  return [stepOf(least), stepOf(most)];
}
