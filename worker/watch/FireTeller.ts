import { bboxContains } from '#shared/geo/BBox.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/time/hourKey.ts';
import { type FireNews, NEWS_KEPT_MS, type NewsFire } from '#worker/fires/FireNews.ts';
import { announce } from './announcements.ts';
import type { ToldFire } from './book/FireLedger.ts';
import { canHear, type Recipient } from './deliver/Recipient.ts';
import type { LiveArea } from './LiveArea.ts';
import { fireMessage } from './tell/fireMessage.ts';
import { fireNotice, furthestOf, MOST_FIRES_AN_HOUR } from './tell/fireNotice.ts';
import { isQuietAt } from './tell/timeOfDay.ts';
import type { WatchContext } from './WatchEngine.ts';

/** A recipient, and what it was told of the fire for this area; `row` is undefined if nothing. */
interface Concerned {
  readonly live: LiveArea;
  readonly recipient: Recipient;
  readonly row: ToldFire | undefined;
}

/** Tells recipients who want it of fires in or near their areas that are likely lightning, once a minute at most. */
export class FireTeller {
  private readonly watch: WatchContext;
  private askedMs = 0;

  constructor(watch: WatchContext) {
    this.watch = watch;
  }

  /** Never rejects. What could not be read or written is read again a minute later. */
  async run(): Promise<void> {
    const { clock, log, shard, ledger, recipients } = this.watch;
    const nowMs = clock.now();
    if (nowMs < this.askedMs + MINUTE_MS || !recipients.all().some(wantsFires)) return;
    this.askedMs = nowMs;
    try {
      const news = await this.watch.fireNews(ledger.fact('fireSeq') ?? 0);
      const put = ledger.transaction(() => this.take(news, nowMs));
      if (put > 0) this.watch.sendSoon();
    } catch (error) {
      log('warn', 'watch.fires', { shard, reason: (error as Error).message });
    }
  }

  /** Returns how many messages were put into the outbox. The same news again changes nothing. */
  private take(news: readonly FireNews[], nowMs: number): number {
    const { fires, ledger } = this.watch;
    const judged = new Set<string>();
    for (const one of news) {
      if (one.kind === 'merged') this.merge(one.fire, one.into);
      else {
        fires.keep(one.fire, nowMs);
        judged.add(one.fire.id);
      }
    }
    const put = [...new Set([...judged, ...fires.owed()])].map((id) => {
      const fire = fires.fire(id);
      return fire ? this.tell(fire, judged.has(id), nowMs) : 0;
    });
    const last = news.at(-1);
    if (last) {
      ledger.setFact('fireSeq', Math.max(last.seq, ledger.fact('fireSeq') ?? 0));
      fires.forget(nowMs - NEWS_KEPT_MS);
    }
    return put.reduce((sum, one) => sum + one, 0);
  }

  private merge(gone: string, into: string): void {
    const { fires } = this.watch;
    const heirs = fires.toldOf(into);
    for (const row of fires.toldOf(gone)) {
      const heir = heirs.find((one) => isOfSame(one, row));
      fires.dropTold(row);
      if (furthestOf(row.state, heir?.state) === row.state) fires.putTold({ ...row, fire: into });
    }
  }

  private tell(fire: NewsFire, isNews: boolean, nowMs: number): number {
    const told = this.concerned(fire, isNews).map((one) => ({ ...one, says: this.tellOne(fire, one, nowMs) }));
    for (const event of ['fire', 'fireCorrected'] as const) {
      const areas = new Set(told.filter(({ says }) => says === event).map(({ live }) => live));
      for (const live of areas) {
        const { book, id } = live.kept;
        const about = { id: fire.id, ...live.awayOf(fire), chance: fire.chance };
        const entry = { type: 'recipient', atMs: nowMs, name: '', event, fire: about } as const;
        this.watch.ledger.logs.append(book, id, nowMs, [entry]);
      }
    }
    return told.filter(({ says }) => says !== undefined).length;
  }

  /** Of news all who want it and whose area is near; always those who have a part in it already. */
  private concerned(fire: NewsFire, isNews: boolean): Concerned[] {
    const { engine, recipients, fires } = this.watch;
    const rows = fires.toldOf(fire.id);
    const known = rows.flatMap((row): Concerned[] => {
      const live = engine.area(row.book, row.area);
      const recipient = recipients.get(row.book, row.recipient);
      return live && recipient && wantsFires(recipient) ? [{ live, recipient, row }] : [];
    });
    if (!isNews) return known;
    const others = [...engine.all]
      .filter((live) => isNear(live, fire))
      .flatMap((live) => {
        const { book, id: area } = live.kept;
        return recipients
          .of(book)
          .filter((one) => wantsFires(one) && !rows.some((row) => isOfSame(row, { book, area, recipient: one.id })))
          .map((recipient): Concerned => ({ live, recipient, row: undefined }));
      });
    return [...known, ...others];
  }

  /** Writes what becomes of the fire for this recipient. Returns as what it is put into the outbox, if it is. */
  private tellOne(
    fire: NewsFire,
    { live, recipient, row }: Concerned,
    nowMs: number,
  ): 'fire' | 'fireCorrected' | undefined {
    const { fires, ledger } = this.watch;
    const book = ledger.book(recipient.book);
    if (!book) return undefined;
    const about = { book: book.id, recipient: recipient.id, area: live.kept.id };
    const { after, says } = fireNotice(row?.state, fire, {
      isQuiet: recipient.quietHours !== null && isQuietAt(recipient.quietHours, book.timeZone, nowMs),
      isMuted: recipient.mutedUntilMs > nowMs,
      isTooOften: fires.countTold(about, nowMs - HOUR_MS) >= MOST_FIRES_AN_HOUR,
      nowMs,
    });
    const isCorrection = says === 'correction';
    const toldAs = row && row.toldMs > 0 ? row.toldAs : fire.id;
    if (after === undefined && row) fires.dropTold(row);
    if (after !== undefined && after !== row?.state) {
      const toldMs = says === 'likely' ? nowMs : (row?.toldMs ?? 0);
      fires.putTold({ ...about, fire: fire.id, state: after, toldAs, toldMs });
    }
    const notice = `${about.area}.fire-${toldAs}.${about.recipient}`;
    if (!says || (isCorrection && this.takeBack(notice, nowMs))) return undefined;
    announce(this.watch, {
      type: 'fire.likely-lightning',
      ...{ recipient, book, area: live.kept, nowMs, isCorrection },
      id: isCorrection ? `${notice}.corrected` : notice,
      ...fireMessage({ fire, toldAs, away: live.awayOf(fire), isCorrection, book, origin: recipient.origin }),
    });
    return isCorrection ? 'fireCorrected' : 'fire';
  }

  /** True if the message has not left, or never arrived: there is nothing to correct. */
  private takeBack(id: string, nowMs: number): boolean {
    const { deliveries } = this.watch;
    const notice = deliveries.delivery(id);
    const isWaiting = notice?.state === 'pending' && notice.leasedMs <= nowMs;
    if (notice && isWaiting) deliveries.settle({ ...notice, state: 'superseded', body: null });
    return isWaiting || notice?.state === 'dead';
  }
}

function wantsFires(one: Recipient): boolean {
  return one.fireNotice === true && canHear(one);
}

/** Inside the area or within its outermost ring. */
function isNear(live: LiveArea, fire: NewsFire): boolean {
  const { reach, rules } = live;
  return bboxContains(reach, fire.longitude, fire.latitude) && live.awayOf(fire).km <= rules.ringsKm[0];
}

type Told = Pick<ToldFire, 'book' | 'recipient' | 'area'>;

function isOfSame(a: Told, b: Told): boolean {
  return a.book === b.book && a.area === b.area && a.recipient === b.recipient;
}
