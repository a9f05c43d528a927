import type { MessageType } from '#shared/watch/RecipientView.ts';
import { newAreaState } from '#shared/watch/watchArea.ts';
import type { Book, KeptArea } from './book/WatchLedger.ts';
import { type SendJob, TRY_MS } from './deliver/Attempt.ts';
import { lifeMs } from './deliver/Delivery.ts';
import { putIntoOutbox } from './deliver/outbox.ts';
import { canHear, type Recipient } from './deliver/Recipient.ts';
import { type Message, panelUrl } from './tell/Message.ts';
import { type MessageSetting, messageOf } from './tell/messageOf.ts';
import type { WatchStores } from './WatchStores.ts';

/** A test, a challenge, a heartbeat, a fire, or news of the recipients: no change of an area causes it. */
interface Announcement extends Pick<MessageSetting, 'sentence' | 'challenge' | 'isDrill' | 'fire'> {
  readonly type: MessageType;
  readonly recipient: Recipient;
  readonly book: Book;
  readonly area: KeptArea | null;
  readonly nowMs: number;
  readonly triedMs?: number;
  readonly isCorrection?: boolean;
  /** By default of area, type, time and recipient. */
  readonly id?: string;
}

/** Puts the message into the outbox, where it replaces no other. */
export function announce({ deliveries, isSimulated }: WatchStores, announcement: Announcement): void {
  const { type, recipient, book, nowMs, area, triedMs, id, ...said } = announcement;
  putIntoOutbox(deliveries, {
    recipient,
    area: '',
    strikeMs: null,
    nowMs,
    id: id ?? `${area?.id ?? recipient.book}.${type.slice('watch.'.length)}-${nowMs}.${recipient.id}`,
    triedMs,
    messageWith: () => {
      const url = area ? { url: panelUrl(recipient, book, area.id) } : {};
      return messageAt(type, book, area, { ...said, ...url, decidedMs: nowMs, isSimulated });
    },
  });
}

/** Says "no longer watched" to whoever was told of danger. Call inside the transaction that deletes the area. */
export function sayEnded(stores: WatchStores, book: Book, area: KeptArea, nowMs: number): void {
  for (const recipient of worriedBy(stores, area)) {
    const messageWith = () => endedMessage(stores, book, area, nowMs);
    putIntoOutbox(stores.deliveries, { recipient, area: area.id, strikeMs: null, nowMs, messageWith });
  }
}

/** The same for all areas of a book that is deleted: jobs to be tried once and stored nowhere. */
export function farewells(stores: WatchStores, book: Book, areas: readonly KeptArea[], nowMs: number): SendJob[] {
  return areas.flatMap((area) =>
    worriedBy(stores, area).map((recipient) => ({
      id: `${area.id}.${area.state.change}.ended.${recipient.id}`,
      target: recipient.target,
      recipient: recipient.id,
      area: area.id,
      body: JSON.stringify(endedMessage(stores, book, area, nowMs)),
      expiresMs: nowMs + lifeMs('watch.ended'),
      receipt: null,
      tryMs: TRY_MS,
    })),
  );
}

function worriedBy({ recipients }: WatchStores, { book, id: area }: KeptArea): Recipient[] {
  return recipients.of(book).filter((recipient) => {
    const { level, isBlind } = recipients.told(book, recipient.id, area);
    return canHear(recipient) && (level !== 'clear' || isBlind);
  });
}

function endedMessage({ isSimulated }: WatchStores, book: Book, area: KeptArea, nowMs: number): Message {
  return messageAt('watch.ended', book, area, { decidedMs: nowMs, isSimulated });
}

function messageAt(
  type: MessageType,
  book: Book,
  area: KeptArea | null,
  {
    isCorrection = false,
    ...said
  }: Pick<MessageSetting, 'decidedMs' | 'isSimulated' | 'url' | 'sentence' | 'challenge' | 'isDrill' | 'fire'> & {
    readonly isCorrection?: boolean;
  },
): Message {
  const { level, change, sight } = area?.state ?? newAreaState();
  const notice = { type, level, previousLevel: level, strike: null, isCorrection, isLate: false, sinceMs: null };
  const unknown = area !== null && sight === 'unknown';
  return messageOf(notice, { book, area: area && { id: area.id, name: area.body.name }, change, unknown, ...said });
}
