import * as v from 'valibot';
import type { Clock } from '#shared/time/Clock.ts';

/** Renewed this long before its end, or at half of its life if that is short. */
const RENEW_BEFORE_MS = 60_000;

const TokenAnswer = v.object({
  // Goes into a header as it is.
  access_token: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,4096}$/)),
  expires_in: v.pipe(v.number(), v.minValue(1), v.maxValue(7 * 24 * 3_600)),
});

/** The store's token for downloads. In memory only: it lives for an hour, and another costs one request. */
export class StoreToken {
  private readonly clock: Clock;
  private held: { readonly text: string; readonly renewAtMs: number; used: boolean } | undefined;
  /** Downloads refused in a row, each with a token of its own. */
  private refusals = 0;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /**
   * For one download; undefined if one must be fetched. One that was fetched for this download is always tried: whoever
   * calls seldom would otherwise only ever fetch tokens that do not live long.
   */
  use(): string | undefined {
    const { held } = this;
    if (!held || (held.used && this.clock.now() >= held.renewAtMs)) return undefined;
    held.used = true;
    return held.text;
  }

  /** Takes the answer to `POST /token`, asked for at `askedAtMs`. False if it is no token. */
  take(answer: unknown, askedAtMs: number): boolean {
    const token = v.safeParse(TokenAnswer, answer);
    if (!token.success) return false;
    const lifeMs = token.output.expires_in * 1_000;
    const renewAtMs = askedAtMs + lifeMs - Math.min(RENEW_BEFORE_MS, lifeMs / 2);
    this.held = { text: token.output.access_token, renewAtMs, used: false };
    return true;
  }

  accepted(): void {
    this.refusals = 0;
  }

  /** Forgets the token `text`. Whether another is worth a try: not if the one before was refused as well. */
  refused(text: string): boolean {
    // Of two calls at once the second one must not count, nor take away what the first one has fetched since.
    if (this.held?.text !== text) return true;
    this.held = undefined;
    this.refusals += 1;
    return this.refusals === 1;
  }
}
