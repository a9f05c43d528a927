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

/** What is read together lies together: that is twice as fast. */
const newField = () => ({
  rows: [] as number[],
  timesMs: [] as number[],
  latitudes: [] as number[],
  longitudes: [] as number[],
});

/** Many strikes by place and time: rows of the table in fields of 0.1°, by time within each. */
export class StrikeIndex {
  private readonly idOf: StrikeTable['idOf'];
  private readonly fields = new Map<number, ReturnType<typeof newField>>();

  constructor({ timesMs, latitudes, longitudes, idOf }: StrikeTable) {
    this.idOf = idOf;
    for (let row = 0; row < timesMs.length; row += 1) {
      const [latitude, longitude] = [latitudes[row] as number, longitudes[row] as number];
      const at = fieldAt(stepOf(longitude), stepOf(latitude));
      const field = this.fields.get(at) ?? newField();
      if (field.rows.length === 0) this.fields.set(at, field);
      field.rows.push(row);
      field.timesMs.push(timesMs[row] as number);
      field.latitudes.push(latitude);
      field.longitudes.push(longitude);
    }
  }

  /** Those within `radiusKm` of the place with `fromMs <= atMs <= toMs`, in no order. */
  near(place: Position, radiusKm: number, fromMs: number, toMs: number): Strike[] {
    const { west, south, east, north } = boxAround(place, radiusKm);
    const found: Strike[] = [];
    for (let y = stepOf(south); y <= stepOf(north); y += 1) {
      for (let x = stepOf(west); x <= stepOf(east); x += 1) {
        const field = this.fields.get(fieldAt(x, y));
        if (!field) continue;
        for (let at = firstFrom(field.timesMs, fromMs); at < field.rows.length; at += 1) {
          const atMs = field.timesMs[at] as number;
          if (atMs > toMs) break;
          const [latitude, longitude] = [field.latitudes[at] as number, field.longitudes[at] as number];
          if (latitude < south || latitude > north || longitude < west || longitude > east) continue;
          if (distanceKm(place, { latitude, longitude }) > radiusKm) continue;
          found.push({ id: this.idOf(field.rows[at] as number), latitude, longitude, atMs });
        }
      }
    }
    return found;
  }
}

function firstFrom(timesMs: readonly number[], fromMs: number): number {
  let [low, high] = [0, timesMs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((timesMs[middle] as number) < fromMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
