import type { MessageType } from '#shared/watch/RecipientView.ts';
import { newAreaState } from '#shared/watch/watchArea.ts';
import type { Book, KeptArea } from './book/WatchLedger.ts';
import type { Outbox } from './deliver/Outbox.ts';
import type { Recipient } from './deliver/Recipient.ts';
import { messageOf } from './tell/messageOf.ts';
import { panelUrl } from './tell/panelUrl.ts';
import type { Notice } from './tell/tellRecipient.ts';

export interface BookNotice {
  readonly type: MessageType;
  readonly recipient: Recipient;
  readonly book: Book;
  /** The area it is about; null if it is about none. */
  readonly area: KeptArea | null;
  readonly nowMs: number;
  readonly sentence?: string;
  readonly challenge?: string;
  readonly isDrill?: boolean;
  /** How long it is tried, instead of what its type is worth. */
  readonly triedMs?: number;
}

/** Messages that no change of an area causes: tests, challenges, heartbeats, and news of the recipients themselves. */
export class BookNotices {
  private readonly outbox: Outbox;
  private readonly isSimulated: boolean;

  constructor(outbox: Outbox, isSimulated: boolean) {
    this.outbox = outbox;
    this.isSimulated = isSimulated;
  }

  /** Puts the message in. It waits beside those of areas, and takes nothing's place. */
  add(notice: BookNotice): void {
    const { type, recipient, nowMs, area, triedMs } = notice;
    const id = `${area?.id ?? recipient.book}.${type.slice('watch.'.length)}-${nowMs}.${recipient.id}`;
    this.outbox.add({
      recipient,
      area: '',
      strikeMs: null,
      nowMs,
      id,
      triedMs,
      messageWith: () => this.message(notice),
    });
  }

  /** The message by itself, for what will not be kept. */
  message({ type, recipient, book, area, nowMs, sentence, challenge, isDrill }: BookNotice) {
    const { level, change, sight } = area?.state ?? newAreaState();
    const notice: Notice = {
      type,
      level,
      previousLevel: level,
      strike: null,
      isCorrection: false,
      isLate: false,
      sinceMs: null,
    };
    return messageOf(notice, {
      book,
      area: area && { id: area.id, name: area.body.name },
      change,
      unknown: area !== null && sight === 'unknown',
      decidedMs: nowMs,
      isSimulated: this.isSimulated,
      ...(isDrill ? { isDrill } : {}),
      ...(area ? { url: panelUrl(recipient, book, area.id) } : {}),
      ...(sentence === undefined ? {} : { sentence }),
      ...(challenge === undefined ? {} : { challenge }),
    });
  }
}
