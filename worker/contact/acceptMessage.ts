import { DAY_MS } from '#shared/time/hourKey.ts';
import { dayStartMs } from '#shared/time/utcDay.ts';
import type { ClientNetworks } from '#worker/http/clientNetworks.ts';
import { HttpProblem, type ProblemExtras } from '#worker/http/HttpProblem.ts';
import type { ContactOutbox, LeasedMessage, OutboxState } from './ContactOutbox.ts';
import { contactLimits } from './contactLimits.ts';
import { LEASE_MS, type SendDeps, sendLeased } from './drainOutbox.ts';

/** How long a visitor waits for the first attempt. Then the answer is `queued` and the attempt continues. */
const PATIENCE_MS = 4_000;

/** Delivered, on its way, or stored to be sent on a coming day. */
export type Accepted = { readonly kind: 'delivered' | 'queued' | 'deferred' };

export type ContactRefusal =
  | { readonly kind: 'unproven' }
  /** The message service refused it. If it was stored, it is kept as `dead` for the operator. */
  | { readonly kind: 'rejected' }
  | { readonly kind: 'lost' }
  /** Too many in a minute from the address, too many in a day from the network, or too many waiting from everybody. */
  | { readonly kind: 'limited'; readonly by: 'address' | 'network' | 'everybody'; readonly retryAfterS: number };

/** `proven` if Turnstile confirmed a person. */
export interface Admitted {
  readonly kind: 'admitted';
  readonly proven: boolean;
}

type Acceptance = Accepted | ContactRefusal;

export interface AcceptDeps extends SendDeps {
  readonly outbox: Pick<ContactOutbox, 'stateOf' | 'add' | 'revive' | 'recordAttempt'>;
  readonly dailyCap: number;
  readonly networks: ClientNetworks | undefined;
  gate(): Promise<Admitted | ContactRefusal>;
  defer(work: Promise<unknown>): void;
  wait(ms: number): Promise<void>;
}

const ANSWER_OF = { delivered: 'delivered', pending: 'queued', deferred: 'deferred', dead: 'queued' } as const;

/**
 * Stores the message, then makes the first attempt to send it. The same id gets the same answer, except that a dead
 * message is tried again. Never rejects.
 */
export async function acceptMessage(deps: AcceptDeps, id: string, message: string): Promise<Acceptance> {
  const known = await deps.outbox.stateOf(id).catch(() => undefined);
  if (known !== undefined && known !== 'dead') return { kind: ANSWER_OF[known] };
  const gate = await deps.gate();
  if (gate.kind !== 'admitted') return gate;
  const nowMs = deps.clock.now();
  const stored = await store(deps, { id, message, known, proven: gate.proven, nowMs }).catch((error: Error) => {
    deps.log('error', 'outbox.unavailable', { reason: error.name });
    return undefined;
  });
  if (stored === undefined) return await deliverUnstored(deps, message);
  return 'attempts' in stored ? await firstTry(deps, stored) : stored;
}

interface Submission {
  readonly id: string;
  readonly message: string;
  readonly known: OutboxState | undefined;
  readonly proven: boolean;
  readonly nowMs: number;
}

async function store(deps: AcceptDeps, submission: Submission): Promise<LeasedMessage | Acceptance> {
  const { outbox, dailyCap, networks } = deps;
  const { id, message, known, proven, nowMs } = submission;
  const leasedUntilMs = nowMs + LEASE_MS;
  if (known === 'dead') return (await outbox.revive(id, leasedUntilMs)) ?? { kind: 'queued' };
  const limits = contactLimits(dailyCap, proven);
  const added = await outbox.add({ id, message, nowMs, leasedUntilMs, networks, limits });
  switch (added.kind) {
    case 'added':
      if (added.state === 'deferred') return { kind: 'deferred' };
      return { id, message, attempts: 0, leasedUntilMs };
    case 'known':
      return { kind: ANSWER_OF[added.state] };
    case 'refused':
      return { kind: 'limited', by: added.by, retryAfterS: Math.ceil((dayStartMs(nowMs) + DAY_MS - nowMs) / 1000) };
  }
}

async function firstTry(deps: AcceptDeps, row: LeasedMessage): Promise<Acceptance> {
  const sending = sendLeased(deps, row);
  deps.defer(sending);
  const delivery = await Promise.race([sending, deps.wait(PATIENCE_MS)]);
  if (delivery?.kind === 'delivered' || delivery?.kind === 'rejected') return { kind: delivery.kind };
  return { kind: 'queued' };
}

async function deliverUnstored({ notifier }: AcceptDeps, message: string): Promise<Acceptance> {
  const { kind } = await notifier.send(message);
  return { kind: kind === 'delivered' || kind === 'rejected' ? kind : 'lost' };
}

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

export function problemOf(refusal: ContactRefusal): ContactProblem {
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
