import type { LeasedMessage, OutboxState, OutboxTable } from './OutboxTable.ts';
import { LEASE_MS, type SendDeps, sendLeased } from './sendLeased.ts';

/** How long a visitor waits for the first try. After that the answer is `queued`, and the try goes on without them. */
export const PATIENCE_MS = 4_000;
const DAY_MS = 24 * 3_600_000;

/** The message is safe. */
export type Accepted = { readonly kind: 'delivered' } | { readonly kind: 'queued' };

export type Refusal =
  /** No proof of a person was given, or a false one. */
  | { readonly kind: 'unproven' }
  /** The other side will not have it. It is kept, dead, for the operator. */
  | { readonly kind: 'rejected' }
  /** Neither stored nor delivered. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'limited'; readonly by: 'address' | 'day'; readonly retryAfterS: number };

export type Acceptance = Accepted | Refusal;

export interface Desk extends SendDeps {
  readonly outbox: Pick<OutboxTable, 'stateOf' | 'add' | 'revive' | 'settle'>;
  /** Messages taken in a UTC day, from everybody together. */
  readonly dailyCap: number;
  /** Why this visitor may not send one more now; undefined where they may. */
  refusal(): Promise<Refusal | undefined>;
  /** Lets work outlive the request. */
  defer(work: Promise<unknown>): void;
  wait(ms: number): Promise<void>;
}

const ANSWER_OF = { delivered: 'delivered', pending: 'queued', dead: 'queued' } as const;

/**
 * Takes a message: stored first, then tried at once. The same id again is the same message and gets the same answer;
 * one that is dead is tried anew, because whoever sends it again wants just that. Never rejects.
 */
export async function acceptMessage(desk: Desk, id: string, message: string): Promise<Acceptance> {
  const known = await desk.outbox.stateOf(id).catch(() => undefined);
  if (known === 'delivered' || known === 'pending') return { kind: ANSWER_OF[known] };
  const refusal = await desk.refusal();
  if (refusal) return refusal;
  const nowMs = desk.clock.now();
  const stored = await store(desk, id, message, known, nowMs).catch((error: Error) => {
    desk.log('error', 'outbox.unavailable', { reason: error.name });
    return 'away' as const;
  });
  if (stored === 'away') return await deliverUnstored(desk, message);
  if (stored === 'full') {
    return { kind: 'limited', by: 'day', retryAfterS: Math.ceil((DAY_MS - (nowMs % DAY_MS)) / 1000) };
  }
  if (typeof stored === 'string') return { kind: ANSWER_OF[stored] };
  return await firstTry(desk, stored);
}

async function store(
  { outbox, dailyCap: cap }: Desk,
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

async function firstTry(desk: Desk, row: LeasedMessage): Promise<Acceptance> {
  const sending = sendLeased(desk, row);
  desk.defer(sending);
  const delivery = await Promise.race([sending, desk.wait(PATIENCE_MS)]);
  if (delivery?.kind === 'delivered' || delivery?.kind === 'rejected') return { kind: delivery.kind };
  return { kind: 'queued' };
}

async function deliverUnstored({ notifier }: Desk, message: string): Promise<Acceptance> {
  const { kind } = await notifier.send(message);
  return { kind: kind === 'delivered' || kind === 'rejected' ? kind : 'lost' };
}
