import { CANDIDATE_KM, joinFire, LOOK_BACK_MS } from '#shared/fires/joinFire.ts';
import { Looks } from '#shared/fires/Looks.ts';
import { OtherFires } from '#shared/fires/OtherFires.ts';
import { type BBox, boxAround } from '#shared/geo/BBox.ts';
import type { Accuracy } from '#shared/lookUp/Ellipse.ts';
import type { Strike } from '#shared/strike.ts';
import type { Clock } from '#shared/time/Clock.ts';
import { DAY_MS } from '#shared/time/hourKey.ts';
import { lengthMs, mergedSpans, type Span } from '#shared/time/spans.ts';
import type { StoredRecord } from '#worker/archive/HomeRecord.ts';
import { keptSinceMs, unreadOf } from '#worker/archive/readExtent.ts';
import type { StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import type { DueFire, FireTable } from './FireTable.ts';
import type { HotspotTable, KeptHotspot } from './HotspotTable.ts';
import { isFilled, JOIN_AGAIN_MS } from './planFires.ts';

/** So that a run ends well before the next minute's. */
const MOST_A_RUN = 100;
/** Each waits for D1 twice; a Worker may wait for six answers. */
const AT_ONCE = 4;
/** More flashes than this around one fire are the densest storm there is. */
const MOST_STRIKES = 5_000;
const MOST_ROWS = 20_000;
const TAUGHT_MS = 31 * DAY_MS;

/** Fires before which something was unread are looked at for so long, and so many of them, the last seen first. */
const UNREAD_MS = 21 * DAY_MS;
const MOST_UNREAD = 5_000;

type FirstSeen = Pick<DueFire, 'latitude' | 'longitude' | 'firstSeenMs'>;

interface JoinDeps {
  readonly archive: Pick<StrikeArchive, 'window' | 'record'>;
  readonly hotspots: Pick<HotspotTable, 'between'>;
  readonly fires: Pick<FireTable, 'due' | 'unread' | 'judge' | 'begunSince'>;
  readonly home: BBox;
  readonly historyDays: number;
  /** Of the primary source. */
  readonly accuracy: Accuracy;
  readonly clock: Clock;
}

/**
 * Joins fires that are due with the lightning before them, and those before which gaps were filled since they were joined.
 * Returns how many. Rejects if D1 does not answer.
 */
export async function joinFires(deps: JoinDeps): Promise<number> {
  const { archive, hotspots, fires, clock } = deps;
  const record = await archive.record();
  const due = await fires.due(clock.now(), MOST_A_RUN);
  if (due.length < MOST_A_RUN) due.push(...(await filledFires(deps, record)).slice(0, MOST_A_RUN - due.length));
  if (due.length === 0) return 0;
  const fromMs = Math.min(...due.map(({ firstSeenMs }) => firstSeenMs)) - DAY_MS;
  const kept = await hotspots.between(fromMs, clock.now() + DAY_MS);
  const looks = new Looks(kept);
  const others = await taughtOthers(deps);
  const pixels = pixelsByFire(kept);
  const join = async ({ nextDueMs, ...event }: DueFire) => {
    const fire = { ...event, hotspots: (pixels.get(event.id) ?? []).filter(({ atMs }) => atMs >= event.firstSeenMs) };
    const known = unreadBefore(deps, fire, record);
    const { strikes, searchedMs } = await strikesBefore(deps, fire);
    const verdict = joinFire(fire, strikes, {
      otherRate: others.rateAt(fire, fire.firstSeenMs),
      lookHours: looks.hoursBefore(fire.firstSeenMs),
      unread: [...known, [fire.firstSeenMs - LOOK_BACK_MS, searchedMs]],
      accuracy: deps.accuracy,
    });
    const nowMs = clock.now();
    const dueMs = nextDueMs === 'again' ? nowMs + JOIN_AGAIN_MS : nextDueMs;
    await fires.judge(fire.id, verdict, { dueMs, unreadMs: lengthMs(known), nowMs });
  };
  for (let at = 0; at < due.length; at += AT_ONCE) await Promise.all(due.slice(at, at + AT_ONCE).map(join));
  return due.length;
}

function pixelsByFire(hotspots: readonly KeptHotspot[]): Map<string, KeptHotspot[]> {
  const byFire = new Map<string, KeptHotspot[]>();
  for (const one of hotspots) {
    const pixels = one.fire === null ? undefined : byFire.get(one.fire);
    if (pixels) pixels.push(one);
    else if (one.fire !== null) byFire.set(one.fire, [one]);
  }
  return byFire;
}

/** Joined before, when more of the time before them was unread than is now. */
async function filledFires(deps: JoinDeps, record: StoredRecord): Promise<DueFire[]> {
  const nowMs = deps.clock.now();
  const waiting = await deps.fires.unread(nowMs - UNREAD_MS, nowMs, MOST_UNREAD);
  return waiting.filter((fire) => isFilled(fire, lengthMs(unreadBefore(deps, fire, record)), nowMs));
}

/** What of the time before a fire was not read, up to the pass that saw it; merged. */
function unreadBefore({ home, historyDays, clock }: JoinDeps, fire: FirstSeen, record: StoredRecord): Span[] {
  const [fromMs, toMs] = [fire.firstSeenMs - LOOK_BACK_MS, fire.firstSeenMs + 1];
  const keptMs = keptSinceMs(historyDays, clock.now());
  const { completeToMs, unread } = unreadOf(
    { bbox: boxAround(fire, CANDIDATE_KM), fromMs, toMs },
    record,
    home,
    keptMs,
  );
  const readToMs = Math.max(fromMs, Math.min(toMs, completeToMs ?? toMs));
  return mergedSpans([...unread, ...(readToMs < toMs ? [[readToMs, toMs] as const] : [])]);
}

async function taughtOthers({ fires, clock }: JoinDeps): Promise<OtherFires> {
  const nowMs = clock.now();
  const begun = await fires.begunSince(nowMs - TAUGHT_MS);
  const firstMs = begun.reduce((least, { firstSeenMs }) => Math.min(least, firstSeenMs), nowMs);
  return new OtherFires(begun, [[firstMs, nowMs]]);
}

/** The strikes that may have lit a fire. What lies before `searchedMs` was not searched. */
async function strikesBefore(
  { archive }: JoinDeps,
  fire: FirstSeen,
): Promise<{ readonly strikes: readonly Strike[]; readonly searchedMs: number }> {
  const bbox = boxAround(fire, CANDIDATE_KM);
  const [fromMs, toMs] = [fire.firstSeenMs - LOOK_BACK_MS, fire.firstSeenMs + 1];
  const circle = { ...fire, radiusKm: CANDIDATE_KM };
  const query = { bbox, circle, fromMs, toMs, before: undefined, limit: MOST_STRIKES };
  const { strikes, edgeMs } = await archive.window(query, MOST_ROWS);
  const searchedMs = strikes.length < MOST_STRIKES ? edgeMs : (strikes.at(-1)?.atMs ?? edgeMs);
  return { strikes, searchedMs: Math.max(fromMs, searchedMs) };
}
