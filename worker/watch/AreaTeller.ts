import type { Strike } from '#shared/strike.ts';
import type { AreaChange } from '#shared/watch/AreaState.ts';
import type { Book, KeptArea } from './book/WatchLedger.ts';
import { putIntoOutbox } from './deliver/outbox.ts';
import { canHear, farSideOf, type Recipient } from './deliver/Recipient.ts';
import { endMutesWith } from './mutes.ts';
import { AT_ONCE, turnToBlind, turnToRaise } from './tell/Awareness.ts';
import { panelUrl } from './tell/Message.ts';
import { messageOf } from './tell/messageOf.ts';
import { type AreaNotice, type Situation, tellRecipient } from './tell/tellRecipient.ts';
import { isQuietAt } from './tell/timeOfDay.ts';
import type { WatchStores } from './WatchStores.ts';

interface SteppedArea {
  readonly kept: KeptArea;
  readonly changes: readonly AreaChange[];
  readonly strikeOf: (ordinal: number) => Strike | undefined;
}

const UNORDERED = { turn: AT_ONCE, blindTurn: AT_ONCE } as const;

/** Puts into the outbox what recipients are to be told of an area. */
export class AreaTeller {
  private readonly stores: WatchStores;
  /** Areas about which only news can cause a message. Empty after a rebirth. */
  private readonly settled = new Set<string>();
  private readonly due = new Map<string, number>();

  constructor(stores: WatchStores) {
    this.stores = stores;
  }

  /** When time alone next causes a message, as when nobody confirmed; infinite if that is not known. */
  get nextDueMs(): number {
    let nextMs = Number.POSITIVE_INFINITY;
    for (const dueMs of this.due.values()) nextMs = Math.min(nextMs, dueMs);
    return nextMs;
  }

  /** Call when the recipients of the book, its areas, or what may be sent about them changed. */
  lookAgain(book: string): void {
    for (const key of this.settled) if (key.startsWith(`${book}/`)) this.settled.delete(key);
    for (const key of this.due.keys()) if (key.startsWith(`${book}/`)) this.due.delete(key);
  }

  /** Forgets what is in memory, which may know what the ledger does not. */
  reload(): void {
    this.stores.recipients.load();
    this.settled.clear();
    this.due.clear();
  }

  /** Call inside the step's transaction. Returns how many messages were put in. */
  tell(area: SteppedArea, nowMs: number): number {
    const { kept, changes } = area;
    const { ledger, recipients } = this.stores;
    const key = `${kept.book}/${kept.id}`;
    const isDue = changes.length > 0 || kept.state.sight === 'unknown' || !this.settled.has(key);
    if (!isDue) return 0;
    this.settled.add(key);
    this.due.delete(key);
    if (changes.some(({ kind, to }) => kind === 'fall' && to === 'clear')) {
      endMutesWith(this.stores, kept.book, kept.id, nowMs);
    }
    const all = recipients.of(kept.book).filter(canHear);
    const isOrdered = all.some((one) => one.escalateAfterMin !== null);
    if (!isOrdered) recipients.forgetAwareness(kept.book, kept.id);
    const book = all.length === 0 ? undefined : ledger.book(kept.book);
    if (!book) return 0;
    const turnsOf = isOrdered ? this.turnsOf(kept, all, nowMs) : () => UNORDERED;
    let put = 0;
    for (const recipient of all) {
      const before = recipients.told(kept.book, recipient.id, kept.id);
      const { told, notices, isOwing, dueMs } = tellRecipient(before, {
        kind: kept.body.kind,
        state: kept.state,
        changes,
        threshold: recipient.threshold,
        isQuiet: recipient.quietHours !== null && isQuietAt(recipient.quietHours, book.timeZone, nowMs),
        isMuted: recipient.mutedUntilMs > nowMs,
        ...turnsOf(recipient),
        nowMs,
      });
      if (told !== before) recipients.putTold(kept.book, recipient.id, kept.id, told);
      if (isOwing) this.settled.delete(key);
      if (dueMs !== undefined) this.due.set(key, Math.min(dueMs, this.due.get(key) ?? dueMs));
      for (const notice of notices) this.put(notice, recipient, book, area, nowMs);
      put += notices.length;
    }
    return put;
  }

  /** When each of the recipients is to be told. Notes what is known at this time. */
  private turnsOf(
    { book, id, body, state }: KeptArea,
    all: readonly Recipient[],
    nowMs: number,
  ): (one: Recipient) => Pick<Situation, 'turn' | 'blindTurn'> {
    const awareness = this.stores.recipients.keepAwareness(book, id, state, nowMs);
    return (one) => ({
      turn: turnToRaise(one, all, state.level, awareness),
      blindTurn: turnToBlind(one, all, { kind: body.kind, level: state.level }, awareness),
    });
  }

  private put(
    notice: AreaNotice,
    recipient: Recipient,
    book: Book,
    { kept: { id, body, state }, changes, strikeOf }: SteppedArea,
    nowMs: number,
  ): void {
    const { deliveries, ledger, isSimulated } = this.stores;
    // Only for a strike told in this step does the time since it measure our speed.
    const isNews = changes.some(({ strike, found }) => strike !== null && strike === notice.strike && !found);
    putIntoOutbox(deliveries, {
      recipient,
      area: id,
      strikeMs: isNews ? (notice.strike?.atMs ?? null) : null,
      nowMs,
      messageWith: (missed) =>
        messageOf(notice, {
          book,
          area: { id, name: body.name },
          change: state.change,
          unknown: state.sight === 'unknown',
          decidedMs: nowMs,
          isSimulated,
          url: panelUrl(recipient, book, id),
          missed: notice.type === 'watch.clear' || notice.type === 'watch.lowered' ? missed : undefined,
          strikeOf,
        }),
    });
    if (!notice.unconfirmedMin) return;
    const name = recipient.name || farSideOf(recipient);
    const entry = {
      type: 'recipient',
      atMs: nowMs,
      name,
      event: 'escalated',
      afterMin: notice.unconfirmedMin,
    } as const;
    ledger.logs.append(book.id, id, nowMs, [entry]);
  }
}
