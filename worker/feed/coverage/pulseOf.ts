import { HOME_REGION } from '#shared/geo/regions.ts';
import type { Gap, Pulse } from '#shared/watch/Pulse.ts';
import type { FeedLedger } from '#worker/feed/ledger/FeedLedger.ts';
import { mergedGaps } from '#worker/feed/ledger/mergedGaps.ts';
import { providerNowAt } from '#worker/feed/plan/providerNowAt.ts';

/** The longest dwell and settle are 61 min; the rest is for those who hear of it late. */
const TOLD_BACK_MS = 70 * 60_000;
const MAX_GAPS = 20;

/** What the Feed knows of home at `nowMs`; undefined where the ledger has no epoch yet. */
export function pulseOf(ledger: FeedLedger, nowMs: number): Pulse | undefined {
  const { facts, strikes } = ledger;
  const epoch = facts.read('epoch');
  if (epoch === undefined) return undefined;
  const watermarkMs = facts.read('watermarkMs');
  const providerNowMs = Math.round(providerNowAt(facts.read('providerClock'), nowMs).earliestMs);
  const gaps = watermarkMs === null ? [] : homeGaps(ledger, watermarkMs);
  return { epoch, seq: strikes.seq, watermarkMs, providerNowMs, ...gapsToTell(gaps, watermarkMs ?? 0) };
}

/** Of merged gaps, newest first, those that reach into the 70 min before the watermark: the newest 20. */
export function gapsToTell(merged: readonly Gap[], watermarkMs: number): Pick<Pulse, 'gaps' | 'gapsCut'> {
  const lately = merged.filter(([, , , , , toMs]) => toMs > watermarkMs - TOLD_BACK_MS);
  return { gaps: lately.slice(0, MAX_GAPS), gapsCut: lately.length > MAX_GAPS };
}

/** What was not read of home up to the watermark, whether it will be or not. */
function homeGaps({ facts, windows }: FeedLedger, watermarkMs: number): Gap[] {
  const owed = windows.gapBoxes(HOME_REGION);
  const home = facts.read('homeBox');
  if (!home) return [...owed];
  const wholeHome = (fromMs: number, toMs: number): Gap => [home.west, home.south, home.east, home.north, fromMs, toMs];
  const markMs = windows.coveredToMs(HOME_REGION) ?? 0;
  const lost = (facts.read('lost') ?? []).map(([fromMs, toMs]) => wholeHome(fromMs, Math.min(toMs, watermarkMs)));
  const unreadableFromMs = facts.read('unreadableFromMs');
  return mergedGaps([
    ...owed,
    ...lost,
    // A mark that ran back, with the provider's clock or because home has grown, is read up to again.
    wholeHome(markMs, watermarkMs),
    ...(unreadableFromMs === null ? [] : [wholeHome(unreadableFromMs, watermarkMs)]),
  ]);
}
