import type { PlanePoint } from '#shared/nowcast/cells/plane.ts';

const COLUMNS = 65_536;

/** Strikes in fields as wide as the radius, to find those near a place without looking at all of them. */
export class HitTimes {
  private readonly fields = new Map<number, (PlanePoint & { readonly atMs: number })[]>();
  private readonly radiusKm: number;

  constructor(strikes: readonly (PlanePoint & { readonly atMs: number })[], radiusKm: number) {
    this.radiusKm = radiusKm;
    for (const strike of strikes) {
      const field = this.fieldOf(strike.xKm, strike.yKm);
      const held = this.fields.get(field);
      if (held) held.push(strike);
      else this.fields.set(field, [strike]);
    }
  }

  /** When strikes fell within the radius of a place, in order. */
  near({ xKm, yKm }: PlanePoint): number[] {
    const { radiusKm } = this;
    const steps = [-radiusKm, 0, radiusKm];
    return steps
      .flatMap((dx) => steps.flatMap((dy) => this.fields.get(this.fieldOf(xKm + dx, yKm + dy)) ?? []))
      .filter((strike) => Math.hypot(strike.xKm - xKm, strike.yKm - yKm) <= radiusKm)
      .map(({ atMs }) => atMs)
      .sort((a, b) => a - b);
  }

  private fieldOf(xKm: number, yKm: number): number {
    return Math.floor(xKm / this.radiusKm) * COLUMNS + Math.floor(yKm / this.radiusKm);
  }
}
