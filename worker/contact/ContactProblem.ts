import { HttpProblem, type ProblemExtras } from '#worker/http/HttpProblem.ts';
import type { Refusal } from './acceptMessage.ts';

/** Why a valid contact request was refused, as it is counted. */
type RefusalReason = 'unproven' | 'rejected' | 'lost' | 'address-limit' | 'network-limit' | 'queue-full';

/** The answer to a valid contact request that was refused. */
export class ContactProblem extends HttpProblem {
  readonly reason: RefusalReason;

  constructor(
    reason: RefusalReason,
    ...problem: [status: number, code: HttpProblem['code'], detail: string, extras?: ProblemExtras]
  ) {
    super(...problem);
    this.reason = reason;
  }
}

const LIMITED = {
  address: ['address-limit', 'from your network just now'],
  network: ['network-limit', 'from your network today'],
  everybody: ['queue-full', 'today'],
} as const;

export function problemOf(refusal: Refusal): ContactProblem {
  switch (refusal.kind) {
    case 'unproven':
      return new ContactProblem('unproven', 400, 'invalid-body', 'turnstileToken: proofRequired.', {
        errors: { turnstileToken: 'proofRequired' },
      });
    case 'rejected':
      // Not 502: clients retry a 5xx, and this message would be refused again.
      return new ContactProblem('rejected', 422, 'delivery-failed', 'The message service refused this message.');
    case 'lost':
      return new ContactProblem('lost', 503, 'delivery-failed', 'The message could not be stored or delivered.', {
        retryAfterSeconds: 30,
      });
    case 'limited': {
      const [reason, whose] = LIMITED[refusal.by];
      const extras = { retryAfterSeconds: refusal.retryAfterS };
      return new ContactProblem(reason, 429, 'rate-limited', `Too many messages were sent ${whose}.`, extras);
    }
  }
}
