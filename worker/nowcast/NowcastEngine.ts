import { type BBox, bboxCentre, bboxContains } from '#shared/geo/BBox.ts';
import { distanceKm, KM_PER_DEGREE, type Position } from '#shared/geo/geodesy.ts';
import type { ForecastResult } from '#shared/nowcast/arrivalAt.ts';
import type { CellsUpdate } from '#shared/nowcast/CellsUpdate.ts';
import { FLASH_WINDOW_MS, type FormerSelf, outlineOf } from '#shared/nowcast/CellTracker.ts';
import { createNowcast, type RunningNowcast } from '#shared/nowcast/createNowcast.ts';
import type { CellReport } from '#shared/nowcast/StormCell.ts';
import { rowAfter, type Strike, type StrikePoint, sliceStrikes, strikePoints } from '#shared/strike.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/time.ts';
import type { FeedSnapshot, Gap } from '#shared/watch/Area.ts';
import type { FeedCalls, OutlinedCells } from '#worker/calls.ts';
import { updatesSince } from '#worker/feed/StrikePages.ts';
import type { Verification } from './Verification.ts';

/** History for a new nowcast. After a longer pause the nowcast restarts. */
export const REPLAY_MINUTES = 30;

export function readMinuteMs(watermarkMs: number): number {
  return Math.floor(watermarkMs / MINUTE_MS) * MINUTE_MS;
}

/**
 * The minutes to tick after `atMs`, now that home's data reaches the watermark. `too-many` if the nowcast must restart.
 * No minute is due twice, or before its data is complete.
 */
export function minutesDue(atMs: number, watermarkMs: number): readonly number[] | 'too-many' {
  const minutes = minutesBetween(atMs, readMinuteMs(watermarkMs));
  return minutes.length > REPLAY_MINUTES ? 'too-many' : minutes;
}

/** The minutes after `atMs` up to and including `toMs`. Both must be whole minutes. */
export function minutesBetween(atMs: number, toMs: number): readonly number[] {
  const count = Math.max(0, (toMs - atMs) / MINUTE_MS);
  return Array.from({ length: count }, (_, index) => atMs + (index + 1) * MINUTE_MS);
}

/** Ticks the nowcast at each minute's end with the strikes before it. Returns the strikes after the last minute. */
export function tickMinutes<S extends Pick<Strike, 'atMs' | 'latitude' | 'longitude'>>(
  nowcast: Pick<RunningNowcast, 'tick'>,
  minutes: readonly number[],
  strikes: readonly S[],
  ticked: (minuteMs: number) => void = () => undefined,
): readonly S[] {
  let later = strikes;
  for (const minuteMs of minutes) {
    nowcast.tick(
      minuteMs,
      later.filter(({ atMs }) => atMs < minuteMs),
    );
    later = later.filter(({ atMs }) => atMs >= minuteMs);
    ticked(minuteMs);
  }
  return later;
}

const LEAST_MS = 10_000;
/** Allows for a poll in progress at the minute's end. */
const GRACE_MS = 2_000;

/**
 * Delay until the Feed is polled again, in ms: until it should have the minute after `atMs`, at least 10 s. Null: no
 * snapshot was received yet.
 */
export function nextRequestMs(received: { readonly atMs: number; readonly watermarkMs: number } | null): number {
  if (!received) return LEAST_MS;
  const untilReadMs = received.atMs + MINUTE_MS - received.watermarkMs + GRACE_MS;
  return Math.min(MINUTE_MS, Math.max(LEAST_MS, untilReadMs));
}

/** True if a gap overlaps the ten minutes before `atMs`. If the list is truncated, the missing gaps are older. */
export function isPartial(gapBoxes: readonly Gap[], atMs: number): boolean {
  return gapBoxes.some(([, , , , fromMs, toMs]) => fromMs < atMs && toMs > atMs - FLASH_WINDOW_MS);
}

export interface StoredCell extends Pick<CellReport, 'id' | 'latitude' | 'longitude' | 'eastKmH' | 'northKmH'> {
  readonly bornMs: number;
}

/** Survives a restart, because clients identify a storm cell by its id. */
interface CellStore {
  readonly atMs: number;
  readonly nextId: number;
  readonly cells: readonly StoredCell[];
}

const KEY = 'cells';

/** The last published storm cells, in an object's storage. */
export class StoredCells {
  private readonly kv: Pick<SyncKvStorage, 'get' | 'put'>;

  constructor(kv: Pick<SyncKvStorage, 'get' | 'put'>) {
    this.kv = kv;
  }

  read(): CellStore | undefined {
    return this.kv.get<CellStore>(KEY);
  }

  write(atMs: number, nextId: number, reports: readonly CellReport[]): void {
    const cells = reports.map(({ id, latitude, longitude, eastKmH, northKmH, ageMinutes }) => {
      return { id, latitude, longitude, eastKmH, northKmH, bornMs: atMs - ageMinutes * MINUTE_MS };
    });
    const cellStore: CellStore = { atMs, nextId, cells };
    this.kv.put(KEY, cellStore);
  }
}

/** Two cells of one storm are rarely nearer, and one is rarely further from its expected place. */
const SAME_WITHIN_KM = 15;

/** The stored cell for each present id: the nearest to its expected place at `atMs`. Matches are one to one. */
export function matchCached(
  cells: readonly (Position & { readonly id: number })[],
  cellStore: CellStore,
  atMs: number,
): Map<number, FormerSelf> {
  const former = new Map<number, FormerSelf>();
  const sinceMs = atMs - cellStore.atMs;
  if (Math.abs(sinceMs) > REPLAY_MINUTES * MINUTE_MS) return former;
  const pairs = cellStore.cells.flatMap((old) => {
    const expected = movedOn(old, sinceMs / HOUR_MS);
    return cells.map(({ id, ...at }) => ({ id, old, km: distanceKm(expected, at) }));
  });
  const used = new Set<number>();
  const near = pairs.filter(({ km }) => km <= SAME_WITHIN_KM);
  for (const { id, old } of near.sort((a, b) => a.km - b.km || a.old.id - b.old.id || a.id - b.id)) {
    if (former.has(id) || used.has(old.id)) continue;
    former.set(id, { id: old.id, bornMs: old.bornMs });
    used.add(old.id);
  }
  return former;
}

function movedOn({ latitude, longitude, eastKmH, northKmH }: StoredCell, hours: number): Position {
  const kmADegreeEast = KM_PER_DEGREE * Math.cos((latitude * Math.PI) / 180);
  return {
    latitude: latitude + (northKmH * hours) / KM_PER_DEGREE,
    longitude: longitude + (eastKmH * hours) / kmADegreeEast,
  };
}

/** Only the most active cells are published, so that a map is not overcrowded. */
const MAX_REPORTED = 100;

/** Cells older than this give no forecast. */
const LATE_MS = 5 * 60_000;

type NowcastFeed = Pick<FeedCalls, 'updatesAfter' | 'strikesWithin'>;

interface NowcastEngineDeps {
  /** Called again for each run, because a stub whose object died stays broken. */
  readonly feed: () => NowcastFeed;
  readonly home: BBox;
  readonly storedCells: Pick<StoredCells, 'read' | 'write'>;
  readonly verification: Pick<Verification, 'grade' | 'calibration' | 'withheld' | 'memory' | 'remember'>;
  readonly nowMs: () => number;
}

interface Running {
  readonly nowcast: RunningNowcast;
  readonly epoch: string;
  readonly seq: number;
  readonly atMs: number;
  readonly waiting: readonly StrikePoint[];
}

/** Tracks home's storm cells, minute by minute, as far as home's data is complete. */
export class NowcastEngine {
  private readonly deps: NowcastEngineDeps;
  private running: Running | undefined;
  private reported: CellsUpdate | undefined;
  private outlines: OutlinedCells['outlines'] | undefined;
  private watermarkMs = 0;
  private providerOffsetMs = 0;

  constructor(deps: NowcastEngineDeps) {
    this.deps = deps;
  }

  get newest(): CellsUpdate | undefined {
    return this.reported;
  }

  outlined(): OutlinedCells | undefined {
    const { reported: cellsUpdate, running, providerOffsetMs } = this;
    if (!cellsUpdate || !running) return undefined;
    this.outlines ??= outlinesOf(cellsUpdate.cells, running.nowcast);
    return { updates: cellsUpdate, outlines: this.outlines, providerOffsetMs };
  }

  /** Home's data is complete to this instant, by our clock; null if not known. */
  get dataMs(): number | null {
    return this.running ? this.watermarkMs - this.providerOffsetMs : null;
  }

  resultsAt(places: readonly Position[]): ForecastResult[] | undefined {
    const { reported: cellsUpdate, running } = this;
    const lateMs = this.deps.nowMs() + this.providerOffsetMs - (cellsUpdate?.atMs ?? 0);
    if (!cellsUpdate || !running || lateMs > LATE_MS || cellsUpdate.withheld?.includes('chance')) return undefined;
    return places.map(({ latitude, longitude }) =>
      withoutWithheld(running.nowcast.at(latitude, longitude), cellsUpdate),
    );
  }

  get nextRequestMs(): number {
    return nextRequestMs(this.running ? { atMs: this.running.atMs, watermarkMs: this.watermarkMs } : null);
  }

  /** True if there are newer cells. Rejects, with nothing changed, if the Feed is unavailable. */
  async run(): Promise<boolean> {
    const feed = this.deps.feed();
    const { running } = this;
    const { snapshot, strikes: fresh } = await updatesSince(running, (seq) => feed.updatesAfter(seq));
    const { watermarkMs } = snapshot;
    this.providerOffsetMs = snapshot.providerNowMs - this.deps.nowMs();
    if (watermarkMs === null) return this.forget();
    this.watermarkMs = watermarkMs;
    if (running?.epoch !== snapshot.epoch) return await this.begin(feed, snapshot, watermarkMs);
    const minutes = minutesDue(running.atMs, watermarkMs);
    if (minutes === 'too-many') return await this.begin(feed, snapshot, watermarkMs);
    const atHome = strikePoints(fresh).filter(({ longitude, latitude }) =>
      bboxContains(this.deps.home, longitude, latitude),
    );
    const waiting = tickMinutes(running.nowcast, minutes, [...running.waiting, ...atHome], (minuteMs) =>
      this.deps.verification.grade(minuteMs, running.nowcast.outcomes(), snapshot.gapBoxes),
    );
    this.running = { ...running, seq: snapshot.seq, atMs: minutes.at(-1) ?? running.atMs, waiting };
    if (minutes.length > 0) this.publish(snapshot);
    return minutes.length > 0;
  }

  private forget(): boolean {
    this.running = undefined;
    this.reported = undefined;
    return false;
  }

  /** Starts a nowcast with the last half hour, each strike in its minute. Stored cells keep their ids. */
  private async begin(
    feed: NowcastFeed,
    { epoch, seq, ...snapshot }: FeedSnapshot,
    watermarkMs: number,
  ): Promise<boolean> {
    const { home, storedCells: retained } = this.deps;
    const atMs = readMinuteMs(watermarkMs);
    const fromMs = atMs - REPLAY_MINUTES * MINUTE_MS;
    const known = await feed.strikesWithin(home, { fromMs, toMs: Number.MAX_SAFE_INTEGER });
    // Strikes after the snapshot will come as updates.
    const strikes = strikePoints(sliceStrikes(known, 0, rowAfter(known, seq)));
    const before = retained.read();
    const nowcast = createNowcast(bboxCentre(home), before?.nextId, this.deps.verification.memory());
    nowcast.relearn(this.deps.verification.calibration(this.deps.nowMs()));
    const minutes = minutesDue(fromMs, watermarkMs);
    const waiting = tickMinutes(nowcast, minutes === 'too-many' ? [] : minutes, strikes);
    if (before) nowcast.rename(matchCached(nowcast.reports(), before, atMs));
    this.running = { nowcast, epoch, seq, atMs, waiting };
    this.publish(snapshot);
    return true;
  }

  private publish({ gapBoxes }: Pick<FeedSnapshot, 'gapBoxes'>): void {
    if (!this.running) return;
    const { nowcast, atMs } = this.running;
    const reports = nowcast.reports();
    const nowMs = this.deps.nowMs();
    nowcast.relearn(this.deps.verification.calibration(nowMs));
    this.deps.storedCells.write(atMs, nowcast.nextId(), reports);
    this.deps.verification.remember(nowcast.memory());
    const cells = reports.toSorted((a, b) => b.flashes - a.flashes || a.id - b.id).slice(0, MAX_REPORTED);
    this.outlines = undefined;
    const withheld = this.deps.verification.withheld(nowMs);
    this.reported = {
      atMs,
      cells,
      ...nowcast.calibration(),
      ...(withheld.length > 0 ? { withheld } : {}),
      ...(isPartial(gapBoxes, atMs) ? { partial: true } : {}),
    };
  }
}

function withoutWithheld(forecastResult: ForecastResult, { withheld }: CellsUpdate): ForecastResult {
  if (!withheld?.includes('eta')) return forecastResult;
  const { etaMin: _, range80: __, ...rest } = forecastResult;
  return rest;
}

function outlinesOf(
  cells: readonly CellReport[],
  nowcast: Pick<RunningNowcast, 'carried' | 'plane'>,
): (readonly Position[])[] {
  const flashes = Map.groupBy(nowcast.carried(), ({ cell }) => cell);
  return cells.map((cell) => {
    // All flashes of a cell may be nearer to another cell.
    const points = flashes.get(cell.id) ?? [nowcast.plane.toKm(cell)];
    return outlineOf(points).map((point) => nowcast.plane.toDegrees(point));
  });
}
