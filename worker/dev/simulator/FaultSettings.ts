import * as v from 'valibot';
import { seededRandom } from '#shared/numbers.ts';
import { HostileMode } from './hostile.ts';
import { hash32 } from './simulatedSource.ts';

const share = v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1)), 0);
const millis = (fallback: number) => v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), fallback);

/**
 * A strike becomes visible `minMs`–`maxMs` after it fell, or `maxMs`–`tailMaxMs` for a fraction of `tailShare`. Changes
 * apply to past strikes too, so a visible one may become hidden for a while.
 */
export const Lateness = v.pipe(
  v.strictObject({ minMs: millis(0), maxMs: millis(0), tailShare: share, tailMaxMs: millis(0) }),
  v.check(({ minMs, maxMs }) => minMs <= maxMs, 'minMs is above maxMs'),
  v.check(({ maxMs, tailShare, tailMaxMs }) => tailShare === 0 || maxMs <= tailMaxMs, 'maxMs is above tailMaxMs'),
);
export type Lateness = v.InferOutput<typeof Lateness>;

/** Fraction of requests with each outcome. A request has at most one, so their sum is at most 1. */
const outcomeShares = {
  /** 500 or 503, half each. */
  errorRate: share,
  /** Never answered; the socket stays open until the client closes it. */
  hangRate: share,
  /** Full headers, half the body, then the socket is destroyed. */
  truncationRate: share,
  /** A complete response of the announced length, whose JSON breaks off in the middle. */
  invalidJsonRate: share,
  /** 429 with `Retry-After: retryAfterS`. */
  tooManyRate: share,
  clientErrorRate: share,
  hugeBodyRate: share,
} as const;

const outcomeNames = Object.keys(outcomeShares) as (keyof typeof outcomeShares)[];

/** The faults of the simulated provider. `{}` has no faults or delays. */
export const FaultSettings = v.pipe(
  v.strictObject({
    ...outcomeShares,
    retryAfterS: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 5),
    clientErrorStatus: v.optional(v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(499)), 403),
    hugeBodyBytes: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2 ** 30)), 32 * 2 ** 20),
    /** Fraction of requests answered only after `slowMs`, whatever the response. */
    slowRate: share,
    slowMs: millis(3_000),
    lateness: v.optional(Lateness, {}),
    /** Fraction of rows that appear twice within one response. */
    duplicateShare: share,
    /** Fraction of rows followed by an unreadable extra row; the true rows stay intact. */
    badRowShare: share,
    /** Fraction of true rows made unreadable, chosen separately for each response. */
    spoiltShare: share,
    /** Order of rows; `keep` is the end of the window that remains when a response is truncated at `limit`. */
    order: v.optional(v.picklist(['newest-first', 'oldest-first', 'shuffled']), 'newest-first'),
    keep: v.optional(v.picklist(['newest', 'oldest']), 'newest'),
    /** Added to the provider's clock: affects timestamps, `from` and `to`, and the Date header. */
    clockSkewMs: v.optional(v.pipe(v.number(), v.integer()), 0),
    /** Time spans `fromMs <= now < toMs` in which every connection is dropped without a response. */
    outages: v.optional(v.array(v.strictObject({ fromMs: v.number(), toMs: v.number() })), []),
    /** An error in every response of the event list. */
    hostile: v.optional(HostileMode),
    /** Response of the notification call: `off` 503, `rejecting` 400. */
    notifications: v.optional(v.picklist(['on', 'off', 'rejecting']), 'on'),
  }),
  v.check(
    (faults) => outcomeNames.reduce((sum, name) => sum + faults[name], 0) <= 1 + 1e-9,
    `${outcomeNames.join(', ')} add up to more than 1`,
  ),
);
export type FaultSettings = v.InferOutput<typeof FaultSettings>;
export type FaultInput = v.InferInput<typeof FaultSettings>;

/** As observed at the real provider: 1.5–8.5 s after the strike, occasionally up to 45 s. */
export const USUAL_LATENESS: Lateness = { minMs: 1_500, maxMs: 8_500, tailShare: 0.02, tailMaxMs: 45_000 };

export type FaultOutcome =
  | { readonly kind: 'answer' }
  | { readonly kind: 'refuse' }
  | { readonly kind: 'hang' }
  | { readonly kind: 'cut' }
  | { readonly kind: 'invalid-json' }
  | { readonly kind: 'huge-body'; readonly paddingBytes: number }
  | { readonly kind: 'status'; readonly status: number; readonly retryAfterS?: number };

export interface FaultPlan {
  readonly delayMs: number;
  readonly outcome: FaultOutcome;
  /** Seeds the faults of this response's rows. */
  readonly rowSeed: number;
}

/** The outcome of request number `request`, which arrives at `nowMs`. Depends only on its arguments. */
export function faultPlan(seed: number, request: number, faults: FaultSettings, nowMs: number): FaultPlan {
  const random = seededRandom(hash32(seed, request));
  const delayMs = random() < faults.slowRate ? faults.slowMs : 0;
  const draw = random();
  const outcome = faults.outages.some(({ fromMs, toMs }) => nowMs >= fromMs && nowMs < toMs)
    ? ({ kind: 'refuse' } as const)
    : outcomeOf(draw, random() < 0.5 ? 500 : 503, faults);
  return { delayMs: outcome.kind === 'refuse' ? 0 : delayMs, outcome, rowSeed: hash32(seed, request, 1) };
}

function outcomeOf(draw: number, errorStatus: number, faults: FaultSettings): FaultOutcome {
  const shares: readonly (readonly [share: number, outcome: FaultOutcome])[] = [
    [faults.errorRate, { kind: 'status', status: errorStatus }],
    [faults.hangRate, { kind: 'hang' }],
    [faults.truncationRate, { kind: 'cut' }],
    [faults.invalidJsonRate, { kind: 'invalid-json' }],
    [faults.tooManyRate, { kind: 'status', status: 429, retryAfterS: faults.retryAfterS }],
    [faults.clientErrorRate, { kind: 'status', status: faults.clientErrorStatus }],
    [faults.hugeBodyRate, { kind: 'huge-body', paddingBytes: faults.hugeBodyBytes }],
  ];
  let below = 0;
  for (const [share, outcome] of shares) {
    below += share;
    if (draw < below) return outcome;
  }
  return { kind: 'answer' };
}
