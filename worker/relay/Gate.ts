import { TRIAL } from '#shared/plans.ts';
import type { Clock } from '#shared/time/Clock.ts';
import { HttpProblem } from '#worker/http/HttpProblem.ts';
import { planRequired } from '#worker/keys/publicAccess.ts';
import { isTrialKey } from './ClientKey.ts';
import type { LiveStreams } from './LiveStreams.ts';
import type { LiveRequest } from './liveRequest.ts';
import { ReplayBudget } from './ReplayFrames.ts';
import { decideAdmission } from './StreamShares.ts';

/** Admits clients to one relay's streams, and picks streams to end for them. */
export class Gate {
  private readonly replays: ReplayBudget;
  private readonly slots: number;
  private readonly origin: string;
  private readonly random: () => number;
  private pressure = { displaced: 0, refused: 0 };

  /** `origin` is the site's, for what refusals say. */
  constructor(slots: number, origin: string, clock: Clock, random: () => number) {
    this.replays = new ReplayBudget(clock);
    this.slots = slots;
    this.origin = origin;
    this.random = random;
  }

  /**
   * 401 for a trial's second stream, 503 without a slot, 429 for too large a replay. A trial that resumes ends its own
   * older stream, which may not know yet that its client is gone.
   */
  admit({ client, since, mayDisplace }: LiveRequest, streams: LiveStreams): HttpProblem | undefined {
    const isTrial = isTrialKey(client);
    const replacesOwn = isTrial && streams.countOf(client) >= TRIAL.streams;
    if (replacesOwn && since === undefined) return planRequired('stream', this.origin);
    const admission = replacesOwn
      ? ({ kind: 'displace', victim: client } as const)
      : decideAdmission(streams.shares, client, this.slots);
    const full = admission.kind === 'refuse' || (admission.kind === 'displace' && !mayDisplace && !replacesOwn);
    if (full) {
      if (mayDisplace) this.pressure.refused += 1;
      const retryAfterSeconds = Math.round(awayMs(this.random) / 1000);
      return new HttpProblem(503, 'busy', 'This stream server is full.', { retryAfterSeconds });
    }
    const waitS = this.replays.charge(isTrial ? client.host : client.network, streams.owedTo(since));
    if (waitS !== undefined) {
      return new HttpProblem(429, 'rate-limited', 'Replay quota exceeded.', { retryAfterSeconds: waitS });
    }
    if (admission.kind === 'displace') {
      if (!replacesOwn) this.pressure.displaced += 1;
      streams.displace(admission.victim, awayMs(this.random));
    }
    return undefined;
  }

  /** Streams displaced and clients refused since the last call. Also forgets budgets that are whole again. */
  takePressure(): { readonly displaced: number; readonly refused: number } {
    this.replays.prune();
    const { pressure } = this;
    this.pressure = { displaced: 0, refused: 0 };
    return pressure;
  }
}

const LEAST_MS = 30_000;
const SPREAD_MS = 90_000;

/** Wait of a client without a slot, spread evenly so that they do not all return at once. */
export function awayMs(random: () => number): number {
  return Math.round(LEAST_MS + random() * SPREAD_MS);
}
