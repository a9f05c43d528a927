import type { Delivery } from './Delivery.ts';

export interface SendPlan {
  /** Rows that may be tried now, what matters most first. */
  readonly due: readonly Delivery[];
  /** Recipients to whom something is under way. */
  readonly busy: { keys(): Iterable<string> };
  /** No more than this. */
  readonly most: number;
  readonly hostOf: (delivery: Delivery) => string;
  readonly admits: (host: string, delivery: Delivery) => boolean;
}

/**
 * What to send now: one row for each recipient, and of rows that matter equally on one host those first whose book has had
 * the fewest, so that a book with much to tell does not keep the others waiting.
 */
export function planSends({ due, busy, most, hostOf, admits }: SendPlan): Delivery[] {
  const taken = new Set(busy.keys());
  const turns = new Map<string, number>();
  const inTurn = due.map((delivery) => {
    const key = `${hostOf(delivery)} ${delivery.book} ${delivery.rank}`;
    const turn = turns.get(key) ?? 0;
    turns.set(key, turn + 1);
    return { delivery, turn };
  });
  inTurn.sort((a, b) => a.delivery.rank - b.delivery.rank || a.turn - b.turn);
  const sends: Delivery[] = [];
  for (const { delivery } of inTurn) {
    if (sends.length >= most) break;
    const recipient = recipientKey(delivery);
    if (taken.has(recipient) || !admits(hostOf(delivery), delivery)) continue;
    taken.add(recipient);
    sends.push(delivery);
  }
  return sends;
}

export function recipientKey({ book, recipient }: Pick<Delivery, 'book' | 'recipient'>): string {
  return `${book}/${recipient}`;
}
