import type { MuteBody } from '#shared/watch/MuteBody.ts';
import { logRecipient } from './book/logRecipient.ts';
import type { WatchLedger } from './book/WatchLedger.ts';
import type { Recipient } from './deliver/Recipient.ts';
import type { Recipients } from './deliver/Recipients.ts';

/** Begins and ends mutes, and writes both into the logs. Call inside a transaction. */
export class Mutes {
  private readonly ledger: WatchLedger;
  private readonly recipients: Recipients;

  constructor(ledger: WatchLedger, recipients: Recipients) {
    this.ledger = ledger;
    this.recipients = recipients;
  }

  begin(recipient: Recipient, { forMin, untilClearOf }: MuteBody, nowMs: number): Recipient {
    const mutedUntilMs = nowMs + forMin * 60_000;
    const after = { ...recipient, mutedUntilMs, mutedUntilClearOf: untilClearOf ?? null };
    this.recipients.put(after);
    logRecipient(this.ledger, recipient.book, {
      atMs: nowMs,
      name: recipient.name,
      event: 'muted',
      untilMs: mutedUntilMs,
      ...(untilClearOf === undefined ? {} : { untilClear: true }),
    });
    return after;
  }

  end(recipient: Recipient, nowMs: number): Recipient {
    const after = { ...recipient, mutedUntilMs: 0, mutedUntilClearOf: null };
    this.recipients.put(after);
    logRecipient(this.ledger, recipient.book, { atMs: nowMs, name: recipient.name, event: 'unmuted' });
    return after;
  }

  /** Ends those that last until the all-clear of this area: it came, or it never will. */
  endWith(book: string, area: string, nowMs: number): void {
    for (const recipient of this.recipients.of(book)) {
      if (recipient.mutedUntilClearOf === area && recipient.mutedUntilMs > nowMs) this.end(recipient, nowMs);
    }
  }
}
