import type { Strike } from '#shared/strike.ts';
import type { AreaChange } from '#shared/watch/AreaState.ts';
import type { Book, KeptArea } from './book/WatchLedger.ts';
import type { Outbox } from './deliver/Outbox.ts';
import { canHear, type Recipient } from './deliver/Recipient.ts';
import type { Recipients } from './deliver/Recipients.ts';
import { isQuietAt } from './tell/isQuietAt.ts';
import { messageOf } from './tell/messageOf.ts';
import { panelUrl } from './tell/panelUrl.ts';
import { AT_ONCE, turnToBlind, turnToRaise } from './tell/Turn.ts';
import { type Notice, type Situation, tellRecipient } from './tell/tellRecipient.ts';

export interface AreaTellerDeps {
  readonly recipients: Recipients;
  readonly outbox: Outbox;
  readonly bookOf: (id: string) => Book | undefined;
  /** Ends the mutes that last until this area's all-clear. */
  readonly onAllClear: (area: KeptArea, nowMs: number) => void;
  /** Writes down that somebody is told because nobody confirmed. */
  readonly onEscalated: (area: KeptArea, recipient: Recipient, afterMin: number, nowMs: number) => void;
  readonly isSimulated: boolean;
}

/** An area after a step. */
export interface SteppedArea {
  readonly kept: KeptArea;
  readonly changes: readonly AreaChange[];
  /** Id and place of a strike of this step by its ordinal. */
  readonly strikeOf: (ordinal: number) => Strike | undefined;
}

const UNORDERED = { turn: AT_ONCE, blindTurn: AT_ONCE } as const;

/** Puts into the outbox what recipients are to hear of an area. */
export class AreaTeller {
  private readonly deps: AreaTellerDeps;
  /** Areas of which only news can bring something to tell. After a rebirth there are none. */
  private readonly settled = new Set<string>();
  /** When time alone brings something to tell of an area, where that is known. */
  private readonly due = new Map<string, number>();

  constructor(deps: AreaTellerDeps) {
    this.deps = deps;
  }

  /** When time alone next brings something to tell, as when nobody confirmed; infinite if that is not known. */
  get nextDueMs(): number {
    let nextMs = Number.POSITIVE_INFINITY;
    for (const dueMs of this.due.values()) nextMs = Math.min(nextMs, dueMs);
    return nextMs;
  }

  /** The recipients of the book, its areas, or what may be heard of them, are others now. */
  lookAgain(book: string): void {
    for (const key of this.settled) if (key.startsWith(`${book}/`)) this.settled.delete(key);
    for (const key of this.due.keys()) if (key.startsWith(`${book}/`)) this.due.delete(key);
  }

  /** Memory may know what the ledger does not: everything is looked at again. */
  reload(): void {
    this.deps.recipients.load();
    this.settled.clear();
    this.due.clear();
  }

  /** Decides and puts in, inside the step's transaction. Returns how many messages were put in. */
  tell({ kept, changes, strikeOf }: SteppedArea, nowMs: number): number {
    const key = `${kept.book}/${kept.id}`;
    const isDue = changes.length > 0 || kept.state.sight === 'unknown' || !this.settled.has(key);
    if (!isDue) return 0;
    this.settled.add(key);
    this.due.delete(key);
    if (changes.some(({ kind, to }) => kind === 'fall' && to === 'clear')) this.deps.onAllClear(kept, nowMs);
    const recipients = this.deps.recipients.of(kept.book);
    const isOrdered = recipients.some((one) => canHear(one) && one.escalateAfterMin !== null);
    // What is not kept up must not be taken up again.
    if (!isOrdered) this.deps.recipients.forgetAwareness(kept.book, kept.id);
    const book = recipients.length === 0 ? undefined : this.deps.bookOf(kept.book);
    if (!book) return 0;
    const turnsOf = isOrdered ? this.turnsOf(kept, recipients.filter(canHear), nowMs) : () => UNORDERED;
    let put = 0;
    for (const recipient of recipients) {
      if (!canHear(recipient)) continue;
      const before = this.deps.recipients.told(kept.book, recipient.id, kept.id);
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
      if (told !== before) this.deps.recipients.putTold(kept.book, recipient.id, kept.id, told);
      if (isOwing) this.settled.delete(key);
      if (dueMs !== undefined) this.due.set(key, Math.min(dueMs, this.due.get(key) ?? dueMs));
      for (const notice of notices) {
        const isNews = changes.some(({ strike, found }) => strike !== null && strike === notice.strike && !found);
        this.put(notice, isNews, recipient, book, kept, strikeOf, nowMs);
        if (notice.unconfirmedMin) this.deps.onEscalated(kept, recipient, notice.unconfirmedMin, nowMs);
      }
      put += notices.length;
    }
    return put;
  }

  /** When each of the recipients is to be told. Takes note of what there is to know now. */
  private turnsOf(
    { book, id, body, state }: KeptArea,
    all: readonly Recipient[],
    nowMs: number,
  ): (one: Recipient) => Pick<Situation, 'turn' | 'blindTurn'> {
    const awareness = this.deps.recipients.keepAwareness(book, id, state, nowMs);
    return (one) => ({
      turn: turnToRaise(one, all, state.level, awareness),
      blindTurn: turnToBlind(one, all, { kind: body.kind, level: state.level }, awareness),
    });
  }

  /** `isNews`: the strike was told just now, so that the time from it to the message says how fast we are. */
  private put(
    notice: Notice,
    isNews: boolean,
    recipient: Recipient,
    book: Book,
    { id, body, state }: KeptArea,
    strikeOf: (ordinal: number) => Strike | undefined,
    nowMs: number,
  ): void {
    this.deps.outbox.add({
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
          isSimulated: this.deps.isSimulated,
          url: panelUrl(recipient, book, id),
          missed: notice.type === 'watch.clear' || notice.type === 'watch.lowered' ? missed : undefined,
          strikeOf,
        }),
    });
  }
}
