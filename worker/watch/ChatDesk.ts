import { languageOf } from '#shared/languages.ts';
import type { Clock } from '#shared/time/Clock.ts';
import { chatTexts } from '#texts/chatTexts.ts';
import { hashOf } from '#worker/keys/hashOf.ts';
import type { BookNotices } from './BookNotices.ts';
import type { WatchLedger } from './book/WatchLedger.ts';
import type { Recipient } from './deliver/Recipient.ts';
import type { RecipientLedger } from './deliver/RecipientLedger.ts';
import type { Recipients } from './deliver/Recipients.ts';
import type { WatchEngine } from './WatchEngine.ts';

/** What somebody wrote to the bot. */
export interface ChatMessage {
  readonly chatId: number;
  readonly command: 'start' | 'stop' | 'areas' | 'seen' | 'test';
  /** Of `start`: the token of the link by which the chat was opened. */
  readonly token?: string;
}

export interface ChatDeskDeps {
  readonly ledger: WatchLedger;
  readonly proofs: RecipientLedger;
  readonly recipients: Recipients;
  readonly notices: BookNotices;
  readonly engine: WatchEngine;
  readonly clock: Clock;
}

/** What a Telegram chat may do with the recipients that it is. */
export class ChatDesk {
  private readonly deps: ChatDeskDeps;

  constructor(deps: ChatDeskDeps) {
    this.deps = deps;
  }

  /** Does what the message asks for. Returns the answer, in the language of the book; null if nothing here is meant. */
  take(message: ChatMessage): string | null {
    return message.command === 'start' ? this.start(message) : this.ofChat(message);
  }

  private start({ chatId, token = '' }: ChatMessage): string | null {
    const { ledger, proofs, recipients, clock } = this.deps;
    const nowMs = clock.now();
    return ledger.transaction(() => {
      const proof = proofs.takeProof(hashOf(token), nowMs);
      const recipient = proof && recipients.get(proof.book, proof.recipient);
      const book = proof && ledger.book(proof.book);
      if (!recipient || !book || recipient.target.channel !== 'telegram') return null;
      recipients.put({
        ...recipient,
        target: { channel: 'telegram', chatId },
        state: 'proven',
        okMs: nowMs,
        failures: 0,
      });
      this.deps.engine.lookAgain(book.id);
      return chatTexts[languageOf(book.language)].started;
    });
  }

  private ofChat({ chatId, command }: ChatMessage): string | null {
    const { ledger, recipients, notices, engine, clock } = this.deps;
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
      if (command === 'seen') return [texts.seen(this.acknowledge(recipient, nowMs))];
      ledger.transaction(() => notices.add({ type: 'watch.test', recipient, book, area: null, nowMs }));
      return [];
    });
    return answers.length === 0 ? null : [...new Set(answers)].join('\n');
  }

  /** Confirms, in the logs too, what the recipient was told of and still holds. Returns the names of the areas. */
  private acknowledge({ book, id, name }: Recipient, nowMs: number): string[] {
    const { ledger, recipients, engine } = this.deps;
    const areas = engine
      .areasOf(book)
      .map(({ kept }) => ({ area: kept, told: recipients.told(book, id, kept.id) }))
      .filter(({ told }) => told.level !== 'clear' || told.isBlind);
    ledger.transaction(() => {
      for (const { area, told } of areas) {
        const note = {
          type: 'note',
          atMs: nowMs,
          name: name || 'Telegram',
          text: '/seen',
          kind: 'acknowledged',
        } as const;
        ledger.logs.append(book, area.id, nowMs, [note]);
        recipients.confirm(book, area.id, { level: told.level, isBlind: told.isBlind, decidedMs: nowMs }, nowMs);
      }
    });
    return areas.map(({ area }) => area.body.name);
  }
}
