import type { Clock } from '#shared/time/Clock.ts';
import type { HomeSky } from './homeSky.ts';

/** A snapshot is renewed once it is this old. */
export const SKY_HOLDS_MS = 15_000;
/** While one request renews it, others are answered from one that is at most this old. */
const AT_MOST_MS = 30_000;
const RENEWAL_MS = 5_000;

/**
 * The newest snapshot of home in this isolate's memory. Requests may not wait for each other's I/O, so while one renews
 * it the others take the old one, if it is young enough; where loading failed the next try comes 5 s later.
 */
export class SharedSky {
  private readonly clock: Clock;
  private held: { readonly sky: HomeSky; readonly atMs: number } | undefined;
  private triedMs = Number.NEGATIVE_INFINITY;
  private failed = false;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Undefined if home is not known at present; `failing` hears why. */
  async now(load: () => Promise<HomeSky>, failing: (reason: string) => void): Promise<HomeSky | undefined> {
    const nowMs = this.clock.now();
    const heldMs = this.held ? nowMs - this.held.atMs : Number.POSITIVE_INFINITY;
    if (heldMs < SKY_HOLDS_MS) return this.held?.sky;
    const isTried = nowMs - this.triedMs < RENEWAL_MS;
    if (isTried && (this.failed || heldMs < AT_MOST_MS)) return heldMs < AT_MOST_MS ? this.held?.sky : undefined;
    this.triedMs = nowMs;
    this.failed = false;
    try {
      const sky = await load();
      // What comes from the data centre's cache may have some age.
      this.held = { sky, atMs: Math.min(nowMs, sky.nowMs) };
      this.triedMs = Number.NEGATIVE_INFINITY;
      return sky;
    } catch (error) {
      failing((error as Error).message);
      this.failed = true;
      return undefined;
    }
  }
}
