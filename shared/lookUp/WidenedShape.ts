import { KM_PER_DEGREE, type Position } from '#shared/geo/geodesy.ts';
import { cornersOf, type Shape } from '#shared/geo/shape/Shape.ts';
import { type PlaneEdges, widenedRow } from './widenedRow.ts';

const RADIANS = Math.PI / 180;
const MOST_ROW_KM = 0.05;

/**
 * All that lies within so many km of a shape, cut into rows from south to north on a plane around its middle. `level` 0 has
 * rows of 50 m or less; on each further level they are half as high. A row is made when it is first asked for.
 */
export class WidenedShape {
  private readonly edges: PlaneEdges;
  private readonly byKm: number;
  private readonly middle: Position;
  private readonly kmEast: number;
  private readonly southKm: number;
  private readonly levels: Float64Array[][] = [];
  /** Of level 0. */
  readonly rowKm: number;
  /** Of level 0. */
  readonly rowCount: number;

  constructor(shape: Shape, byKm: number) {
    const corners = cornersOf(shape);
    const middleOf = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2;
    const latitude = middleOf(corners.map(([, y]) => y));
    this.middle = { latitude, longitude: middleOf(corners.map(([x]) => x)) };
    this.kmEast = KM_PER_DEGREE * Math.cos(latitude * RADIANS);
    this.byKm = byKm;
    const points = corners.map(([x, y]) => this.onPlane({ longitude: x, latitude: y }));
    const ends = shape.type === 'Point' ? [...points, ...points] : points;
    this.edges = {
      xs: Float64Array.from(ends, ({ x }) => x),
      ys: Float64Array.from(ends, ({ y }) => y),
      closed: shape.type === 'Polygon',
    };
    this.southKm = Math.min(...this.edges.ys) - byKm;
    const tallKm = Math.max(...this.edges.ys) + byKm - this.southKm;
    this.rowCount = Math.ceil(tallKm / MOST_ROW_KM);
    this.rowKm = tallKm / this.rowCount;
  }

  /** In km from the middle. */
  onPlane({ latitude, longitude }: Position): { readonly x: number; readonly y: number } {
    return {
      x: (longitude - this.middle.longitude) * this.kmEast,
      y: (latitude - this.middle.latitude) * KM_PER_DEGREE,
    };
  }

  /** The y of a row's middle. */
  rowY(level: number, index: number): number {
    return this.southKm + (index + 0.5) * (this.rowKm / 2 ** level);
  }

  /** The row in which `y` lies; it may be none of the shape's. */
  rowAt(level: number, y: number): number {
    return Math.floor((y - this.southKm) / (this.rowKm / 2 ** level));
  }

  /** Its stretches from west to east: from, to, from, to … */
  row(level: number, index: number): Float64Array {
    const known = this.levels[level]?.[index];
    if (known) return known;
    const made = widenedRow(this.edges, this.byKm, this.rowY(level, index));
    const rows = this.levels[level] ?? [];
    rows[index] = made;
    this.levels[level] = rows;
    return made;
  }
}
