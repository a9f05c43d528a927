import { boxAround } from '#shared/geo/BBox.ts';
import { distanceKm, type Position } from '#shared/geo/geodesy.ts';
import type { Strike } from '#shared/strike.ts';

/** Columns of equal length, by time: milliseconds since the Unix epoch, WGS 84 degrees. */
export interface StrikeTable {
  readonly timesMs: Float64Array;
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
  idOf(row: number): string;
}

const FIELDS_A_DEGREE = 10;
const stepOf = (degrees: number) => Math.floor(degrees * FIELDS_A_DEGREE);
const fieldAt = (x: number, y: number) => y * 360 * FIELDS_A_DEGREE + x;

/** Many strikes by place and time: rows of the table in fields of 0.1°, by time within each. */
export class StrikeIndex {
  private readonly table: StrikeTable;
  private readonly fields = new Map<number, number[]>();

  constructor(table: StrikeTable) {
    this.table = table;
    for (let row = 0; row < table.timesMs.length; row += 1) {
      const field = fieldAt(stepOf(table.longitudes[row] as number), stepOf(table.latitudes[row] as number));
      const rows = this.fields.get(field);
      if (rows) rows.push(row);
      else this.fields.set(field, [row]);
    }
  }

  /** Those within `radiusKm` of the place with `fromMs <= atMs <= toMs`, in no order. */
  near(place: Position, radiusKm: number, fromMs: number, toMs: number): Strike[] {
    const { west, south, east, north } = boxAround(place, radiusKm);
    const found: Strike[] = [];
    for (let y = stepOf(south); y <= stepOf(north); y += 1) {
      for (let x = stepOf(west); x <= stepOf(east); x += 1) {
        const rows = this.fields.get(fieldAt(x, y)) ?? [];
        for (let at = this.firstFrom(rows, fromMs); at < rows.length; at += 1) {
          const row = rows[at] as number;
          const atMs = this.table.timesMs[row] as number;
          if (atMs > toMs) break;
          const latitude = this.table.latitudes[row] as number;
          const longitude = this.table.longitudes[row] as number;
          if (latitude < south || latitude > north || longitude < west || longitude > east) continue;
          if (distanceKm(place, { latitude, longitude }) > radiusKm) continue;
          found.push({ id: this.table.idOf(row), latitude, longitude, atMs });
        }
      }
    }
    return found;
  }

  private firstFrom(rows: readonly number[], fromMs: number): number {
    let [low, high] = [0, rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.table.timesMs[rows[middle] as number] as number) < fromMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
