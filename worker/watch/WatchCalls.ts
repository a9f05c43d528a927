import type { AreaBody } from '#shared/watch/AreaBody.ts';
import type { BookPatch } from '#shared/watch/BookBody.ts';
import type { AreaView, BookView } from '#shared/watch/BookView.ts';
import type { MuteBody } from '#shared/watch/MuteBody.ts';
import type { NoteBody } from '#shared/watch/NoteBody.ts';
import type { RecipientBody } from '#shared/watch/RecipientBody.ts';
import type { DeliveryView, RecipientView } from '#shared/watch/RecipientView.ts';
import type { LinesAsked, LogPage } from './book/AreaLogs.ts';
import type { BookKey, LentKey } from './book/BookLedger.ts';
import type { OperatorCalls } from './book/bookOrders.ts';
import type { LogLine } from './book/logLine.ts';
import type { Book, BookSettings } from './book/WatchLedger.ts';
import type { ChatMessage } from './ChatDesk.ts';
import type { FeedBook } from './feeds/FeedBook.ts';

/** Why a call on a book was refused. */
export type Refusal =
  | 'unknown-book'
  | 'wrong-key'
  | 'owner-only'
  | 'duty-only'
  | 'unknown-area'
  | 'unknown-recipient'
  | 'already-clear'
  | 'no-place'
  | 'unknown-feed'
  | 'too-many-areas'
  | 'unproven-book'
  | 'too-many-recipients'
  | 'too-many-webhooks'
  | 'too-many-tests'
  | 'too-many-books'
  | 'too-many-notes'
  | 'too-many-mutes'
  | 'too-many-settings'
  | 'shard-full';

/** What would be tried: one recipient, also at a new address, or all of the book. */
export interface TryAsked {
  readonly id?: string;
  readonly url?: string | undefined;
}

/** A book before it has a network's pseudonym. */
export type NewBook = Omit<Book, 'network'>;

export type Answer<Result> =
  | { readonly ok: true; readonly value: Result }
  | { readonly ok: false; readonly refusal: Refusal };

/** What the Worker may ask of one Watch object. `key` is the bearer's; every call with one checks it. */
export interface WatchCalls extends OperatorCalls {
  /** `network`: the wide network of whoever makes it; '' where that is not known. */
  create(book: NewBook, network: string): Promise<Answer<null>>;
  remove(book: string, key: string): Promise<Answer<null>>;
  putArea(
    book: string,
    key: string,
    area: string,
    body: AreaBody,
  ): Promise<Answer<{ readonly created: boolean; readonly area: AreaView }>>;
  removeArea(book: string, key: string, area: string): Promise<Answer<null>>;
  view(book: string, key: string): Promise<Answer<BookView>>;
  lines(book: string, key: string, area: string, asked: LinesAsked): Promise<Answer<LogPage>>;
  note(book: string, key: string, area: string, note: NoteBody): Promise<Answer<LogLine>>;
  /** `origin`: of the site that the recipient's links lead to. A webhook that `mayTry` forbids to try is not challenged. */
  putRecipient(
    book: string,
    key: string,
    recipient: string,
    body: RecipientBody,
    origin: string,
    mayTry: boolean,
  ): Promise<Answer<{ readonly created: boolean; readonly recipient: RecipientView }>>;
  removeRecipient(book: string, key: string, recipient: string): Promise<Answer<null>>;
  testRecipient(book: string, key: string, recipient: string): Promise<Answer<null>>;
  muteRecipient(book: string, key: string, recipient: string, mute: MuteBody): Promise<Answer<RecipientView>>;
  drill(book: string, key: string, area: string): Promise<Answer<null>>;
  /** The domain of each webhook that the request would try. */
  domainsTried(book: string, key: string, asked: TryAsked): Promise<readonly string[]>;
  /** Counts a try at a domain that this object counts for all; false if the network had its share of this hour. */
  countTry(domain: string, network: string): Promise<boolean>;
  /** The newest messages of the book, newest first. */
  deliveries(book: string, key: string): Promise<Answer<readonly DeliveryView[]>>;
  change(book: string, key: string, patch: BookPatch): Promise<Answer<BookSettings>>;
  /** A new key, the caller's `own` if there is one, in place of the one before. */
  newKey(book: string, key: string, which: BookKey, own?: string): Promise<Answer<string>>;
  takeKeyBack(book: string, key: string, which: LentKey): Promise<Answer<null>>;
  /** What a book's feeds are made of; of one area if it is given. */
  feed(book: string, feedKey: string, area?: string): Promise<Answer<FeedBook>>;
  /** Whether the token was one of a message that arrived just now. */
  receipt(token: string): Promise<boolean>;
  /** What a chat's message does; the answer to it, if there is one. */
  chat(message: ChatMessage): Promise<string | null>;
  /** There is news from the Feed. */
  wake(): Promise<void>;
}
