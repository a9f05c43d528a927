import { PLACE_REACH_KM } from '#shared/limits.ts';
import type { PlanePoint } from '#shared/nowcast/cells/plane.ts';
import type { AdvectedFlash } from './advectFlashes.ts';

const FIELD_KM = 40;
const COLUMNS = 4_096;

/** A grid of advected flashes, so that a place is compared only with those that may affect it. */
export class FlashField {
  readonly all: readonly AdvectedFlash[];
  private readonly fields = new Map<number, AdvectedFlash[]>();

  constructor(carried: readonly AdvectedFlash[]) {
    this.all = carried;
    for (const flash of carried) {
      const field = fieldOf(flash.xKm, flash.yKm);
      const held = this.fields.get(field);
      if (held) held.push(flash);
      else this.fields.set(field, [flash]);
    }
  }

  /** All flashes within reach of a place, and some beyond. */
  near({ xKm, yKm }: PlanePoint): AdvectedFlash[] {
    const found: AdvectedFlash[] = [];
    const steps = Math.ceil(PLACE_REACH_KM / FIELD_KM);
    const middle = fieldOf(xKm, yKm);
    for (let column = -steps; column <= steps; column += 1) {
      for (let row = -steps; row <= steps; row += 1) {
        for (const flash of this.fields.get(middle + column * COLUMNS + row) ?? []) found.push(flash);
      }
    }
    return found;
  }
}

function fieldOf(xKm: number, yKm: number): number {
  return Math.floor(xKm / FIELD_KM) * COLUMNS + Math.floor(yKm / FIELD_KM);
}
