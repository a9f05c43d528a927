import type { Position } from '#shared/geo/geodesy.ts';
import { PLACE_RADIUS_KM } from '#shared/limits.ts';
import type { ForecastResult } from '#shared/nowcast/arrivalAt.ts';
import type { Withheld } from '#shared/nowcast/CellsUpdate.ts';
import type { Chance } from '#shared/nowcast/chanceOf.ts';
import type { Level } from '#shared/watch/Area.ts';

export interface StrikeFact {
  readonly atMs: number;
  /** From the place; absent if nothing is measured. `bearing` in degrees clockwise from north. */
  readonly away?: { readonly km: number; readonly bearing: number };
  readonly at?: Position;
  /** False if it lies outside the displayed view; absent if there is no view. */
  readonly inView?: boolean;
}

/**
 * State of the feed for the place.
 * - `starting`, `switching`: nothing is known yet, of this source or of the next one.
 * - `outside`: the place is not monitored.
 * - `late`: complete to `readToMs`, if that is known.
 * - `down`: no data since `sinceMs`; null if there never was any. `restored`: strikes cached on this device.
 * - `past`: `SkyFacts.nowMs` is in the past; `counted` if only hourly counts are displayed for it.
 */
export type FeedFact =
  | { readonly kind: 'starting' | 'switching' | 'outside' | 'live' }
  | { readonly kind: 'late'; readonly readToMs: number | null }
  | { readonly kind: 'down'; readonly sinceMs: number | null; readonly restored?: boolean }
  | { readonly kind: 'past'; readonly counted?: boolean };

/** Storm cells: `late`, too old for a statement about now. `told`: the forecast for the place. */
export type CellsFact =
  | { readonly kind: 'none' | 'late' }
  | {
      readonly kind: 'told';
      /** The time of cells and forecast, on the provider's clock. */
      readonly atMs: number;
      readonly result: ForecastResult;
      /** Parts that are withheld because they are currently unreliable. */
      readonly withheld?: readonly Withheld[] | undefined;
      /** The data has gaps: there may be more cells. */
      readonly partial?: boolean | undefined;
    };

/** A level that is active for the place. */
export interface HeldFact {
  readonly level: Exclude<Level, 'clear'>;
  /** Earliest time of the all-clear, if there is no more lightning. */
  readonly allClearNotBeforeMs?: number | undefined;
}

/** All inputs of a verdict. Times are the server's, in milliseconds. */
export interface SkyFacts {
  /** The displayed instant. */
  readonly nowMs: number;
  readonly feed: FeedFact;
  /** Completeness of the last `requestedMs` (an hour at most) within `withinKm`, or in view if that is null. */
  readonly read: 'all' | 'loading' | 'gaps';
  readonly requestedMs: number;
  readonly withinKm: number | null;
  /**
   * Origin of the place; `area` for a watched one, `outline` for one displayed by the map, `place` for a named one,
   * undefined if nothing is measured.
   */
  readonly from: 'visitor' | 'point' | 'centre' | 'area' | 'outline' | 'place' | undefined;
  /** The nearest strike of the last ten minutes; if nothing is measured, the newest. */
  readonly near?: StrikeFact | undefined;
  /** The last known strike of that time and area. */
  readonly last?: StrikeFact | undefined;
  /** Whether the strikes of the ten minutes up to `near` or `last` are closer than those of the ten before. */
  readonly trend?: 'closer' | 'further' | undefined;
  readonly cells: CellsFact;
  /** True if silence of this source may be taken for silence of the sky. */
  readonly supportsAlerts: boolean;
  readonly simulated: boolean;
  readonly held?: HeldFact | undefined;
}

/** A strike this young becomes the headline; older ones are reported as the last. */
export const NEAR_MS = 10 * 60_000;

/**
 * The main statement.
 * - `near`: the nearest strike of the last ten minutes. `last`: none so young, but one is known.
 * - `none`: no lightning, and the data is complete. `unsure`: no lightning is known, but `why` says that this is not
 * certain.
 * - `level`: a level is active, and no recent lightning is known: only the level is reported.
 * - `blind`: unknown; `last` is the last known strike.
 */
export type Lead =
  | { readonly kind: 'near' | 'last'; readonly strike: StrikeFact }
  | { readonly kind: 'none' | 'level' | 'starting' | 'switching' | 'outside' | 'counted' }
  | { readonly kind: 'unsure'; readonly why: 'loading' | 'gaps' | 'late' | 'source' }
  | {
      readonly kind: 'blind';
      readonly sinceMs: number | null;
      readonly restored: boolean;
      readonly last: StrikeFact | undefined;
    };

export type Motion = 'closer' | 'further' | 'passing';
export type HeldLevel = HeldFact['level'];

/** `now`: any minute. Else minutes in steps of five, and the range of eight in ten; `firm` if it is rather likely. */
export type Arrival =
  | 'now'
  | { readonly minutes: number; readonly range80: readonly [number, number]; readonly firm: boolean };

/** A limitation of the rest that must be reported with it. */
export type Caveat = 'late' | 'loading' | 'gaps' | 'partial' | 'noChance' | 'noArrival' | 'cellsLate' | 'source';

export interface Verdict extends Pick<SkyFacts, 'withinKm' | 'requestedMs' | 'from' | 'simulated' | 'nowMs'> {
  readonly lead: Lead;
  readonly held: HeldFact | undefined;
  readonly isPast: boolean;
  readonly motion: Motion | undefined;
  readonly arrival: Arrival | undefined;
  readonly chance: Chance | undefined;
  readonly caveats: readonly Caveat[];
  /** For a late feed, if it is known. */
  readonly readToMs: number | null;
}

/**
 * Decides what may be stated about a place's sky. Weak evidence is enough to report danger; "no lightning" needs
 * complete data.
 */
export function verdictOf(facts: SkyFacts): Verdict {
  const { feed, held, nowMs, withinKm, requestedMs, from, simulated } = facts;
  const lead = leadOf(facts);
  const coming = lead.kind === 'near' || lead.kind === 'last' || lead.kind === 'none' || lead.kind === 'unsure';
  return {
    lead,
    held,
    isPast: feed.kind === 'past',
    ...(coming ? comingOf(facts, lead) : NOTHING_COMING),
    readToMs: feed.kind === 'late' ? feed.readToMs : null,
    ...{ nowMs, withinKm, requestedMs, from, simulated },
  };
}

function leadOf(facts: SkyFacts): Lead {
  const { feed, near, last, held, read, supportsAlerts } = facts;
  if (feed.kind === 'starting' || feed.kind === 'switching' || feed.kind === 'outside') return { kind: feed.kind };
  if (feed.kind === 'down')
    return { kind: 'blind', sinceMs: feed.sinceMs, restored: feed.restored === true, last: near ?? last };
  if (feed.kind === 'past' && feed.counted) return { kind: 'counted' };
  if (near) return { kind: 'near', strike: near };
  if (last) return { kind: 'last', strike: last };
  if (held) return { kind: 'level' };
  if (read !== 'all') return { kind: 'unsure', why: read };
  if (isPartial(facts)) return { kind: 'unsure', why: 'gaps' };
  if (feed.kind === 'late') return { kind: 'unsure', why: 'late' };
  return supportsAlerts ? { kind: 'none' } : { kind: 'unsure', why: 'source' };
}

type Coming = Pick<Verdict, 'motion' | 'arrival' | 'chance' | 'caveats'>;
const NOTHING_COMING: Coming = { motion: undefined, arrival: undefined, chance: undefined, caveats: [] };

function comingOf(facts: SkyFacts, lead: Lead): Coming {
  const { cells } = facts;
  const caveats = caveatsOf(facts, lead);
  // With lightning at the place itself, there is nothing to wait for.
  if (cells.kind !== 'told' || isHere(facts) || facts.from === 'centre')
    return { ...NOTHING_COMING, motion: motionOf(facts, undefined), caveats };
  const withheld = cells.withheld ?? [];
  const chance = withheld.includes('chance') ? undefined : cells.result;
  const arrival = lead.kind === 'near' ? arrivalOf(facts.nowMs, cells, chance) : undefined;
  const isArrivalWithheld = arrival !== undefined && arrival !== 'now' && withheld.includes('eta');
  const isLow = chance !== undefined && chance.p60 < LIKELY;
  return {
    motion: motionOf(facts, lead.kind === 'near' ? cells : undefined),
    arrival: isArrivalWithheld ? undefined : arrival,
    chance: chance && (!isLow || mayComfort(facts)) ? { p30: chance.p30, p60: chance.p60 } : undefined,
    caveats: [
      ...caveats,
      ...(isArrivalWithheld ? (['noArrival'] as const) : []),
      ...(chance ? [] : (['noChance'] as const)),
      ...(cells.partial && lead.kind !== 'unsure' ? (['partial'] as const) : []),
    ],
  };
}

/** From here on a chance is not reassuring, and "passing by" is not reported. */
const LIKELY = 0.25;
/** From here on it is more likely to come than not. */
const FIRM = 0.5;
const MINUTE_MS = 60_000;
const STEP_MINUTES = 5;

/** From now on, not from the forecast's time. */
function arrivalOf(
  nowMs: number,
  { atMs, result: forecastResult }: Reported,
  chance: Chance | undefined,
): Arrival | undefined {
  const { state, etaMin, range80 } = forecastResult;
  if (state === 'here') return 'now';
  if (state !== 'approaching' || etaMin === undefined || range80 === undefined) return undefined;
  const passed = Math.max(0, (nowMs - atMs) / MINUTE_MS);
  const left = (minutes: number) => Math.max(0, Math.round(minutes - passed));
  if (left(range80[1]) === 0) return 'now';
  const minutes = Math.max(STEP_MINUTES, Math.round((etaMin - passed) / STEP_MINUTES) * STEP_MINUTES);
  const likely = (minutes <= 30 ? chance?.p30 : chance?.p60) ?? 0;
  return { minutes, range80: [left(range80[0]), left(range80[1])], firm: likely >= FIRM };
}

type Reported = Extract<CellsFact, { kind: 'told' }>;

/** If strikes and cells disagree, neither is used. */
function motionOf(facts: SkyFacts, cells: Reported | undefined): Verdict['motion'] {
  // Only for a place that someone chose, and only for lightning that is not there already.
  if (facts.from === 'centre' || isVeryNear(facts)) return undefined;
  const { trend, near, last } = facts;
  const state = cells?.result.state;
  if (state === 'approaching') return 'closer';
  const goes = state === 'passing' || state === 'away';
  if (trend === 'closer') return near && !goes ? 'closer' : undefined;
  if (!(near ?? last)?.away || state === 'here' || isLikely(facts) || !mayComfort(facts)) return undefined;
  if (state === 'passing') return 'passing';
  // Strikes alone scatter: for a storm that is still there, its cell must confirm it.
  return state === 'away' || (trend === 'further' && !near) ? 'further' : undefined;
}

/** Nearer than this, lightning is already there and cannot come closer. */
const THERE_KM = 3;

function isVeryNear({ near, last }: SkyFacts): boolean {
  const { away } = near ?? last ?? {};
  return away !== undefined && away.km < THERE_KM;
}

/** So close that nothing reassuring may be reported. */
function isHere({ near, last }: SkyFacts): boolean {
  return [near, last].some((strike) => strike?.away && strike.away.km <= PLACE_RADIUS_KM);
}

/** Withheld chances may be high. */
function isLikely({ cells }: SkyFacts): boolean {
  return cells.kind === 'told' && (cells.withheld?.includes('chance') === true || cells.result.p60 >= LIKELY);
}

function mayComfort(facts: SkyFacts): boolean {
  const { feed, held, read, supportsAlerts } = facts;
  const isSeen = (feed.kind === 'live' || feed.kind === 'past') && read === 'all' && !isPartial(facts);
  return isSeen && !held && supportsAlerts && !isHere(facts);
}

function isPartial({ cells }: SkyFacts): boolean {
  return cells.kind === 'told' && cells.partial === true;
}

/** Omits what an `unsure` lead already states. */
function caveatsOf({ feed, read, supportsAlerts, cells }: SkyFacts, lead: Lead): Caveat[] {
  const stated = lead.kind === 'unsure' ? lead.why : undefined;
  const caveats: Caveat[] = [
    ...(feed.kind === 'late' ? (['late'] as const) : []),
    ...(read === 'all' ? [] : [read]),
    ...(supportsAlerts ? [] : (['source'] as const)),
    ...(cells.kind === 'late' ? (['cellsLate'] as const) : []),
  ];
  return caveats.filter((caveat) => caveat !== stated);
}
