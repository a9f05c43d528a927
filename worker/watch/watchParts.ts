import type { Position } from '#shared/geo/geodesy.ts';
import type { PlaceAnswer } from '#shared/nowcast/place/answerAt.ts';
import type { Clock } from '#shared/time/Clock.ts';
import type { FeedCalls } from '#worker/feed/FeedCalls.ts';
import type { LedgerStorage } from '#worker/feed/ledger/FeedLedger.ts';
import type { Log } from '#worker/observability/log.ts';
import type { Config } from '#worker/settings/config.ts';
import { Admission } from './Admission.ts';
import { AreaTeller } from './AreaTeller.ts';
import { BookDesk } from './BookDesk.ts';
import { BookNotices } from './BookNotices.ts';
import { BookUpkeep } from './BookUpkeep.ts';
import { BookInventory } from './book/BookInventory.ts';
import { BookLedger } from './book/BookLedger.ts';
import { BookWrites } from './book/bookWrites.ts';
import { Pseudonyms } from './book/Pseudonyms.ts';
import { WatchLedger } from './book/WatchLedger.ts';
import { ChatDesk } from './ChatDesk.ts';
import type { Attempt } from './deliver/Attempt.ts';
import { DeliveryLedger } from './deliver/DeliveryLedger.ts';
import { DeliveryPump } from './deliver/DeliveryPump.ts';
import { Outbox } from './deliver/Outbox.ts';
import { placeOf } from './deliver/Recipient.ts';
import { RecipientLedger } from './deliver/RecipientLedger.ts';
import { Recipients } from './deliver/Recipients.ts';
import type { SendJob } from './deliver/SendJob.ts';
import { TryLedger } from './deliver/TryLedger.ts';
import { MOST_OF_NETWORK } from './deliver/tries.ts';
import { EarlyTeller } from './EarlyTeller.ts';
import { Farewell } from './Farewell.ts';
import { FeedDesk } from './FeedDesk.ts';
import { MuteDesk } from './MuteDesk.ts';
import { Mutes } from './Mutes.ts';
import { RecipientDesk } from './RecipientDesk.ts';
import { RecipientUpkeep } from './RecipientUpkeep.ts';
import { MAX_AREAS_A_SHARD, WatchDesk } from './WatchDesk.ts';
import { WatchEngine } from './WatchEngine.ts';

export interface WatchSurroundings {
  readonly storage: LedgerStorage;
  readonly shard: string;
  readonly config: Pick<Config, 'watchSettleMs' | 'watchDailyCap' | 'source' | 'watchBot'>;
  readonly feed: () => Pick<FeedCalls, 'watchNews' | 'strikesWithin'>;
  /** What the newest storm cells say of places, in their order; null where nothing can be said. */
  readonly forecasts: (places: readonly Position[]) => Promise<readonly PlaceAnswer[] | null>;
  /** One attempt, with connections of its own. */
  readonly send: (job: SendJob) => Promise<Attempt>;
  /** There are messages to send. */
  readonly onMessages: () => void;
  /** An attempt was settled: others may have room now. */
  readonly onSettled: () => void;
  /** These are to be tried once, and are kept nowhere. */
  readonly onFarewell: (jobs: readonly SendJob[]) => void;
  /** How many areas it may watch, where that is to be tried with few. */
  readonly mostAreas?: number;
  readonly clock: Clock;
  readonly random: (bytes: number) => Uint8Array;
  readonly log: Log;
}

/** Everything that a Watch object is made of, put together. */
export function watchParts({
  storage,
  shard,
  config,
  feed,
  forecasts,
  send,
  onMessages,
  onSettled,
  ...around
}: WatchSurroundings) {
  const { clock, random, log } = around;
  const isSimulated = config.source === 'simulated';
  const ledger = new WatchLedger(storage);
  const books = new BookLedger(storage.sql);
  const proofs = new RecipientLedger(storage.sql);
  const deliveries = new DeliveryLedger(storage.sql);
  const tries = new TryLedger(storage.sql);
  const pseudonyms = new Pseudonyms(ledger, random);
  const recipients = new Recipients(proofs);
  const outbox = new Outbox(deliveries);
  const notices = new BookNotices(outbox, isSimulated);
  const mutes = new Mutes(ledger, recipients);
  const teller = new AreaTeller({
    recipients,
    outbox,
    bookOf: (id) => ledger.book(id),
    onAllClear: ({ book, id }, nowMs) => mutes.endWith(book, id, nowMs),
    onEscalated: ({ book, id }, recipient, afterMin, atMs) => {
      const name = recipient.name || placeOf(recipient);
      ledger.logs.append(book, id, atMs, [{ type: 'recipient', atMs, name, event: 'escalated', afterMin }]);
    },
    isSimulated,
  });
  const settleMs = config.watchSettleMs;
  const engine = new WatchEngine({ ledger, feed, shard, clock, log, settleMs, teller, onMessages });
  const admission = new Admission(ledger, clock);
  const writes = new BookWrites(clock);
  const farewell = new Farewell({ recipients, outbox, engine, isSimulated });
  const upkeep = new RecipientUpkeep({ ledger, recipients, deliveries, tries, notices, engine, clock, random });
  const pump = new DeliveryPump({
    deliveries,
    recipientOf: ({ book, recipient }) => recipients.get(book, recipient),
    networkOf: (book) => ledger.book(book)?.network ?? '',
    keepRecipient: (after, before) => upkeep.keep(after, before),
    transaction: (closure) => ledger.transaction(closure),
    send,
    onSettled,
    clock,
    log,
    shard,
  });
  const early = new EarlyTeller({ ledger, recipients, notices, engine, forecasts, onMessages, clock, log, shard });
  const recipientDesk = new RecipientDesk({
    ledger,
    proofs,
    recipients,
    deliveries,
    tries,
    notices,
    engine,
    admission,
    writes,
    clock,
    random,
    botName: config.watchBot?.name,
  });
  const muteDesk = new MuteDesk({
    ledger,
    recipients,
    mutes,
    notices,
    engine,
    admission,
    writes,
    clock,
    viewOf: (recipient) => recipientDesk.view(recipient),
  });
  const feedDesk = new FeedDesk({ ledger, books, engine, clock });
  const bookDesk = new BookDesk({ ledger, books, admission, writes, random });
  const chatDesk = new ChatDesk({ ledger, proofs, recipients, notices, engine, clock });
  const bookUpkeep = new BookUpkeep({
    ledger,
    books,
    recipients,
    notices,
    engine,
    clock,
    log,
    shard,
    onEnded: (book) => around.onFarewell(farewell.ofBook(book, clock.now())),
  });
  const { mostAreas = MAX_AREAS_A_SHARD } = around;
  const booksADay = config.watchDailyCap;
  const desk = new WatchDesk({
    ledger,
    books,
    engine,
    admission,
    writes,
    clock,
    recipients,
    recipientViews: (book) => recipientDesk.views(book),
    onEnded: (book, area) => {
      farewell.ofArea(book, area, clock.now());
      mutes.endWith(book.id, area.id, clock.now());
    },
    upkeep: bookUpkeep,
    pseudonyms,
    booksADay,
    mostAreas,
  });
  return {
    ledger,
    books,
    engine,
    early,
    desk,
    recipientDesk,
    muteDesk,
    bookDesk,
    bookUpkeep,
    inventory: new BookInventory({ sql: storage.sql, books, mostAreas, booksADay }),
    feedDesk,
    chatDesk,
    deliveries,
    pump,
    upkeep,
    countTry: (domain: string, network: string) =>
      tries.countOf(pseudonyms.of(network), domain, MOST_OF_NETWORK, clock.now()),
  };
}
