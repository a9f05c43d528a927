import { bboxContains } from '#shared/geo/BBox.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/time.ts';
import { announce } from '#worker/watch/AreaNotifier.ts';
import type { LiveArea, WatchContext } from '#worker/watch/engine.ts';
import { isQuietAt } from '#worker/watch/messages.ts';
import type { FeatureNotifier, OpenNotifier } from '#worker/watch/openWatch.ts';
import { canHear, type Recipient } from '#worker/watch/recipients.ts';
import { FireLedger, type NotifiedFire } from './FireLedger.ts';
import { type FireUpdate, fireUpdatesAfter, UPDATE_MS, UPDATE_RETENTION_MS, type UpdatedFire } from './FireTable.ts';
import { fireMessage, fireNotice, furthestOf, isLikely, MOST_FIRES_AN_HOUR } from './fireNotices.ts';

/** About 150 kB; the rest waits for the next minute. */
const FIRES_A_LOOK = 500;

export const openFireNotifier =
  (db: D1Database): OpenNotifier =>
  (watch) =>
    new FireNotifier(watch, (after) => fireUpdatesAfter(db, after, FIRES_A_LOOK));

/** The fire updates after this number. */
type UpdatesAfter = (after: number) => Promise<readonly FireUpdate[]>;

/** A recipient, and its notification state of the fire for this area; `row` is undefined if there is none. */
interface Concerned {
  readonly live: LiveArea;
  readonly recipient: Recipient;
  readonly row: NotifiedFire | undefined;
}

/** Notifies recipients that want it of likely lightning fires in or near their areas, at most once a minute. */
export class FireNotifier implements FeatureNotifier {
  private readonly watch: WatchContext;
  private readonly updatesAfter: UpdatesAfter;
  private readonly fires: FireLedger;
  private requestedMs = 0;

  constructor(watch: WatchContext, updatesAfter: UpdatesAfter) {
    this.watch = watch;
    this.updatesAfter = updatesAfter;
    this.fires = new FireLedger(watch.storage.sql);
  }

  /** Never rejects. What could not be read or written is read again a minute later. */
  async run(): Promise<void> {
    const { clock, log, shard, ledger, recipients } = this.watch;
    const nowMs = clock.now();
    if (nowMs < this.requestedMs + MINUTE_MS || !recipients.all().some(wantsFires)) return;
    this.requestedMs = nowMs;
    try {
      const fireUpdates = await this.updatesAfter(ledger.fact('fireSeq') ?? 0);
      const put = ledger.transaction(() => this.accept(fireUpdates, nowMs));
      if (put > 0) this.watch.sendSoon();
    } catch (error) {
      log('warn', 'watch.fires', { shard, reason: (error as Error).message });
    }
  }

  /** Returns how many messages were put into the outbox. Repeating the same updates changes nothing. */
  private accept(fireUpdates: readonly FireUpdate[], nowMs: number): number {
    const { fires } = this;
    const { ledger } = this.watch;
    for (const one of fireUpdates) {
      if (one.kind === 'judged') fires.store(one.fire, nowMs);
      else this.merge(one.fire, one.into);
    }
    const last = fireUpdates.at(-1);
    if (last) {
      ledger.setFact('fireSeq', Math.max(last.seq, ledger.fact('fireSeq') ?? 0));
      fires.forget(nowMs - UPDATE_RETENTION_MS);
    }
    return fires.open(nowMs - UPDATE_MS).reduce((put, fire) => put + this.notify(fire, nowMs), 0);
  }

  private merge(deletedId: string, into: string): void {
    const { fires } = this;
    const heirs = fires.reportedOf(into);
    fires.drop(deletedId);
    for (const row of fires.reportedOf(deletedId)) {
      const heir = heirs.find((one) => keyOf(one) === keyOf(row));
      fires.dropNotified(row);
      if (furthestOf(row.state, heir?.state) === row.state) fires.storeNotified({ ...row, fire: into });
    }
  }

  private notify(fire: UpdatedFire, nowMs: number): number {
    const reported = this.concerned(fire).map((one) => ({ ...one, event: this.notifyOne(fire, one, nowMs) }));
    for (const event of ['fire', 'fireCorrected'] as const) {
      const areas = new Set(reported.filter(({ event: noticeEvent }) => noticeEvent === event).map(({ live }) => live));
      for (const live of areas) {
        const { watchlist, id } = live.stored;
        const about = { id: fire.id, ...live.awayOf(fire), chance: fire.chance };
        const entry = { type: 'recipient', atMs: nowMs, name: '', event, fire: about } as const;
        this.watch.ledger.logs.append(watchlist, id, nowMs, [entry]);
      }
    }
    return reported.filter(({ event }) => event !== undefined).length;
  }

  /** Recipients with a state for the fire, and, if it is likely, all others that want it and have an area nearby. */
  private concerned(fire: UpdatedFire): Concerned[] {
    const { engine, recipients } = this.watch;
    const rows = this.fires.reportedOf(fire.id);
    const known = new Set(rows.map(keyOf));
    const concerned = rows
      .filter(({ state }) => state !== 'corrected' && state !== 'passed' && !(state === 'told' && isLikely(fire)))
      .flatMap((row): Concerned[] => {
        const live = engine.area(row.watchlist, row.area);
        const recipient = recipients.get(row.watchlist, row.recipient);
        return live && recipient && wantsFires(recipient) ? [{ live, recipient, row }] : [];
      });
    if (!isLikely(fire)) return concerned;
    for (const live of engine.all) {
      if (!isNear(live, fire)) continue;
      const { watchlist, id: area } = live.stored;
      for (const recipient of recipients.of(watchlist)) {
        const isNew = wantsFires(recipient) && !known.has(keyOf({ watchlist, area, recipient: recipient.id }));
        if (isNew) concerned.push({ live, recipient, row: undefined });
      }
    }
    return concerned;
  }

  /** Writes the fire's next state for this recipient. Returns the kind of the queued message, if there is one. */
  private notifyOne(
    fire: UpdatedFire,
    { live, recipient, row }: Concerned,
    nowMs: number,
  ): 'fire' | 'fireCorrected' | undefined {
    const { fires } = this;
    const { ledger } = this.watch;
    const watchlist = ledger.watchlist(recipient.watchlist);
    if (!watchlist) return undefined;
    const about = { watchlist: watchlist.id, recipient: recipient.id, area: live.stored.id };
    const { after, event } = fireNotice(row?.state, fire, {
      isQuiet: recipient.quietHours !== null && isQuietAt(recipient.quietHours, watchlist.timeZone, nowMs),
      isMuted: recipient.mutedUntilMs > nowMs,
      isTooOften: fires.countNotified(about, nowMs - HOUR_MS) >= MOST_FIRES_AN_HOUR,
      nowMs,
    });
    const isCorrection = event === 'correction';
    const reportedAs = row && row.notifiedMs > 0 ? row.reportedAs : fire.id;
    if (after === undefined && row) fires.dropNotified(row);
    if (after !== undefined && after !== row?.state) {
      const notifiedMs = event === 'likely' ? nowMs : (row?.notifiedMs ?? 0);
      fires.storeNotified({ ...about, fire: fire.id, state: after, reportedAs, notifiedMs });
    }
    const notice = `${about.area}.fire-${reportedAs}.${about.recipient}`;
    if (!event || (isCorrection && this.revoke(notice, nowMs))) return undefined;
    announce(this.watch, {
      type: 'fire.likely-lightning',
      ...{ recipient, watchlist, area: live.stored, nowMs, isCorrection },
      id: isCorrection ? `${notice}.corrected` : notice,
      ...fireMessage({ fire, reportedAs, away: live.awayOf(fire), isCorrection, watchlist, origin: recipient.origin }),
    });
    return isCorrection ? 'fireCorrected' : 'fire';
  }

  /** True if the message was not sent, or never arrived: then there is nothing to correct. */
  private revoke(id: string, nowMs: number): boolean {
    const { deliveries } = this.watch;
    const notice = deliveries.delivery(id);
    const isWaiting = notice?.state === 'pending' && notice.leasedMs <= nowMs;
    if (notice && isWaiting) deliveries.finish({ ...notice, state: 'superseded', body: null });
    return isWaiting || notice?.state === 'dead';
  }
}

function wantsFires(one: Recipient): boolean {
  return one.fireNotice === true && canHear(one);
}

/** Inside the area or within its outermost ring. */
function isNear(live: LiveArea, fire: UpdatedFire): boolean {
  const { reach, rules } = live;
  return bboxContains(reach, fire.longitude, fire.latitude) && live.awayOf(fire).km <= rules.ringsKm[0];
}

function keyOf({ watchlist, recipient, area }: Pick<NotifiedFire, 'watchlist' | 'recipient' | 'area'>): string {
  return `${watchlist}/${recipient}/${area}`;
}
