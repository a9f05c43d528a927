import { languageOf } from '#shared/languages.ts';
import type { Clock } from '#shared/time/Clock.ts';
import type { MuteBody } from '#shared/watch/MuteBody.ts';
import type { RecipientView } from '#shared/watch/RecipientView.ts';
import { messageTexts } from '#texts/messageTexts.ts';
import { hashOf } from '#worker/keys/hashOf.ts';
import { type Admission, done, refused } from './Admission.ts';
import type { BookNotices } from './BookNotices.ts';
import type { BookWrites } from './book/bookWrites.ts';
import type { Book, WatchLedger } from './book/WatchLedger.ts';
import type { Recipient } from './deliver/Recipient.ts';
import type { Recipients } from './deliver/Recipients.ts';
import type { Mutes } from './Mutes.ts';
import { localTime } from './tell/localTime.ts';
import type { Answer } from './WatchCalls.ts';
import type { WatchEngine } from './WatchEngine.ts';

export interface MuteDeskDeps {
  readonly ledger: WatchLedger;
  readonly recipients: Recipients;
  readonly mutes: Mutes;
  readonly notices: BookNotices;
  readonly engine: WatchEngine;
  readonly admission: Admission;
  readonly writes: Pick<BookWrites, 'take'>;
  readonly clock: Clock;
  readonly viewOf: (recipient: Recipient) => RecipientView;
}

/** Mutes recipients, for the book's owner and for whoever has the key in a recipient's own messages. */
export class MuteDesk {
  private readonly deps: MuteDeskDeps;

  constructor(deps: MuteDeskDeps) {
    this.deps = deps;
  }

  mute(bookId: string, key: string, id: string, body: MuteBody): Answer<RecipientView> {
    const { recipients, ledger, admission } = this.deps;
    const recipient = recipients.get(bookId, id);
    const work = (book: Book) => (recipient ? this.muteOne(book, recipient, body) : refused('unknown-recipient'));
    const book = ledger.book(bookId);
    if (book && recipient && hashOf(key) === hashOf(recipient.muteKey)) return work(book);
    return admission.allowed(bookId, key, 'owner', work);
  }

  private muteOne(book: Book, recipient: Recipient, body: MuteBody): Answer<RecipientView> {
    const { ledger, mutes, engine, clock, viewOf } = this.deps;
    if (body.untilClearOf !== undefined) {
      const area = engine.area(book.id, body.untilClearOf);
      if (!area) return refused('unknown-area');
      // No all-clear would come before the next alarm, which must not be muted by who never saw it.
      if (area.kept.state.level === 'clear') return refused('already-clear');
    }
    const nowMs = clock.now();
    // To hear again is never refused: only a mute that was counted can be ended.
    if (body.forMin === 0 && recipient.mutedUntilMs <= nowMs) return done(viewOf(recipient));
    if (body.forMin > 0 && !this.deps.writes.take(book.id, 'mutes')) return refused('too-many-mutes');
    const after = ledger.transaction(() => {
      if (body.forMin === 0) return mutes.end(recipient, nowMs);
      const muted = mutes.begin(recipient, body, nowMs);
      this.tellOthers(book, muted, nowMs);
      return muted;
    });
    engine.lookAgain(book.id);
    return done(viewOf(after));
  }

  /** Whoever else is responsible for a site must know that one of them hears nothing. */
  private tellOthers(book: Book, { id, name, mutedUntilMs, mutedUntilClearOf }: Recipient, nowMs: number): void {
    const { engine, recipients, notices } = this.deps;
    const site = engine.areasOf(book.id).find(({ kept }) => kept.body.kind === 'site');
    if (!site) return;
    const { language, timeZone } = book;
    const texts = messageTexts[languageOf(language)];
    const time = localTime(mutedUntilMs, language, timeZone);
    const sentence = mutedUntilClearOf === null ? texts.muted(name, time) : texts.mutedUntilClear(name, time);
    for (const recipient of recipients.of(book.id)) {
      if (recipient.id === id || recipient.state === 'dead') continue;
      notices.add({ type: 'watch.notice', recipient, book, area: site.kept, nowMs, sentence });
    }
  }
}
