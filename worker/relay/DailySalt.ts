import { DAY_MS } from '#shared/time/hourKey.ts';

/** A secret of each UTC day. It is never stored: whoever starts anew makes another. */
export class DailySalt {
  private readonly make: () => string;
  private day = Number.NaN;
  private salt = '';

  constructor(make: () => string) {
    this.make = make;
  }

  at(nowMs: number): string {
    const day = Math.floor(nowMs / DAY_MS);
    if (day !== this.day) {
      this.day = day;
      this.salt = this.make();
    }
    return this.salt;
  }
}
