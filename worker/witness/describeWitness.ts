import { DAY_MS, MINUTE_MS } from '#shared/time/hourKey.ts';
import type { WitnessFlashes, WitnessProof } from '#shared/wire/WitnessBody.ts';
import { type ChosenSource, sourceStatus } from '#worker/sources/chosenSources.ts';
import { attributionAt } from '#worker/sources/port/SourceTraits.ts';
import { usualPerFlash } from './unseenStorm.ts';
import type { WitnessReport } from './WitnessCalls.ts';
import type { WitnessLedger } from './WitnessLedger.ts';

/** A file of ten minutes that came 15 minutes late, and one that did not come at all. */
const OLD_MS = 35 * MINUTE_MS;
const SHOWN_MS = 30 * MINUTE_MS;
/** Two files of the busiest minutes measured over home. */
const MAX_SHOWN = 10_000;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

export function witnessReport(ledger: WitnessLedger, chosen: ChosenSource, nowMs: number): WitnessReport {
  const { toMs, flashMs } = ledger.newest();
  const isOld = toMs === null || nowMs - toMs > OLD_MS;
  const alarm = ledger.read('alarm');
  const standing = alarm && nowMs - alarm.toMs <= OLD_MS ? [alarm] : [];
  return {
    source: sourceStatus(chosen, { state: isOld ? 'down' : 'delayed', newestMs: flashMs }, nowMs),
    witness: {
      name: chosen.traits.name,
      newestMs: toMs,
      slots: slotCounts(ledger, chosen.traits.delayMs.step, nowMs),
      strikesPerFlash: usualPerFlash(ledger.slotRatios()),
      alarms: standing.map(({ sinceMs, latitude, longitude, flashes, expected }) => {
        return { alarm: 'unseen-storm', sinceMs, latitude, longitude, flashes, expected };
      }),
    },
  };
}

/** Of slots that ended within 24 hours, and after the witness began. `unread`: before the newest, and never came. */
function slotCounts(ledger: WitnessLedger, stepMs: number, nowMs: number) {
  const sinceMs = Math.max(nowMs - DAY_MS, ledger.read('sinceMs') ?? nowMs);
  const count = (state: Parameters<WitnessLedger['slots']>[0]) => ledger.slots(state, sinceMs).length;
  const [compared, warned, homeUnread] = [count('compared'), count('warned'), count('home-unread')];
  const due = Math.floor(Math.max(0, (ledger.newest().toMs ?? 0) - sinceMs) / stepMs);
  return { compared, warned, homeUnread, unread: Math.max(0, due - compared - warned - homeUnread - count('pending')) };
}

export function shownFlashes(ledger: WitnessLedger, chosen: ChosenSource, nowMs: number): WitnessFlashes {
  const fromMs = nowMs - SHOWN_MS;
  const hundredth = (degrees: number) => Math.round(degrees * 100) / 100;
  const flashes = ledger
    .recentFlashes(fromMs)
    .sort((a, b) => b.atMs - a.atMs)
    .slice(0, MAX_SHOWN)
    .map(({ latitude, longitude, atMs }): [number, number, number] => [
      hundredth(latitude),
      hundredth(longitude),
      atMs,
    ]);
  return { ...nameOf(chosen, nowMs), newestMs: ledger.newest().toMs, flashes };
}

export function witnessProof(ledger: WitnessLedger, chosen: ChosenSource, nowMs: number): WitnessProof {
  const found = new Map(ledger.hoursOfDay().map((row) => [row.hour, row]));
  const byHour = (who: 'both' | 'witness' | 'primary') => HOURS.map((hour) => found.get(hour)?.[who] ?? 0);
  return {
    ...nameOf(chosen, nowMs),
    slots: ledger.slots('compared', 0).length,
    both: byHour('both'),
    witnessOnly: byHour('witness'),
    primaryOnly: byHour('primary'),
    ...ledger.totals(),
  };
}

function nameOf({ traits }: ChosenSource, nowMs: number) {
  return { name: traits.name, attribution: attributionAt(traits, nowMs) };
}
