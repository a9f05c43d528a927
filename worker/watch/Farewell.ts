import type { Book, KeptArea } from './book/WatchLedger.ts';
import { TRY_MS } from './deliver/Attempt.ts';
import { lifeMs } from './deliver/Delivery.ts';
import type { Outbox } from './deliver/Outbox.ts';
import { canHear, type Recipient } from './deliver/Recipient.ts';
import type { Recipients } from './deliver/Recipients.ts';
import type { SendJob } from './deliver/SendJob.ts';
import { messageOf } from './tell/messageOf.ts';
import type { WatchEngine } from './WatchEngine.ts';

export interface FarewellDeps {
  readonly recipients: Recipients;
  readonly outbox: Outbox;
  readonly engine: WatchEngine;
  readonly isSimulated: boolean;
}

/** Says "no longer watched" to whoever was told of danger, when watching ends. */
export class Farewell {
  private readonly deps: FarewellDeps;

  constructor(deps: FarewellDeps) {
    this.deps = deps;
  }

  /** Of one area: by the outbox. Call inside the transaction that deletes it. */
  ofArea(book: Book, area: KeptArea, nowMs: number): void {
    for (const recipient of this.worried(book, area)) {
      this.deps.outbox.add({
        recipient,
        area: area.id,
        strikeMs: null,
        nowMs,
        messageWith: () => this.message(book, area, nowMs),
      });
    }
    this.deps.recipients.dropArea(book.id, area.id);
  }

  /** Of a whole book, of which nothing may be kept: returns what is to be tried once, and deletes the recipients. */
  ofBook(book: Book, nowMs: number): SendJob[] {
    const jobs = this.deps.engine.areasOf(book.id).flatMap(({ kept }) =>
      this.worried(book, kept).map((recipient) => ({
        id: `${kept.id}.${kept.state.change}.ended.${recipient.id}`,
        target: recipient.target,
        recipient: recipient.id,
        area: kept.id,
        body: JSON.stringify(this.message(book, kept, nowMs)),
        expiresMs: nowMs + lifeMs('watch.ended'),
        receipt: null,
        tryMs: TRY_MS,
      })),
    );
    this.deps.recipients.dropBook(book.id);
    return jobs;
  }

  private worried(book: Book, area: KeptArea): Recipient[] {
    const { recipients } = this.deps;
    return recipients
      .of(book.id)
      .filter(canHear)
      .filter(({ id }) => {
        const { level, isBlind } = recipients.told(book.id, id, area.id);
        return level !== 'clear' || isBlind;
      });
  }

  private message(book: Book, { id, body, state }: KeptArea, nowMs: number) {
    const notice = { strike: null, isCorrection: false, isLate: false, sinceMs: null };
    const { level } = state;
    return messageOf(
      { type: 'watch.ended', level, previousLevel: level, ...notice },
      {
        book,
        area: { id, name: body.name },
        change: state.change,
        unknown: state.sight === 'unknown',
        decidedMs: nowMs,
        isSimulated: this.deps.isSimulated,
      },
    );
  }
}
