import type { MuteBody } from '#shared/watch/RecipientBody.ts';
import type { Recipient } from './deliver/Recipient.ts';
import type { WatchStores } from './WatchStores.ts';

type MuteStores = Pick<WatchStores, 'ledger' | 'recipients'>;

/** Mutes the recipient, and says so in the logs. Call inside a transaction, as the others here. */
export function beginMute(
  { ledger, recipients }: MuteStores,
  recipient: Recipient,
  { forMin, untilClearOf }: MuteBody,
  nowMs: number,
): Recipient {
  const mutedUntilMs = nowMs + forMin * 60_000;
  const after = { ...recipient, mutedUntilMs, mutedUntilClearOf: untilClearOf ?? null };
  recipients.put(after);
  const untilClear = untilClearOf === undefined ? {} : { untilClear: true as const };
  const { book, name } = recipient;
  ledger.logRecipient(book, { atMs: nowMs, name, event: 'muted', untilMs: mutedUntilMs, ...untilClear });
  return after;
}

export function endMute({ ledger, recipients }: MuteStores, recipient: Recipient, nowMs: number): Recipient {
  const after = { ...recipient, mutedUntilMs: 0, mutedUntilClearOf: null };
  recipients.put(after);
  ledger.logRecipient(recipient.book, { atMs: nowMs, name: recipient.name, event: 'unmuted' });
  return after;
}

/** Ends the mutes that last until the all-clear of this area: it came, or it never will. */
export function endMutesWith(stores: MuteStores, book: string, area: string, nowMs: number): void {
  for (const recipient of stores.recipients.of(book)) {
    if (recipient.mutedUntilClearOf === area && recipient.mutedUntilMs > nowMs) endMute(stores, recipient, nowMs);
  }
}
