import { messageTexts } from '#shared/i18n/serverTexts.ts';
import { languageOf } from '#shared/languages.ts';
import { chanceText } from '#shared/nowcast/CellsUpdate.ts';
import { announce } from './AreaNotifier.ts';
import type { WatchContext } from './engine.ts';
import { isQuietAt } from './messages.ts';
import { type EarlyNotice, earlyNotice, samplePlaces } from './planNotifications.ts';
import { canHear, type Recipient } from './recipients.ts';
import type { StoredArea, Watchlist } from './watchlists.ts';

const EVERY_MS = 60_000;
const LOOK_BACK_LINES = 50;

/** An area, and the recipients that want early notices and can be notified now. */
interface Listened {
  readonly stored: StoredArea;
  readonly watchlist: Watchlist;
  readonly listeners: readonly Recipient[];
}

/** Sends early notices to recipients that want them, at most once a minute. */
export class EarlyNotifier {
  private readonly watch: WatchContext;
  private requestedMs = 0;
  /** When the last early notice of an area was sent. Read from its log after a restart. */
  private readonly reported = new Map<string, number | null>();

  constructor(watch: WatchContext) {
    this.watch = watch;
  }

  /** Never rejects. */
  async run(): Promise<void> {
    const { clock, log, shard } = this.watch;
    const nowMs = clock.now();
    if (nowMs < this.requestedMs + EVERY_MS) return;
    this.requestedMs = nowMs;
    try {
      await this.notifyEach(this.listened(nowMs), nowMs);
    } catch (error) {
      log('warn', 'watch.early-notice', { shard, reason: (error as Error).message });
    }
  }

  private async notifyEach(areas: readonly Listened[], nowMs: number): Promise<void> {
    if (areas.length === 0) return;
    const places = areas.map(({ stored: storedArea }) => samplePlaces(storedArea.body.shape));
    const forecastResults = await this.watch.forecasts(places.flat());
    let [from, put] = [0, 0];
    for (const [index, area] of areas.entries()) {
      const count = places[index]?.length ?? 0;
      const own = forecastResults?.slice(from, from + count) ?? null;
      from += count;
      // The area may have been raised or deleted during the request.
      const state = this.watch.engine.area(area.watchlist.id, area.stored.id)?.stored.state;
      const notice = state && earlyNotice({ state, results: own, notifiedMs: this.notifiedMs(area.stored), nowMs });
      if (!notice) continue;
      this.notify(area, notice, nowMs);
      put += 1;
    }
    if (put > 0) this.watch.sendSoon();
  }

  private listened(nowMs: number): Listened[] {
    const { engine, recipients, ledger } = this.watch;
    return [...engine.watchlists].flatMap((id) => {
      const wanting = recipients.of(id).filter((one) => one.earlyNotice === true && canHear(one));
      const watchlist = wanting.length === 0 ? undefined : ledger.watchlist(id);
      if (!watchlist) return [];
      const listeners = wanting.filter(
        ({ mutedUntilMs, quietHours }) =>
          mutedUntilMs <= nowMs && !(quietHours && isQuietAt(quietHours, watchlist.timeZone, nowMs)),
      );
      return listeners.length === 0
        ? []
        : engine.areasOf(id).map(({ stored: storedArea }) => ({ stored: storedArea, watchlist, listeners }));
    });
  }

  private notify({ stored: storedArea, watchlist, listeners }: Listened, notice: EarlyNotice, nowMs: number): void {
    const { ledger } = this.watch;
    const sentence = messageTexts[languageOf(watchlist.language)].earlyText({ ...notice, ...chanceText(notice.p30) });
    ledger.transaction(() => {
      for (const recipient of listeners) {
        announce(this.watch, { type: 'watch.early-notice', recipient, watchlist, area: storedArea, nowMs, sentence });
      }
      ledger.logs.append(watchlist.id, storedArea.id, nowMs, [
        { type: 'recipient', atMs: nowMs, name: '', event: 'early' },
      ]);
    });
    this.reported.set(`${storedArea.watchlist}/${storedArea.id}`, nowMs);
  }

  private notifiedMs({ watchlist, id }: StoredArea): number | null {
    const key = `${watchlist}/${id}`;
    const known = this.reported.get(key);
    if (known !== undefined) return known;
    const lines = this.watch.ledger.logs.lines(watchlist, id, { newest: LOOK_BACK_LINES });
    const last = lines.findLast(({ entry }) => entry.type === 'recipient' && entry.event === 'early');
    this.reported.set(key, last?.atMs ?? null);
    return last?.atMs ?? null;
  }
}
