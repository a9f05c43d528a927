import { languageOf } from '#shared/languages.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/hourKey.ts';
import { messageTexts } from '#texts/messageTexts.ts';
import { announce, farewells } from './announcements.ts';
import type { BookVisit } from './book/BookLedger.ts';
import type { Book } from './book/WatchLedger.ts';
import { canHear } from './deliver/Recipient.ts';
import type { WatchContext } from './WatchEngine.ts';

const UNPROVEN_DAYS = 7;
const IDLE_DAYS = 400;
const NOTICE_DAYS = 14;
/** The notice is tried for a day. Its arrival is no sign of use. */
const NOTICE_TRIED_MS = DAY_MS;
const NOTICE_ARRIVES_MS = NOTICE_TRIED_MS + HOUR_MS;

const NOTICE_MS = NOTICE_DAYS * DAY_MS;

export interface BookUse extends Pick<BookVisit, 'id' | 'seenMs' | 'noticedMs'> {
  /** Null if nothing ever arrived. */
  readonly okMs: number | null;
}

/**
 * A book that reached nobody ends 7 days after the last visit, any other after 400 days without a visit or a delivery,
 * 14 days after its recipients were told so.
 */
export function bookFate({ seenMs, okMs, noticedMs }: BookUse, nowMs: number): 'keep' | 'notice' | 'end' {
  if (okMs === null) return nowMs - seenMs >= UNPROVEN_DAYS * DAY_MS ? 'end' : 'keep';
  const isNotice = noticedMs > 0 && okMs >= noticedMs && okMs < noticedMs + NOTICE_ARRIVES_MS;
  const usedMs = Math.max(seenMs, isNotice ? 0 : okMs);
  const idleMs = nowMs - usedMs;
  if (idleMs < IDLE_DAYS * DAY_MS - NOTICE_MS) return 'keep';
  if (noticedMs <= usedMs) return 'notice';
  return idleMs >= IDLE_DAYS * DAY_MS && nowMs - noticedMs >= NOTICE_MS ? 'end' : 'keep';
}

/** The book that makes room for an area: reached nobody, not visited for a day, and of these the longest ago. */
export function bookThatGivesWay(books: readonly BookUse[], nowMs: number): string | undefined {
  return books
    .filter(({ okMs, seenMs }) => okMs === null && nowMs - seenMs >= DAY_MS)
    .toSorted((a, b) => a.seenMs - b.seenMs || (a.id < b.id ? -1 : 1))[0]?.id;
}

/** Ends unused books, and tells the recipients of some that they will end. */
export function keepUpBooks(watch: WatchContext): void {
  const nowMs = watch.clock.now();
  const fates = usesOf(watch).map((use) => ({ id: use.id, fate: bookFate(use, nowMs) }));
  const ended = fates.filter(({ id, fate }) => fate === 'end' && endBook(watch, id));
  for (const { id, fate } of fates) if (fate === 'notice') announceEnd(watch, id, nowMs);
  if (ended.length > 0) watch.log('info', 'watch.retention', { shard: watch.shard, books: ended.length });
}

/** Ends a book that reached nobody, of this network if given, to make room. False if there is none. */
export function makeRoom(watch: WatchContext, network?: string): boolean {
  const watching = watch.engine.books;
  const watched = usesOf(watch).filter((use) => watching.has(use.id) && (network ?? use.network) === use.network);
  const id = bookThatGivesWay(watched, watch.clock.now());
  return id !== undefined && endBook(watch, id);
}

/** Ends the book as its owner could. False if there is none. */
export function endBook(watch: WatchContext, id: string): boolean {
  const { ledger, recipients, engine, clock } = watch;
  const book = ledger.book(id);
  if (!book) return false;
  const areas = engine.areasOf(id).map(({ kept }) => kept);
  const jobs = farewells(watch, book, areas, clock.now());
  ledger.transaction(() => {
    recipients.dropBook(id);
    ledger.deleteBook(id);
  });
  for (const area of areas) engine.drop(area);
  watch.sendOnce(jobs);
  return true;
}

function usesOf({ books, recipients }: WatchContext): (BookUse & Pick<Book, 'network'>)[] {
  return books.visits().map((visit) => {
    const arrivals = recipients.of(visit.id).flatMap(({ okMs }) => (okMs === null ? [] : [okMs]));
    return { ...visit, okMs: arrivals.length === 0 ? null : Math.max(...arrivals) };
  });
}

function announceEnd(watch: WatchContext, id: string, nowMs: number): void {
  const { ledger, books, recipients, engine } = watch;
  const book = ledger.book(id);
  if (!book) return;
  const { language, timeZone } = book;
  const date = new Intl.DateTimeFormat(language, { timeZone, dateStyle: 'long' }).format(nowMs + NOTICE_MS);
  const sentence = messageTexts[languageOf(language)].ending(date);
  const area = engine.areasOf(id)[0]?.kept ?? null;
  ledger.transaction(() => {
    books.noticed(id, nowMs);
    for (const recipient of recipients.of(id).filter(canHear)) {
      announce(watch, { type: 'watch.notice', recipient, book, area, nowMs, sentence, triedMs: NOTICE_TRIED_MS });
    }
  });
}
