import { languageOf } from '#shared/languages.ts';
import type { MuteBody } from '#shared/watch/RecipientBody.ts';
import type { RecipientView } from '#shared/watch/RecipientView.ts';
import { chatTexts } from '#texts/chatTexts.ts';
import { messageTexts } from '#texts/messageTexts.ts';
import { hashOf } from '#worker/keys/hashOf.ts';
import { announce } from '#worker/watch/announcements.ts';
import type { Book } from '#worker/watch/book/WatchLedger.ts';
import { afterReceipt } from '#worker/watch/deliver/Attempt.ts';
import type { Recipient } from '#worker/watch/deliver/Recipient.ts';
import { beginMute, endMute } from '#worker/watch/mutes.ts';
import { timeOfDay } from '#worker/watch/tell/timeOfDay.ts';
import type { WatchContext } from '#worker/watch/WatchEngine.ts';
import { allowed, type BookAnswer, done, refused } from './bookAnswer.ts';
import { viewOfRecipient } from './recipientOperations.ts';

/** A message to the bot. */
export interface ChatMessage {
  readonly chatId: number;
  readonly command: 'start' | 'stop' | 'areas' | 'seen' | 'test' | 'moved';
  /** Of `start`: the token of the link by which the chat was opened. */
  readonly token?: string;
  /** Of `moved`: the id of the chat from now on. */
  readonly movedTo?: number;
}

/** Operations of recipients, without a key of the book. */
export const ownOperations = {
  /** Whether the key is the owner's, or the one in the recipient's own messages. */
  mayMute(watch: WatchContext, book: string, key: string, id: string): BookAnswer<null> {
    return ofRecipient(watch, book, key, id, () => done(null));
  },

  /** With a key as `mayMute` has it. */
  muteRecipient(watch: WatchContext, book: string, key: string, id: string, mute: MuteBody): BookAnswer<RecipientView> {
    return ofRecipient(watch, book, key, id, (of, recipient) => muteOne(watch, of, recipient, mute));
  },

  /** Notes that a message arrived. False if the token is unknown or was used before. */
  receipt(watch: WatchContext, token: string): boolean {
    const { deliveries, recipients, ledger, clock } = watch;
    const delivery = deliveries.byReceipt(hashOf(token));
    const recipient = delivery && recipients.get(delivery.book, delivery.recipient);
    if (!recipient || delivery.confirmedMs !== null) return false;
    const nowMs = clock.now();
    ledger.transaction(() => {
      const { book, area, summary, decidedMs } = delivery;
      deliveries.write(afterReceipt(delivery, nowMs));
      recipients.put({ ...recipient, okMs: nowMs, state: 'proven', failures: 0 });
      const isBlind = summary.type === 'watch.blind';
      recipients.confirm(book, area, { level: summary.level, isBlind, decidedMs }, nowMs);
    });
    return true;
  },

  /** Answers a chat's message in the language of the book; null if there is nothing to say. */
  chat(watch: WatchContext, message: ChatMessage): string | null {
    if (message.command === 'moved') return moveChat(watch, message);
    const answer = message.command === 'start' ? startChat(watch, message) : answerChat(watch, message);
    watch.sendSoon();
    watch.lookSoon();
    return answer;
  },
};

function ofRecipient<Result>(
  watch: WatchContext,
  bookId: string,
  key: string,
  id: string,
  work: (book: Book, recipient: Recipient) => BookAnswer<Result>,
): BookAnswer<Result> {
  const recipient = watch.recipients.get(bookId, id);
  const book = watch.ledger.book(bookId);
  if (book && recipient && hashOf(key) === hashOf(recipient.muteKey)) return work(book, recipient);
  return allowed(watch, bookId, key, 'owner', (of) => (recipient ? work(of, recipient) : refused('unknown-recipient')));
}

function muteOne(watch: WatchContext, book: Book, recipient: Recipient, mute: MuteBody): BookAnswer<RecipientView> {
  const { ledger, engine, clock } = watch;
  if (mute.untilClearOf !== undefined) {
    const area = engine.area(book.id, mute.untilClearOf);
    if (!area) return refused('unknown-area');
    // No all-clear would come before the next alarm, which nobody has seen yet and must not be muted.
    if (area.kept.state.level === 'clear') return refused('already-clear');
  }
  const nowMs = clock.now();
  // Unmuting is never refused: only a mute that was counted can be ended.
  if (mute.forMin === 0 && recipient.mutedUntilMs <= nowMs) return done(viewOfRecipient(watch, recipient));
  if (mute.forMin > 0 && !watch.writes.take(book.id, 'mutes', nowMs)) return refused('too-many-mutes');
  const after = ledger.transaction(() => {
    if (mute.forMin === 0) return endMute(watch, recipient, nowMs);
    const muted = beginMute(watch, recipient, mute, nowMs);
    tellOthers(watch, book, muted, nowMs);
    return muted;
  });
  engine.lookAgain(book.id);
  watch.sendSoon();
  watch.lookSoon();
  return done(viewOfRecipient(watch, after));
}

/** Tells others responsible for a site that one of them is muted. */
function tellOthers(watch: WatchContext, book: Book, muted: Recipient, nowMs: number): void {
  const { engine, recipients } = watch;
  const { id, name, mutedUntilMs, mutedUntilClearOf } = muted;
  const site = engine.areasOf(book.id).find(({ kept }) => kept.body.kind === 'site');
  if (!site) return;
  const { language, timeZone } = book;
  const texts = messageTexts[languageOf(language)];
  const time = timeOfDay(mutedUntilMs, language, timeZone);
  const sentence = mutedUntilClearOf === null ? texts.muted(name, time) : texts.mutedUntilClear(name, time);
  for (const recipient of recipients.of(book.id)) {
    if (recipient.id === id || recipient.state === 'dead') continue;
    announce(watch, { type: 'watch.notice', recipient, book, area: site.kept, nowMs, sentence });
  }
}

/** A group that became a supergroup has another id: its recipients stay what they are. */
function moveChat({ ledger, recipients }: WatchContext, { chatId, movedTo = chatId }: ChatMessage): null {
  ledger.transaction(() => {
    for (const recipient of recipients.inChat(chatId)) {
      recipients.put({ ...recipient, target: { channel: 'telegram', chatId: movedTo } });
    }
  });
  return null;
}

function startChat(watch: WatchContext, { chatId, token = '' }: ChatMessage): string | null {
  const { ledger, recipients, engine, clock } = watch;
  const nowMs = clock.now();
  return ledger.transaction(() => {
    const proof = recipients.takeProof(hashOf(token), nowMs);
    const recipient = proof && recipients.get(proof.book, proof.recipient);
    const book = proof && ledger.book(proof.book);
    if (!recipient || !book || recipient.target.channel !== 'telegram') return null;
    const target = { channel: 'telegram', chatId } as const;
    recipients.put({ ...recipient, target, state: 'proven', okMs: nowMs, failures: 0 });
    if (recipient.okMs === null) ledger.logRecipient(book.id, { atMs: nowMs, name: recipient.name, event: 'heard' });
    engine.lookAgain(book.id);
    return chatTexts[languageOf(book.language)].started;
  });
}

function answerChat(watch: WatchContext, { chatId, command }: ChatMessage): string | null {
  const { ledger, recipients, engine, clock } = watch;
  const nowMs = clock.now();
  const answers = recipients.inChat(chatId).flatMap((recipient): string[] => {
    const book = ledger.book(recipient.book);
    if (!book || recipient.state === 'dead') return [];
    const texts = chatTexts[languageOf(book.language)];
    if (command === 'stop') {
      ledger.transaction(() => recipients.put({ ...recipient, state: 'dead' }));
      return [texts.stopped];
    }
    if (command === 'areas') return [texts.areas(engine.areasOf(book.id).map(({ kept }) => kept.body.name))];
    if (command === 'seen') return [texts.seen(acknowledge(watch, recipient, nowMs))];
    ledger.transaction(() => announce(watch, { type: 'watch.test', recipient, book, area: null, nowMs }));
    return [];
  });
  return answers.length === 0 ? null : [...new Set(answers)].join('\n');
}

/** Confirms, in the logs too, what the recipient was told of and still holds. Returns the names of the areas. */
function acknowledge(watch: WatchContext, { book, id, name }: Recipient, nowMs: number): string[] {
  const { ledger, recipients, engine } = watch;
  const areas = engine
    .areasOf(book)
    .map(({ kept }) => ({ area: kept, told: recipients.told(book, id, kept.id) }))
    .filter(({ told }) => told.level !== 'clear' || told.isBlind);
  const said = { type: 'note', atMs: nowMs, name: name || 'Telegram', text: '/seen', kind: 'acknowledged' } as const;
  ledger.transaction(() => {
    for (const { area, told } of areas) {
      ledger.logs.append(book, area.id, nowMs, [said]);
      recipients.confirm(book, area.id, { level: told.level, isBlind: told.isBlind, decidedMs: nowMs }, nowMs);
    }
  });
  return areas.map(({ area }) => area.body.name);
}
