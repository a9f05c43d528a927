import type { Strike } from '#shared/strike.ts';
import type { Plane, PlanePoint } from './plane.ts';

export type Stroke = Pick<Strike, 'latitude' | 'longitude' | 'atMs'>;

/** One or more strokes that belong together, at the place and time of the first. */
export interface Flash extends PlanePoint {
  readonly atMs: number;
  readonly takenMs: number;
  /** The cell it was last counted to; 0 if to none. */
  cell: number;
  /** Where it would lie now, had it moved on with its cell. */
  movedXKm: number;
  movedYKm: number;
}

export const FLASH_WINDOW_MS = 10 * 60_000;
const APART_MS = 500;
const APART_KM = 10;

/** The flashes of ten minutes, by time. Strokes within 0.5 s and 10 km of a flash's first stroke are part of it. */
export class FlashWindow {
  private held: Flash[] = [];
  private readonly plane: Pick<Plane, 'toKm'>;

  constructor(plane: Pick<Plane, 'toKm'>) {
    this.plane = plane;
  }

  get flashes(): readonly Flash[] {
    return this.held;
  }

  /** Takes strokes of any age and order, drops what is older than the window, and returns the new flashes. */
  advance(nowMs: number, strokes: readonly Stroke[]): Flash[] {
    const fromMs = nowMs - FLASH_WINDOW_MS;
    this.held = this.held.slice(this.firstFrom(fromMs + 1));
    const begun: Flash[] = [];
    for (const stroke of strokes.toSorted((a, b) => a.atMs - b.atMs)) {
      if (stroke.atMs <= fromMs) continue;
      const point = this.plane.toKm(stroke);
      if (this.belongs(point, stroke.atMs)) continue;
      const { xKm, yKm } = point;
      const flash = { xKm, yKm, atMs: stroke.atMs, takenMs: nowMs, cell: 0, movedXKm: xKm, movedYKm: yKm };
      if (stroke.atMs >= (this.held.at(-1)?.atMs ?? 0)) this.held.push(flash);
      else this.held.splice(this.firstFrom(stroke.atMs + 1), 0, flash);
      begun.push(flash);
    }
    return begun;
  }

  private belongs({ xKm, yKm }: PlanePoint, atMs: number): boolean {
    for (let index = this.firstFrom(atMs - APART_MS); index < this.held.length; index += 1) {
      const flash = this.held[index] as Flash;
      if (flash.atMs > atMs + APART_MS) return false;
      if ((flash.xKm - xKm) ** 2 + (flash.yKm - yKm) ** 2 <= APART_KM ** 2) return true;
    }
    return false;
  }

  private firstFrom(atMs: number): number {
    let [low, high] = [0, this.held.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.held[middle] as Flash).atMs < atMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
