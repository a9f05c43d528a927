import type { Clock } from '#shared/Clock.ts';
import { type BBox, bboxContains, grownBox } from '#shared/geo/BBox.ts';
import { strikePoints } from '#shared/strike.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time.ts';
import type { CrossCheckFlashes, CrossCheckVerification } from '#shared/wire/FeedEvent.ts';
import type { FeedStatus } from '#shared/wire/Status.ts';
import type { FeedCalls } from '#worker/calls.ts';
import { FileReader, type SelectedFile } from '#worker/feed/FileEngine.ts';
import type { Log } from '#worker/http/outbound/log.ts';
import { type ChosenSource, sourceStatus } from '#worker/sources/chosenSources.ts';
import { attributionAt, type FailedResponse, type FileSource } from '#worker/sources/source.ts';
import type { CrossCheckReport } from '#worker/statusRoutes.ts';
import {
  type CrossCheckLedger,
  type CrossCheckSlot,
  type Event,
  slotCells,
  unseenStorm,
  usualPerFlash,
} from './CrossCheckLedger.ts';

interface CrossCheckEngineDeps {
  readonly ledger: CrossCheckLedger;
  readonly source: FileSource;
  readonly feed: () => Pick<FeedCalls, 'status' | 'strikesWithin'>;
  readonly home: BBox;
  readonly clock: Clock;
  readonly log: Log;
}

/** Two calls a minute. */
const CALL_SPACE_MS = 30_000;
const LONGEST_PAUSE_MS = 10 * MINUTE_MS;
/** Files that end earlier are no longer requested or compared. */
const BACK_MS = 2 * HOUR_MS;
/** Shorter at the first start, because each file takes a minute. */
const FIRST_BACK_MS = 90 * MINUTE_MS;
const LIST_RETENTION_MS = 3 * HOUR_MS;
/** The primary source may report a strike this late. */
const LATE_REPORT_MS = 2 * MINUTE_MS;
/** Largest time difference of a flash and its strike. */
const SEAM_MS = 2_000;
const AROUND_MS = 10_000;
/** Flashes are up to 8 km off: near the edge of home, their strikes may lie outside, where nothing is polled. */
const EDGE_DEGREES = 0.1;

/** Reads the cross-check satellite’s files, one call at a time, and compares each with the Feed's strikes. */
export class CrossCheckEngine {
  private readonly deps: CrossCheckEngineDeps;
  private readonly compared: BBox;
  private readonly files: FileReader;
  private failures = 0;

  constructor(deps: CrossCheckEngineDeps) {
    this.deps = deps;
    this.files = new FileReader(deps);
    this.compared = grownBox(deps.home, -EDGE_DEGREES);
    if (deps.ledger.read('sinceMs') === undefined) deps.ledger.write('sinceMs', deps.clock.now() - FIRST_BACK_MS);
  }

  /** Makes at most one call to the source. Returns when the next step is due. Rejects if the Feed is unavailable. */
  async step(): Promise<number> {
    const { ledger, clock } = this.deps;
    const nowMs = clock.now();
    const dueMs = ledger.read('nextCallMs') ?? 0;
    const idleToMs = nowMs >= dueMs ? await this.call(nowMs) : undefined;
    await this.compare();
    const nextMs = idleToMs ?? ledger.read('nextCallMs') ?? 0;
    return Math.min(Math.max(clock.now() + 1, nextMs), clock.now() + CALL_SPACE_MS);
  }

  /** Returns when the next call can have something to fetch, if no file is waiting now. */
  private async call(nowMs: number): Promise<number | undefined> {
    const { ledger, log } = this.deps;
    const earliestMs = nowMs - BACK_MS;
    const step = this.files.next((file) => file.toMs > earliestMs && ledger.isNeeded(file));
    if (step.kind === 'wait') return step.untilMs;
    ledger.write('nextCallMs', nowMs + CALL_SPACE_MS);
    const fileRead = await this.files.request(step, Math.max(earliestMs, ledger.read('sinceMs') ?? 0));
    if (fileRead.kind === 'strikes') this.accept(fileRead);
    else if (fileRead.kind === 'listed') this.failures = 0;
    else if (fileRead.kind === 'unreadable') log('error', 'crossCheck.file', { reason: fileRead.reason });
    else if (fileRead.kind !== 'absent') this.fail(fileRead);
    return undefined;
  }

  private accept({ file, strikes, isWarned = false }: SelectedFile): void {
    const { ledger, clock, log } = this.deps;
    this.failures = 0;
    if (isWarned) log('warn', 'crossCheck.warned', { slotMs: file.slotMs });
    ledger.insert(file, isWarned ? 'warned' : 'pending', strikes);
    ledger.forget(clock.now() - LIST_RETENTION_MS, clock.now());
  }

  private fail(failedResponse: FailedResponse): void {
    const { ledger, clock, log } = this.deps;
    if (failedResponse.kind === 'paused') {
      const untilMs = clock.now() + failedResponse.retryAfterMs;
      ledger.write('nextCallMs', Math.max(ledger.read('nextCallMs') ?? 0, untilMs));
      return;
    }
    log('warn', 'crossCheck.call', { outcome: failedResponse.kind, reason: failedResponse.reason });
    const pauseMs = Math.min(LONGEST_PAUSE_MS, CALL_SPACE_MS * 2 ** this.failures);
    this.failures += 1;
    ledger.write('nextCallMs', clock.now() + pauseMs);
  }

  /** Compares the slots for which both sources have data by now. */
  private async compare(): Promise<void> {
    const { ledger, clock, feed } = this.deps;
    const pending = ledger.slots('pending', 0).filter(({ toMs }) => toMs + LATE_REPORT_MS <= clock.now());
    if (pending.length === 0) return;
    const { feed: state } = await feed().status();
    for (const slot of pending) {
      if (isHomeRead(slot, state)) await this.compareSlot(slot);
      else if (slot.toMs < clock.now() - BACK_MS) ledger.giveUp(slot);
    }
    this.evaluate();
  }

  private async compareSlot(slot: CrossCheckSlot): Promise<void> {
    const { ledger, feed, home } = this.deps;
    const span = { fromMs: slot.fromMs - AROUND_MS, toMs: slot.toMs + AROUND_MS };
    const strikes = strikePoints(await feed().strikesWithin(home, span));
    const isInside = ({ longitude, latitude }: Event) => bboxContains(this.compared, longitude, latitude);
    const isCounted = (strike: Event) => isInside(strike) && strike.atMs >= slot.fromMs && strike.atMs < slot.toMs;
    const flashes = ledger.flashesOf(slot).filter(isInside);
    ledger.compared(slot, slotCells(flashes, strikes, isCounted));
  }

  /** The newest two slots set the alarm if both count and are consecutive. Else it stays until it is too old. */
  private evaluate(): void {
    const { ledger, source, log, clock } = this.deps;
    const compared = ledger.slots('compared', clock.now() - LIST_RETENTION_MS);
    const newest = compared.at(-1);
    const before = newest && compared.find(({ slotMs }) => slotMs === newest.slotMs - source.traits.delayMs.step);
    if (!newest || !before) return;
    const openAlarm = ledger.read('alarm') ?? null;
    if (openAlarm && openAlarm.slotMs >= newest.slotMs) return;
    const perFlash = usualPerFlash(ledger.slotRatios());
    const found = unseenStorm(ledger.cellsOf(before), ledger.cellsOf(newest), perFlash);
    if (!found) {
      if (openAlarm) log('info', 'crossCheck.over', { sinceMs: openAlarm.sinceMs });
      ledger.write('alarm', null);
      return;
    }
    ledger.markUnseen([before.slotMs, newest.slotMs]);
    const goesOn = openAlarm !== null && openAlarm.slotMs >= before.slotMs;
    if (!goesOn) log('error', 'crossCheck.alarm', { ...found });
    const { slotMs, toMs } = newest;
    ledger.write('alarm', { ...found, sinceMs: goesOn ? openAlarm.sinceMs : before.fromMs, slotMs, toMs });
  }
}

/** True if the primary source has complete data for the slot, including the matching margin on both sides. */
export function isHomeRead(
  { fromMs, toMs }: Pick<CrossCheckSlot, 'fromMs' | 'toMs'>,
  { completeToMs, gaps = [] }: Pick<FeedStatus['feed'], 'completeToMs' | 'gaps'>,
): boolean {
  if ((completeToMs ?? 0) < toMs + SEAM_MS) return false;
  return !gaps.some(([start, end]) => start < toMs + SEAM_MS && end > fromMs - SEAM_MS);
}

/** Covers a ten-minute file that came 15 minutes late, and one that did not come at all. */
const OLD_MS = 35 * MINUTE_MS;
const VISIBLE_MS = 30 * MINUTE_MS;
/** Two files of the busiest minutes measured over home. */
const MAX_VISIBLE = 10_000;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

export function crossCheckReport(ledger: CrossCheckLedger, chosen: ChosenSource, nowMs: number): CrossCheckReport {
  const { toMs, flashMs } = ledger.newest();
  const isOld = toMs === null || nowMs - toMs > OLD_MS;
  const alarm = ledger.read('alarm');
  const openAlarm = alarm && nowMs - alarm.toMs <= OLD_MS ? [alarm] : [];
  return {
    source: sourceStatus(chosen, { state: isOld ? 'down' : 'delayed', newestMs: flashMs }, nowMs),
    crossCheck: {
      name: chosen.traits.name,
      newestMs: toMs,
      slots: slotCounts(ledger, chosen.traits.delayMs.step, nowMs),
      strikesPerFlash: usualPerFlash(ledger.slotRatios()),
      alarms: openAlarm.map(({ sinceMs, latitude, longitude, flashes, expected }) => {
        return { alarm: 'unseen-storm', sinceMs, latitude, longitude, flashes, expected };
      }),
    },
  };
}

/** Counts slots of the last 24 hours, or since monitoring began. `unavailable`: never came, but a newer one did. */
function slotCounts(ledger: CrossCheckLedger, stepMs: number, nowMs: number) {
  const sinceMs = Math.max(nowMs - DAY_MS, ledger.read('sinceMs') ?? nowMs);
  const count = (state: Parameters<CrossCheckLedger['slots']>[0]) => ledger.slots(state, sinceMs).length;
  const [compared, warned, homeIncomplete] = [count('compared'), count('warned'), count('home-incomplete')];
  const due = Math.floor(Math.max(0, (ledger.newest().toMs ?? 0) - sinceMs) / stepMs);
  return {
    compared,
    warned,
    homeIncomplete,
    unavailable: Math.max(0, due - compared - warned - homeIncomplete - count('pending')),
  };
}

export function visibleFlashes(ledger: CrossCheckLedger, chosen: ChosenSource, nowMs: number): CrossCheckFlashes {
  const fromMs = nowMs - VISIBLE_MS;
  const hundredth = (degrees: number) => Math.round(degrees * 100) / 100;
  const flashes = ledger
    .recentFlashes(fromMs)
    .sort((a, b) => b.atMs - a.atMs)
    .slice(0, MAX_VISIBLE)
    .map(({ latitude, longitude, atMs }): [number, number, number] => [
      hundredth(latitude),
      hundredth(longitude),
      atMs,
    ]);
  return { ...nameOf(chosen, nowMs), newestMs: ledger.newest().toMs, flashes };
}

export function crossCheckVerification(
  ledger: CrossCheckLedger,
  chosen: ChosenSource,
  nowMs: number,
): CrossCheckVerification {
  const found = new Map(ledger.hoursOfDay().map((row) => [row.hour, row]));
  const byHour = (who: 'both' | 'crossCheck' | 'primary') => HOURS.map((hour) => found.get(hour)?.[who] ?? 0);
  return {
    ...nameOf(chosen, nowMs),
    slots: ledger.slots('compared', 0).length,
    both: byHour('both'),
    crossCheckOnly: byHour('crossCheck'),
    primaryOnly: byHour('primary'),
    ...ledger.totals(),
  };
}

function nameOf({ traits }: ChosenSource, nowMs: number) {
  return { name: traits.name, attribution: attributionAt(traits, nowMs) };
}
