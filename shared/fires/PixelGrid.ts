import { KM_PER_DEGREE } from '#shared/geo/geodesy.ts';
import type { Hotspot } from './Hotspot.ts';

type Pixel = Pick<Hotspot, 'latitude' | 'longitude' | 'scanKm' | 'trackKm'>;

/** Pixels whose edges are so near to each other belong together. */
const NEAR_KM = 1;
/** No pixel is wider: MODIS at the end of its scan has 4.8 km. */
const WIDEST_KM = 5;
const ROW_DEGREES = (NEAR_KM + WIDEST_KM) / KM_PER_DEGREE;
const COLUMNS = 65_536;

const shrinkAt = (latitude: number) => Math.max(0.05, Math.cos((latitude * Math.PI) / 180));

/**
 * Whether the edges of two pixels are at most 1 km apart. Satellites fly nearly north and south, so that a pixel is laid out
 * as a box: scan to the east, track to the north.
 */
export function pixelsTouch(a: Pixel, b: Pixel): boolean {
  const shrink = shrinkAt((a.latitude + b.latitude) / 2);
  const east = Math.abs(a.longitude - b.longitude) * KM_PER_DEGREE * shrink - (a.scanKm + b.scanKm) / 2;
  const north = Math.abs(a.latitude - b.latitude) * KM_PER_DEGREE - (a.trackKm + b.trackKm) / 2;
  return Math.hypot(Math.max(0, east), Math.max(0, north)) <= NEAR_KM;
}

/** Pixels by where they lie, to find those that touch another without looking at all. */
export class PixelGrid<Entry extends Pixel> {
  private readonly fields = new Map<number, Entry[]>();

  add(entry: Entry): void {
    const field = fieldAt(rowAt(entry.latitude), entry.longitude);
    const held = this.fields.get(field);
    if (held) held.push(entry);
    else this.fields.set(field, [entry]);
  }

  /** Those added that touch the pixel. */
  touching(pixel: Pixel): Entry[] {
    const row = rowAt(pixel.latitude);
    // Columns are as wide as rows are tall, at the latitude of each row.
    return [row - 1, row, row + 1].flatMap((each) =>
      [-1, 0, 1].flatMap((step) => {
        const longitude = pixel.longitude + step * columnDegrees(each);
        return (this.fields.get(fieldAt(each, longitude)) ?? []).filter((entry) => pixelsTouch(entry, pixel));
      }),
    );
  }
}

const rowAt = (latitude: number) => Math.floor(latitude / ROW_DEGREES);

/** A little wider than needed: the row is wider at its end nearer to the equator. */
const columnDegrees = (row: number) => (1.01 * ROW_DEGREES) / shrinkAt(row * ROW_DEGREES);

const fieldAt = (row: number, longitude: number) => row * COLUMNS + Math.floor((longitude + 180) / columnDegrees(row));
