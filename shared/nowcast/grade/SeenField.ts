import type { PlanePoint } from '#shared/nowcast/cells/plane.ts';

/** Strikes beyond the edge of the watched area are unknown: places nearer to it would seem to be spared. */
const EDGE_KM = 15;

/** West, south, east and north of all flashes so far, on the plane. */
export type SeenExtent = readonly [number, number, number, number];

/** The part of the plane in which flashes were seen: only there are they sure to be seen. */
export class SeenField {
  private held: SeenExtent | undefined;

  constructor(extent?: SeenExtent) {
    this.held = extent;
  }

  get extent(): SeenExtent | undefined {
    return this.held;
  }

  add(points: readonly PlanePoint[]): void {
    for (const { xKm, yKm } of points) {
      const [west, south, east, north] = this.held ?? [xKm, yKm, xKm, yKm];
      this.held = [Math.min(west, xKm), Math.min(south, yKm), Math.max(east, xKm), Math.max(north, yKm)];
    }
  }

  /** True if all that falls within 10 km of a place would be seen. */
  has({ xKm, yKm }: PlanePoint): boolean {
    if (!this.held) return false;
    const [west, south, east, north] = this.held;
    return Math.min(xKm - west, east - xKm) >= EDGE_KM && Math.min(yKm - south, north - yKm) >= EDGE_KM;
  }
}
