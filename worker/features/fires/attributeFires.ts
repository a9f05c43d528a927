import type { Clock } from '#shared/Clock.ts';
import {
  attributeFire,
  BackgroundIgnitions,
  CANDIDATE_KM,
  type Fire,
  groupHotspots,
  LOOK_BACK_MS,
  OverpassTimes,
  staticFires,
} from '#shared/fires/attributeFire.ts';
import type { Accuracy } from '#shared/fires/candidatesOf.ts';
import { FIRE_SATELLITES, type FireSatellite, hotspotKey } from '#shared/fires/Hotspot.ts';
import { type BBox, bboxContains, boxAround } from '#shared/geo/BBox.ts';
import type { Strike } from '#shared/strike.ts';
import { DAY_MS, lengthMs, mergedSpans, type Span } from '#shared/time.ts';
import type { StoredRecord } from '#worker/archive/HomeRecord.ts';
import { extentIn, retainedSinceMs, StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import { parseConfig } from '#worker/http/config.ts';
import type { Env } from '#worker/http/Env.ts';
import { type Log, log } from '#worker/http/outbound/log.ts';
import { type DueFire, FIRE_RETENTION_MS, FireTable, forgetFireUpdates } from './FireTable.ts';
import { type FireRegion, type FireSource, FirmsClient } from './firms.ts';
import {
  FILE_LEASE_MS,
  fateOf,
  fileKey,
  GATHERED_MS,
  HotspotTable,
  isFilled,
  JOIN_AGAIN_MS,
  knownFires,
  type StoredHotspot,
  spanToRead,
} from './HotspotTable.ts';

/** A run must end well before the next minute's. */
const MOST_A_RUN = 100;
/** Each waits for D1 twice. A Worker may wait for six responses at once. */
const AT_ONCE = 4;
/** Only the densest storms have more flashes around one fire. */
const MOST_STRIKES = 5_000;
const MOST_ROWS = 20_000;
const TAUGHT_MS = 31 * DAY_MS;

/** Fires with gaps before them are rechecked for this long, at most `MOST_MISSING` of them, last seen first. */
const GAPS_MS = 21 * DAY_MS;
const MOST_MISSING = 5_000;

type FirstSeen = Pick<DueFire, 'latitude' | 'longitude' | 'firstSeenMs'>;

interface JoinDeps {
  readonly archive: Pick<StrikeArchive, 'window' | 'record'>;
  readonly hotspots: Pick<HotspotTable, 'between'>;
  readonly fires: Pick<FireTable, 'due' | 'withGaps' | 'evaluate' | 'begunSince'>;
  readonly home: BBox;
  readonly historyDays: number;
  /** Accuracy of the primary source. */
  readonly accuracy: Accuracy;
  readonly clock: Clock;
}

/**
 * Attributes due fires to the lightning before them, then fires whose gaps were filled since their last attribution.
 * Returns how many. Rejects if D1 is unavailable.
 */
export async function attributeFires(deps: JoinDeps): Promise<number> {
  const { archive, hotspots, fires, clock } = deps;
  const record = await archive.record();
  const due = await fires.due(clock.now(), MOST_A_RUN);
  if (due.length < MOST_A_RUN) due.push(...(await filledFires(deps, record)).slice(0, MOST_A_RUN - due.length));
  if (due.length === 0) return 0;
  const fromMs = Math.min(...due.map(({ firstSeenMs }) => firstSeenMs)) - DAY_MS;
  const storedHotspots = await hotspots.between(fromMs, clock.now() + DAY_MS);
  const looks = new OverpassTimes(storedHotspots);
  const others = await taughtOthers(deps);
  const pixels = pixelsByFire(storedHotspots);
  const join = async ({ nextDueMs, ...event }: DueFire) => {
    const fire = { ...event, hotspots: (pixels.get(event.id) ?? []).filter(({ atMs }) => atMs >= event.firstSeenMs) };
    const known = gapsBefore(deps, fire, record);
    const { strikes, searchedMs } = await strikesBefore(deps, fire);
    const verdict = attributeFire(fire, strikes, {
      otherRate: others.rateAt(fire, fire.firstSeenMs),
      lookHours: looks.hoursBefore(fire.firstSeenMs),
      gaps: [...known, [fire.firstSeenMs - LOOK_BACK_MS, searchedMs]],
      accuracy: deps.accuracy,
    });
    const nowMs = clock.now();
    const dueMs = nextDueMs === 'again' ? nowMs + JOIN_AGAIN_MS : nextDueMs;
    await fires.evaluate(fire.id, verdict, { dueMs, gapMs: lengthMs(known), nowMs });
  };
  for (let at = 0; at < due.length; at += AT_ONCE) await Promise.all(due.slice(at, at + AT_ONCE).map(join));
  return due.length;
}

function pixelsByFire(hotspots: readonly StoredHotspot[]): Map<string, StoredHotspot[]> {
  const byFire = new Map<string, StoredHotspot[]>();
  for (const one of hotspots) {
    const pixels = one.fire === null ? undefined : byFire.get(one.fire);
    if (pixels) pixels.push(one);
    else if (one.fire !== null) byFire.set(one.fire, [one]);
  }
  return byFire;
}

/** Attributed fires that now have fewer gaps before them. */
async function filledFires(deps: JoinDeps, record: StoredRecord): Promise<DueFire[]> {
  const nowMs = deps.clock.now();
  const waiting = await deps.fires.withGaps(nowMs - GAPS_MS, nowMs, MOST_MISSING);
  return waiting.filter((fire) => isFilled(fire, lengthMs(gapsBefore(deps, fire, record)), nowMs));
}

/** Data gaps before a fire, up to the overpass that saw it; merged. */
function gapsBefore({ home, historyDays, clock }: JoinDeps, fire: FirstSeen, record: StoredRecord): Span[] {
  const [fromMs, toMs] = [fire.firstSeenMs - LOOK_BACK_MS, fire.firstSeenMs + 1];
  const retentionMs = retainedSinceMs(historyDays, clock.now());
  const { completeToMs, gaps } = extentIn(
    { bbox: boxAround(fire, CANDIDATE_KM), fromMs, toMs },
    record,
    home,
    retentionMs,
  );
  const readToMs = Math.max(fromMs, Math.min(toMs, completeToMs ?? toMs));
  return mergedSpans([...gaps, ...(readToMs < toMs ? [[readToMs, toMs] as const] : [])]);
}

async function taughtOthers({ fires, clock }: JoinDeps): Promise<BackgroundIgnitions> {
  const nowMs = clock.now();
  const begun = await fires.begunSince(nowMs - TAUGHT_MS);
  const firstMs = begun.reduce((least, { firstSeenMs }) => Math.min(least, firstSeenMs), nowMs);
  return new BackgroundIgnitions(begun, [[firstMs, nowMs]]);
}

/** Strikes that may have caused a fire. Earlier than `searchedMs` was not searched. */
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

interface ReadDeps {
  readonly source: FireSource;
  readonly hotspots: HotspotTable;
  readonly fires: FireTable;
  readonly home: BBox;
  readonly clock: Clock;
  readonly log: Log;
}

/** Reads each file that is due, stores its hotspots of home and groups them to fires. Rejects if D1 is unavailable. */
export async function readFires(deps: ReadDeps): Promise<void> {
  // In parallel: a file may take half a minute.
  await Promise.all(FIRE_SATELLITES.map((satellite) => readFile(deps, satellite, 'europe')));
  if (deps.source.regions.includes('africa')) await readSouth(deps);
  if (await deps.hotspots.ungathered()) await gather(deps);
}

/** One file a run: they are large. */
async function readSouth(deps: ReadDeps): Promise<void> {
  for (const satellite of FIRE_SATELLITES) {
    if (await readFile(deps, satellite, 'africa')) return;
  }
}

/** True if the file was due. */
async function readFile(
  { source, hotspots, home, clock, log }: ReadDeps,
  satellite: FireSatellite,
  region: FireRegion,
): Promise<boolean> {
  const requestedMs = clock.now();
  const key = fileKey(satellite, region);
  const leased = await hotspots.lease(key, requestedMs, requestedMs + FILE_LEASE_MS);
  if (!leased) return false;
  const hotspotResponse = await source.read(satellite, region, spanToRead(leased.readMs, requestedMs));
  const nowMs = clock.now();
  const fate = fateOf(hotspotResponse, leased, { region, requestedMs, nowMs });
  if (fate.failures > 0)
    log('warn', 'fires.source', { satellite, region, failures: fate.failures, reason: fate.cause });
  if (hotspotResponse.kind !== 'rows') {
    await hotspots.finishSource(key, fate, null, nowMs);
    return true;
  }
  const [skipped] = hotspotResponse.skipped;
  if (skipped)
    log('warn', 'fires.skipped', { satellite, region, rows: hotspotResponse.skipped.length, reason: skipped });
  await hotspots.insert(
    satellite,
    hotspotResponse.hotspots.filter(({ latitude, longitude }) => bboxContains(home, longitude, latitude)),
    nowMs,
  );
  // A skipped row may be a hotspot that seems to be missing.
  if (!skipped && region === 'europe') {
    const oldestMs = hotspotResponse.hotspots.reduce((oldest, { atMs }) => Math.min(oldest, atMs), nowMs);
    await hotspots.withdraw(satellite, source.regions, oldestMs, hotspotResponse.newestMs, nowMs);
  }
  // A file of Africa with skipped rows must not withdraw hotspots: handle it as if it had not come.
  const isWhole = region === 'europe' || !skipped;
  await hotspots.finishSource(key, fate, isWhole ? hotspotResponse.newestMs : null, nowMs);
  return true;
}

async function gather({ hotspots, fires, clock, log }: ReadDeps): Promise<void> {
  const nowMs = clock.now();
  const sinceMs = nowMs - GATHERED_MS;
  const storedHotspots = await hotspots.between(sinceMs, nowMs + DAY_MS);
  const known = knownFires(storedHotspots);
  const gathered = groupHotspots(storedHotspots, known);
  const fixed = staticFires(gathered, storedHotspots);
  const ids = new Set(gathered.map(({ id }) => id));
  const merged = new Map(
    gathered.flatMap((fire) => {
      const before = fire.hotspots.flatMap((one) => known.get(hotspotKey(one)) ?? []);
      return before.filter((id) => !ids.has(id)).map((id) => [id, fire.id] as const);
    }),
  );
  const isChanged = (fire: Fire) => fire.hotspots.some((one) => known.get(hotspotKey(one)) !== fire.id);
  await fires.store(
    gathered.filter(isChanged).map((fire) => ({ ...fire, isStatic: fixed.has(fire.id) })),
    merged,
    sinceMs,
    nowMs,
  );
  // Last, so that an interrupted run is repeated.
  await hotspots.markFires(
    gathered.flatMap((fire) =>
      fire.hotspots.flatMap((one) => (known.get(hotspotKey(one)) === fire.id ? [] : [[one, fire.id] as const])),
    ),
  );
  log('info', 'fires.gathered', { hotspots: storedHotspots.length, fires: gathered.length });
}

/**
 * Scheduled fire jobs, once a minute: reads and groups due files, attributes fires, deletes old data. They do not call
 * the Feed, and do nothing without a source of hotspots.
 */
export function fireJobs(env: Env, clock: Clock): Readonly<Record<string, () => Promise<void>>> {
  const hotspots = new HotspotTable(env.DB);
  const fires = new FireTable(env.DB);
  return {
    fires: async () => {
      const {
        fires: access,
        areas: { home },
      } = parseConfig(env);
      if (!access) return;
      const source = new FirmsClient(access, home, { fetch: (...call) => fetch(...call), clock });
      await readFires({ source, hotspots, fires, home, clock, log });
    },
    fireJoins: async () => {
      const {
        fires: access,
        areas: { home },
        historyDays,
        sources,
      } = parseConfig(env);
      if (!access) return;
      const { errorKm, ellipseShare } = sources[0].traits;
      const archive = new StrikeArchive(env.DB);
      const accuracy = { typicalErrorKm: errorKm.typical, ellipseShare };
      const deps = { archive, hotspots, fires, home, historyDays, accuracy, clock };
      const beganMs = clock.now();
      const joined = await attributeFires(deps);
      if (joined > 0) log('info', 'fires.joined', { joined, ms: clock.now() - beganMs });
    },
    fireRetention: async () => {
      const beforeMs = clock.now() - FIRE_RETENTION_MS;
      const deleted = (await hotspots.deleteOlderThan(beforeMs)) + (await fires.deleteOlderThan(beforeMs));
      await forgetFireUpdates(env.DB, clock.now());
      if (deleted > 0) log('info', 'fires.retention', { deleted });
    },
  };
}
