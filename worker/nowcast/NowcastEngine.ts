import { type BBox, bboxCentre, bboxContains } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import type { CellReport } from '#shared/nowcast/cells/CellReport.ts';
import { outlineOf } from '#shared/nowcast/cells/outlineOf.ts';
import { createNowcast, type RunningNowcast } from '#shared/nowcast/createNowcast.ts';
import type { PlaceAnswer } from '#shared/nowcast/place/answerAt.ts';
import type { CellsNews } from '#shared/nowcast/place/CellsNews.ts';
import type { NumberedStrike } from '#shared/strike.ts';
import { MINUTE_MS } from '#shared/time/hourKey.ts';
import type { Pulse } from '#shared/watch/Pulse.ts';
import type { FeedCalls } from '#worker/feed/FeedCalls.ts';
import { newsSince } from '#worker/feed/followFeed.ts';
import { unpackStrikes } from '#worker/feed/StrikePages.ts';
import { type KeptCellsStore, matchKept } from './KeptCells.ts';
import { isPartial, minutesDue, nextAskMs, REPLAY_MINUTES, readMinuteMs, tickMinutes } from './minutesDue.ts';
import type { OutlinedCells } from './NowcastCalls.ts';
import type { Proof } from './Proof.ts';

/** Only the most active cells are told; more would crowd a map. */
const MAX_TOLD = 100;

/** Older cells give no forecast. */
const LATE_MS = 5 * 60_000;

type NowcastFeed = Pick<FeedCalls, 'newsAfter' | 'strikesWithin'>;

interface NowcastEngineDeps {
  /** Called anew for each run, because a stub whose object died stays broken. */
  readonly feed: () => NowcastFeed;
  readonly home: BBox;
  readonly kept: Pick<KeptCellsStore, 'read' | 'write'>;
  readonly proof: Pick<Proof, 'grade' | 'learnt' | 'hidden' | 'memory' | 'remember'>;
  readonly nowMs: () => number;
}

interface Running {
  readonly nowcast: RunningNowcast;
  readonly epoch: string;
  readonly seq: number;
  readonly atMs: number;
  readonly waiting: readonly NumberedStrike[];
}

/** Follows home's storm cells, minute by minute as far as home was read. */
export class NowcastEngine {
  private readonly deps: NowcastEngineDeps;
  private running: Running | undefined;
  private told: CellsNews | undefined;
  private outlines: OutlinedCells['outlines'] | undefined;
  private watermarkMs = 0;
  private providerOffsetMs = 0;

  constructor(deps: NowcastEngineDeps) {
    this.deps = deps;
  }

  get newest(): CellsNews | undefined {
    return this.told;
  }

  outlined(): OutlinedCells | undefined {
    const { told, running, providerOffsetMs } = this;
    if (!told || !running) return undefined;
    this.outlines ??= outlinesOf(told.cells, running.nowcast);
    return { news: told, outlines: this.outlines, providerOffsetMs };
  }

  /** Home was read up to this instant, by our clock; null if not known. */
  get dataMs(): number | null {
    return this.running ? this.watermarkMs - this.providerOffsetMs : null;
  }

  answersAt(places: readonly Position[]): PlaceAnswer[] | undefined {
    const { told, running } = this;
    const lateMs = this.deps.nowMs() + this.providerOffsetMs - (told?.atMs ?? 0);
    if (!told || !running || lateMs > LATE_MS || told.hidden?.includes('chance')) return undefined;
    return places.map(({ latitude, longitude }) => withoutHidden(running.nowcast.at(latitude, longitude), told));
  }

  get nextAskMs(): number {
    return nextAskMs(this.running ? { atMs: this.running.atMs, watermarkMs: this.watermarkMs } : null);
  }

  /** True if there are newer cells. Rejects, with nothing changed, if the Feed does not answer. */
  async run(): Promise<boolean> {
    const feed = this.deps.feed();
    const { running } = this;
    const { pulse, strikes: fresh } = await newsSince(running, (seq) => feed.newsAfter(seq));
    const { watermarkMs } = pulse;
    this.providerOffsetMs = pulse.providerNowMs - this.deps.nowMs();
    if (watermarkMs === null) return this.forget();
    this.watermarkMs = watermarkMs;
    if (running?.epoch !== pulse.epoch) return await this.begin(feed, pulse, watermarkMs);
    const minutes = minutesDue(running.atMs, watermarkMs);
    if (minutes === 'too-many') return await this.begin(feed, pulse, watermarkMs);
    const atHome = fresh.filter(({ longitude, latitude }) => bboxContains(this.deps.home, longitude, latitude));
    const waiting = tickMinutes(running.nowcast, minutes, [...running.waiting, ...atHome], (minuteMs) =>
      this.deps.proof.grade(minuteMs, running.nowcast.outcomes(), pulse.gaps),
    );
    this.running = { ...running, seq: pulse.seq, atMs: minutes.at(-1) ?? running.atMs, waiting };
    if (minutes.length > 0) this.tell(pulse);
    return minutes.length > 0;
  }

  private forget(): boolean {
    this.running = undefined;
    this.told = undefined;
    return false;
  }

  /** Starts a nowcast with the last half hour, each strike in its minute; kept cells keep their ids. */
  private async begin(feed: NowcastFeed, { epoch, seq, ...pulse }: Pulse, watermarkMs: number): Promise<boolean> {
    const { home, kept } = this.deps;
    const atMs = readMinuteMs(watermarkMs);
    const fromMs = atMs - REPLAY_MINUTES * MINUTE_MS;
    const packed = await feed.strikesWithin(home, { fromMs, toMs: Number.MAX_SAFE_INTEGER });
    // Strikes since the pulse will come as news.
    const strikes = unpackStrikes(packed).filter(({ ordinal }) => ordinal <= seq);
    const before = kept.read();
    const nowcast = createNowcast(bboxCentre(home), before?.nextId, this.deps.proof.memory());
    nowcast.relearn(this.deps.proof.learnt(this.deps.nowMs()));
    const minutes = minutesDue(fromMs, watermarkMs);
    const waiting = tickMinutes(nowcast, minutes === 'too-many' ? [] : minutes, strikes);
    if (before) nowcast.rename(matchKept(nowcast.reports(), before, atMs));
    this.running = { nowcast, epoch, seq, atMs, waiting };
    this.tell(pulse);
    return true;
  }

  private tell({ gaps }: Pick<Pulse, 'gaps'>): void {
    if (!this.running) return;
    const { nowcast, atMs } = this.running;
    const reports = nowcast.reports();
    const nowMs = this.deps.nowMs();
    nowcast.relearn(this.deps.proof.learnt(nowMs));
    this.deps.kept.write(atMs, nowcast.nextId(), reports);
    this.deps.proof.remember(nowcast.memory());
    const cells = reports.toSorted((a, b) => b.flashes - a.flashes || a.id - b.id).slice(0, MAX_TOLD);
    this.outlines = undefined;
    const hidden = this.deps.proof.hidden(nowMs);
    this.told = {
      atMs,
      cells,
      ...nowcast.learnt(),
      ...(hidden.length > 0 ? { hidden } : {}),
      ...(isPartial(gaps, atMs) ? { partial: true } : {}),
    };
  }
}

function withoutHidden(answer: PlaceAnswer, { hidden }: CellsNews): PlaceAnswer {
  if (!hidden?.includes('eta')) return answer;
  const { etaMin: _, range80: __, ...rest } = answer;
  return rest;
}

function outlinesOf(
  cells: readonly CellReport[],
  nowcast: Pick<RunningNowcast, 'carried' | 'plane'>,
): (readonly Position[])[] {
  const flashes = Map.groupBy(nowcast.carried(), ({ cell }) => cell);
  return cells.map((cell) => {
    // All flashes of a cell may lie nearer to another one.
    const points = flashes.get(cell.id) ?? [nowcast.plane.toKm(cell)];
    return outlineOf(points).map((point) => nowcast.plane.toDegrees(point));
  });
}
