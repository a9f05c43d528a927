import type { Areas } from '#shared/geo/BBox.ts';
import { HOME_REGION, MARGIN_REGION, regionOfCell } from '#shared/geo/regions.ts';
import type { FeedState } from '#shared/wire/FeedEvent.ts';
import {
  type FeedFacts,
  feedStateAt,
  gapsKey,
  isOnDemandFresh,
  onDemandStateAt,
  type ReportedSnapshot,
  snapshotState,
} from '#shared/wire/feedStateAt.ts';
import type { StreamFilter } from './replayBuffer.ts';

/** Used until the relay has received anything from the Feed. */
export const NO_FACTS: FeedFacts = {
  lastSuccessMs: null,
  newestStrikeMs: null,
  typicalDelayMs: null,
  cause: null,
  onDemand: {},
};

/**
 * The feed's state for a stream: home's if its cells touch home or nothing is known of them, otherwise their own.
 * Home's `live` never covers a region with gaps: `onDemand` has the ages of all regions that the stream touches.
 */
export function feedStateOf(facts: FeedFacts, { cells }: StreamFilter, areas: Areas, nowMs: number): FeedState {
  const regions = [...new Set(cells.flatMap((cell) => regionOfCell(cell, areas) ?? []))];
  const beyond = regions.filter((region) => region !== HOME_REGION);
  const known = beyond.flatMap((region) => {
    const age = facts.onDemand[region];
    return age ? [[region, age] as const] : [];
  });
  const ofHome = regions.length === 0 || beyond.length < regions.length || beyond.includes(MARGIN_REGION);
  const state = ofHome ? homeState(facts, nowMs) : onDemandStateAt(facts.onDemand, beyond, facts.newestStrikeMs, nowMs);
  return known.length === 0 ? state : { ...state, onDemand: Object.fromEntries(known) };
}

function homeState(facts: FeedFacts, nowMs: number): FeedState {
  return { ...feedStateAt(facts, nowMs), ...(facts.snapshot ? snapshotState(facts.snapshot) : {}) };
}

/** Changes when viewers must hear of it at once: home's state, its cause, gaps, the regions read. */
export function feedUpdate(facts: FeedFacts, nowMs: number): string {
  const { state, cause } = feedStateAt(facts, nowMs);
  const onDemand = Object.entries(facts.onDemand).map(([key, { lastSuccessMs, resting }]) => [
    key,
    resting || !isOnDemandFresh(lastSuccessMs, nowMs),
  ]);
  return JSON.stringify([state, cause, gapsKey(facts.gaps ?? []), onDemand]);
}

/** The received snapshot, unless it covers unsent strikes or is older than the last one sent. */
export function reportableSnapshot(
  reported: ReportedSnapshot | undefined,
  reportedSnapshot: ReportedSnapshot | undefined,
  headSeq: number,
): ReportedSnapshot | undefined {
  if (!reportedSnapshot || reportedSnapshot.seq > headSeq) return reported;
  if (!reported || reportedSnapshot.epoch !== reported.epoch) return reportedSnapshot;
  const overtaken =
    reportedSnapshot.seq < reported.seq || (reportedSnapshot.watermarkMs ?? 0) < (reported.watermarkMs ?? 0);
  return overtaken ? reported : reportedSnapshot;
}
