import type { FaultSettings } from './FaultSettings.ts';
import { hash32, seededRandom } from './sky/seededRandom.ts';

export type Outcome =
  | { readonly kind: 'answer' }
  | { readonly kind: 'refuse' }
  | { readonly kind: 'hang' }
  | { readonly kind: 'cut' }
  | { readonly kind: 'invalid-json' }
  | { readonly kind: 'huge-body'; readonly paddingBytes: number }
  | { readonly kind: 'status'; readonly status: number; readonly retryAfterS?: number };

export interface FaultPlan {
  /** How long to wait before the outcome begins. */
  readonly delayMs: number;
  readonly outcome: Outcome;
  /** Seeds what happens to this answer's rows. */
  readonly rowSeed: number;
}

/** What happens to request number `request`, which arrives at `nowMs`. Depends only on its arguments. */
export function faultPlan(seed: number, request: number, faults: FaultSettings, nowMs: number): FaultPlan {
  const random = seededRandom(hash32(seed, request));
  const delayMs = random() < faults.slowRate ? faults.slowMs : 0;
  const draw = random();
  const outcome = faults.outages.some(({ fromMs, toMs }) => nowMs >= fromMs && nowMs < toMs)
    ? ({ kind: 'refuse' } as const)
    : outcomeOf(draw, random() < 0.5 ? 500 : 503, faults);
  return { delayMs: outcome.kind === 'refuse' ? 0 : delayMs, outcome, rowSeed: hash32(seed, request, 1) };
}

function outcomeOf(draw: number, errorStatus: number, faults: FaultSettings): Outcome {
  const shares: readonly (readonly [share: number, outcome: Outcome])[] = [
    [faults.errorRate, { kind: 'status', status: errorStatus }],
    [faults.hangRate, { kind: 'hang' }],
    [faults.cutRate, { kind: 'cut' }],
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
