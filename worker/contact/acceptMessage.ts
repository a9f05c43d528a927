import { DAY_MS } from '#shared/time/hourKey.ts';
import type { LeasedMessage, OutboxState, OutboxTable } from './OutboxTable.ts';
import { LEASE_MS, type SendDeps, sendLeased } from './sendLeased.ts';

/** How long a visitor waits for the first attempt. After that the answer is `queued` and the attempt continues. */
export const PATIENCE_MS = 4_000;

/** The message was delivered or stored. */
export type Accepted = { readonly kind: 'delivered' } | { readonly kind: 'queued' };

export type Refusal =
  /** The Turnstile token is missing or invalid. */
  | { readonly kind: 'unproven' }
  /** The message service refused it. If it was stored, it is kept as `dead` for the operator. */
  | { readonly kind: 'rejected' }
  /** Neither stored nor delivered. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'limited'; readonly by: 'address' | 'day'; readonly retryAfterS: number };

export type Acceptance = Accepted | Refusal;

export interface AcceptDeps extends SendDeps {
  readonly outbox: Pick<OutboxTable, 'stateOf' | 'add' | 'revive' | 'recordAttempt'>;
  /** Messages accepted per UTC day, from all visitors together. */
  readonly dailyCap: number;
  /** Why this visitor may not send a message now; undefined if they may. */
  refusal(): Promise<Refusal | undefined>;
  /** Lets `work` outlive the request. */
  defer(work: Promise<unknown>): void;
  wait(ms: number): Promise<void>;
}

const ANSWER_OF = { delivered: 'delivered', pending: 'queued', dead: 'queued' } as const;

/**
 * Accepts a message: stores it, then makes the first attempt to send it. The same id again is the same message and gets
 * the same answer, except that a dead message is tried again. Never rejects.
 */
export async function acceptMessage(deps: AcceptDeps, id: string, message: string): Promise<Acceptance> {
  const known = await deps.outbox.stateOf(id).catch(() => undefined);
  if (known === 'delivered' || known === 'pending') return { kind: ANSWER_OF[known] };
  const refusal = await deps.refusal();
  if (refusal) return refusal;
  const nowMs = deps.clock.now();
  const stored = await store(deps, id, message, known, nowMs).catch((error: Error) => {
    deps.log('error', 'outbox.unavailable', { reason: error.name });
    return 'unavailable' as const;
  });
  if (stored === 'unavailable') return await deliverUnstored(deps, message);
  if (stored === 'full') {
    return { kind: 'limited', by: 'day', retryAfterS: Math.ceil((DAY_MS - (nowMs % DAY_MS)) / 1000) };
  }
  if (typeof stored === 'string') return { kind: ANSWER_OF[stored] };
  return await firstTry(deps, stored);
}

async function store(
  { outbox, dailyCap: cap }: AcceptDeps,
  id: string,
  message: string,
  known: OutboxState | undefined,
  nowMs: number,
): Promise<LeasedMessage | 'full' | OutboxState> {
  const leasedUntilMs = nowMs + LEASE_MS;
  if (known === 'dead') return (await outbox.revive(id, leasedUntilMs)) ?? 'pending';
  const capSinceMs = nowMs - (nowMs % DAY_MS);
  const added = await outbox.add({ id, message, nowMs, leasedUntilMs, capSinceMs, cap });
  return added === 'added' ? { id, message, attempts: 0, leasedUntilMs } : added;
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
