import type { Position } from '#shared/geo/geodesy.ts';
import { cornersOf, type Shape } from '#shared/geo/Shape.ts';
import type { ForecastResult } from '#shared/nowcast/arrivalAt.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/time.ts';
import {
  type AreaChange,
  type AreaState,
  compareLevels,
  LEVELS,
  type Level,
  type NearStrike,
} from '#shared/watch/Area.ts';
import { fallTo, type MessageType, type Threshold } from '#shared/watch/bodies.ts';

/** A danger: since when it exists, and when it was first acknowledged. */
interface Known {
  readonly sinceMs: number;
  readonly confirmedMs: number | null;
}

/** Each level currently held, and data loss, with its confirmation; null while that danger is absent. Plain JSON. */
export interface EscalationState {
  readonly levels: readonly [Known | null, Known | null, Known | null];
  readonly blind: Known | null;
}

export interface Confirmation {
  readonly level: Level;
  readonly isBlind: boolean;
  readonly decidedMs: number;
}

export const NOTHING_TO_KNOW: EscalationState = { levels: [null, null, null], blind: null };

/** The state after a step. A danger that ended is dropped, so it must be confirmed again when it returns. */
export function escalationAfter(
  before: EscalationState,
  { level, dataStatus }: Pick<AreaState, 'level' | 'dataStatus'>,
  nowMs: number,
) {
  const held = LEVELS.indexOf(level);
  const known = (is: boolean, was: Known | null) => (is ? (was ?? { sinceMs: nowMs, confirmedMs: null }) : null);
  const [watch, warning, stop] = before.levels;
  return unlessSame(before, {
    levels: [known(held >= 1, watch), known(held >= 2, warning), known(held >= 3, stop)],
    blind: known(dataStatus === 'unknown', before.blind),
  });
}

/** A confirmed level confirms those below it. A message from before a danger began does not confirm it. */
export function confirmedBy(
  before: EscalationState,
  { level, isBlind: isDataLost, decidedMs }: Confirmation,
  nowMs: number,
): EscalationState {
  const reached = LEVELS.indexOf(level);
  const confirmed = (is: boolean, known: Known | null) =>
    is && known && known.confirmedMs === null && known.sinceMs <= decidedMs ? { ...known, confirmedMs: nowMs } : known;
  const [watch, warning, stop] = before.levels;
  return unlessSame(before, {
    levels: [confirmed(reached >= 1, watch), confirmed(reached >= 2, warning), confirmed(reached >= 3, stop)],
    blind: confirmed(isDataLost, before.blind),
  });
}

/** Since when a level at or above `least` has been unconfirmed; null if none is. */
export function unconfirmedSinceMs({ levels }: EscalationState, least: Level): number | null {
  const open = levels.flatMap((known, index) => {
    const level = LEVELS[index + 1] ?? 'stop';
    return known && known.confirmedMs === null && compareLevels(level, least) >= 0 ? [known.sinceMs] : [];
  });
  return open.length === 0 ? null : Math.min(...open);
}

function unlessSame(before: EscalationState, after: EscalationState): EscalationState {
  const isSame = before.blind === after.blind && before.levels.every((known, index) => known === after.levels[index]);
  return isSame ? before : after;
}

/** When a recipient in the escalation order is notified. */
interface EscalationStep {
  /** Minutes after the recipients that are notified at once; 0 for those themselves. */
  readonly afterMin: number;
  /** Null if the danger is confirmed. */
  readonly unconfirmedSinceMs: number | null;
}

export const AT_ONCE: EscalationStep = { afterMin: 0, unconfirmedSinceMs: null };

export interface InOrder {
  readonly threshold: Threshold;
  readonly escalateAfterMin: number | null;
}

/** Null if never, because the danger is confirmed; 0 for at once. */
export function stepDueMs({ afterMin, unconfirmedSinceMs: sinceMs }: EscalationStep): number | null {
  if (afterMin === 0) return 0;
  return sinceMs === null ? null : sinceMs + afterMin * MINUTE_MS;
}

/** The escalation step for a level. `all`: every recipient of the watchlist that can receive messages. */
export function escalationStepFor(
  one: InOrder,
  all: readonly InOrder[],
  level: Level,
  escalation: EscalationState,
): EscalationStep {
  const there = all.filter(({ threshold }) => compareLevels(level, threshold) >= 0);
  return { afterMin: minutesOf(one, there), unconfirmedSinceMs: unconfirmedSinceMs(escalation, one.threshold) };
}

/** The escalation step for data loss. All recipients of a site are notified, at any level. */
export function dataLossStepFor(
  one: InOrder,
  all: readonly InOrder[],
  { kind, level }: { readonly kind: 'personal' | 'site'; readonly level: Level },
  { blind: known }: EscalationState,
): EscalationStep {
  const there = kind === 'site' ? all : all.filter(({ threshold }) => compareLevels(level, threshold) >= 0);
  const isOpen = known !== null && known.confirmedMs === null;
  return { afterMin: minutesOf(one, there), unconfirmedSinceMs: isOpen ? known.sinceMs : null };
}

/** Somebody is always notified at once: if all recipients have a delay, those with the shortest. */
function minutesOf({ escalateAfterMin }: InOrder, there: readonly InOrder[]): number {
  const own = escalateAfterMin ?? 0;
  const first = Math.min(...there.map(({ escalateAfterMin: minutes }) => minutes ?? 0));
  return own <= first ? 0 : own;
}

/** Minimum probability of lightning within 30 minutes. */
const LEAST_CHANCE = 0.25;
const AGAIN_AFTER_MS = 90 * 60_000;

export interface EarlyNotice {
  readonly p30: number;
  /** 80% interval of the storm's arrival, in minutes; absent if no time is forecast. */
  readonly range80?: readonly [number, number];
}

/** `results`: forecasts for sample places in the area; null if none are available. */
interface EarlySituation {
  readonly state: Pick<AreaState, 'level' | 'dataStatus'>;
  readonly results: readonly ForecastResult[] | null;
  readonly notifiedMs: number | null;
  readonly nowMs: number;
}

/** Only while the area is clear with data, and a storm with a clear direction approaches. Never replaces the rings. */
export function earlyNotice({
  state,
  results: forecastResults,
  notifiedMs,
  nowMs,
}: EarlySituation): EarlyNotice | undefined {
  if (state.level !== 'clear' || state.dataStatus === 'unknown' || !forecastResults) return undefined;
  if (notifiedMs !== null && nowMs - notifiedMs < AGAIN_AFTER_MS) return undefined;
  const coming = forecastResults.filter(
    (forecastResult) => forecastResult.state === 'approaching' && forecastResult.p30 >= LEAST_CHANCE,
  );
  if (coming.length === 0) return undefined;
  const { p30, range80 } = coming.reduce((most, forecastResult) =>
    forecastResult.p30 > most.p30 ? forecastResult : most,
  );
  return { p30, ...(range80 ? { range80 } : {}) };
}

/** Maximum number of sample places for a shape: each forecast covers 10 km around its place. */
const MOST = 8;

/** Evenly spaced corners of the shape. */
export function samplePlaces(shape: Shape): Position[] {
  const corners = cornersOf(shape).map(([longitude, latitude]) => ({ latitude, longitude }));
  const step = Math.ceil(corners.length / MOST);
  return corners.filter((_, index) => index % step === 0);
}

/** For one recipient and area. Plain JSON. */
export interface NotificationState {
  /** The level last notified; `clear` after a notice that it fell below the threshold, or before any notice. */
  readonly level: Level;
  /** Since when a level holds that the recipient was not notified of; null if none does. */
  readonly heldBackSinceMs: number | null;
  /** Null while the area has data. */
  readonly unknownSinceMs: number | null;
  /** Data loss was notified, and its end not yet. */
  readonly isBlind: boolean;
  readonly blindMs: number | null;
  /** Restored data was notified after that. */
  readonly sawSince: boolean;
  /** When the last stop-extended notice was sent. */
  readonly againMs: number | null;
  /** Times of the raise and fall notices within the last hour. */
  readonly recentMs: readonly number[];
}

export const NOTIFIED_NOTHING: NotificationState = {
  level: 'clear',
  heldBackSinceMs: null,
  unknownSinceMs: null,
  isBlind: false,
  blindMs: null,
  sawSince: true,
  againMs: null,
  recentMs: [],
};

/** Limit of raise and fall notices per area and hour. Stop, its fall and corrections are never held back. */
const MOST_AN_HOUR = 8;
const AGAIN_EVERY_MS = 10 * MINUTE_MS;
const DATA_LOST_EVERY_MS = 15 * MINUTE_MS;
/** Sites get data-lost notifications even while clear, but not for short gaps. */
const DATA_LOST_SITE_AFTER_MS = 5 * MINUTE_MS;
/** A new area is unknown while its past strikes are read. */
const DATA_LOST_UNSEEN_AFTER_MS = 2 * MINUTE_MS;

export interface Situation {
  readonly kind: 'personal' | 'site';
  readonly state: AreaState;
  readonly changes: readonly AreaChange[];
  readonly threshold: Threshold;
  readonly isQuiet: boolean;
  readonly isMuted: boolean;
  readonly escalationStep: EscalationStep;
  readonly dataLossStep: EscalationStep;
  readonly nowMs: number;
}

export interface AreaNotice {
  readonly type: MessageType;
  readonly level: Level;
  readonly previousLevel: Level;
  readonly strike: NearStrike | null;
  readonly isCorrection: boolean;
  readonly isLate: boolean;
  /** Since when the notified condition holds, if the notice was held back. */
  readonly sinceMs: number | null;
  readonly unconfirmedMin?: number;
}

/** `isOwing`: something held back may be sent later. `dueMs`: when, if that is known. */
interface NotificationContext {
  readonly reported: NotificationState;
  readonly notices: readonly AreaNotice[];
  readonly isOwing: boolean;
  readonly dueMs?: number;
}

/**
 * Decides which notices a recipient gets for an area, from what it was last sent and the current state, not from the
 * changes in between. So nothing held back by quiet hours, a mute or the hourly limit is lost: it is sent as soon as
 * that is allowed, if it still holds. The rules are TL1 to TL9 in PROTOCOL.md.
 */
export function planNotifications(before: NotificationState, situation: Situation): NotificationContext {
  const dataStatus = notifyDataStatus(before, situation);
  const level = notifyLevel(dataStatus.reported, situation);
  const again = notifyAgain(level.reported, situation);
  return {
    reported: again.reported,
    notices: [...dataStatus.notices, ...level.notices, ...again.notices],
    isOwing: dataStatus.isOwing || level.isOwing,
    ...soonest(dataStatus, level),
  };
}

function soonest(...tellings: readonly NotificationContext[]): Pick<NotificationContext, 'dueMs'> {
  const due = tellings.flatMap(({ dueMs }) => (dueMs === undefined ? [] : [dueMs]));
  return due.length === 0 ? {} : { dueMs: Math.min(...due) };
}

const NO_MORE = { notices: [], isOwing: false } as const;

function notifyDataStatus(notificationState: NotificationState, situation: Situation): NotificationContext {
  const { state, nowMs } = situation;
  if (state.dataStatus !== 'unknown') {
    if (!notificationState.isBlind)
      return {
        reported:
          notificationState.unknownSinceMs === null
            ? notificationState
            : { ...notificationState, unknownSinceMs: null },
        ...NO_MORE,
      };
    const sees: NotificationState = { ...notificationState, unknownSinceMs: null, isBlind: false, sawSince: true };
    return { reported: sees, notices: [notice('watch.data-restored', state.level, situation)], isOwing: false };
  }
  const unknownSinceMs = notificationState.unknownSinceMs ?? nowMs;
  const waits =
    notificationState.unknownSinceMs === null ? { ...notificationState, unknownSinceMs } : notificationState;
  const afterMs = dataLostAfterMs(situation);
  if (notificationState.isBlind || afterMs === null) return { reported: waits, ...NO_MORE };
  const isHeldBack = situation.isMuted || (situation.isQuiet && state.level !== 'stop');
  const isRepeated =
    notificationState.blindMs !== null &&
    nowMs - notificationState.blindMs < DATA_LOST_EVERY_MS &&
    !notificationState.sawSince;
  const isIn = notificationState.level !== 'clear';
  const stepAtMs = isIn ? 0 : stepDueMs(situation.dataLossStep);
  if (stepAtMs === null) return { reported: waits, ...NO_MORE };
  const dueMs = Math.max(unknownSinceMs, stepAtMs) + afterMs;
  if (nowMs < dueMs) return { reported: waits, notices: [], isOwing: true, dueMs };
  if (isHeldBack || isRepeated) return { reported: waits, notices: [], isOwing: true };
  return {
    reported: { ...waits, isBlind: true, blindMs: nowMs, sawSince: false },
    notices: [
      notice('watch.data-lost', state.level, situation, {
        sinceMs: unknownSinceMs,
        escalationStep: isIn ? AT_ONCE : situation.dataLossStep,
      }),
    ],
    isOwing: false,
  };
}

/** How long an area must be unknown before the recipient is notified; null if it is not notified at all. */
function dataLostAfterMs({ kind, state, threshold }: Situation): number | null {
  if (kind !== 'site' && compareLevels(state.level, threshold) < 0) return null;
  if (state.level === 'clear') return DATA_LOST_SITE_AFTER_MS;
  return state.seenBefore ? 0 : DATA_LOST_UNSEEN_AFTER_MS;
}

function notifyLevel(notificationState: NotificationState, situation: Situation): NotificationContext {
  const { state, changes, threshold, nowMs } = situation;
  const { level } = state;
  const recentMs = notificationState.recentMs.filter((atMs) => nowMs - atMs < HOUR_MS);
  const isTooOften = recentMs.length >= MOST_AN_HOUR;
  const counts = compareLevels(level, threshold) >= 0;
  if (counts && compareLevels(level, notificationState.level) > 0) {
    const raise = changes.findLast(({ kind, to }) => kind === 'raise' && to === level);
    // A recipient that was already notified of danger skips the escalation delay.
    const escalationStep = notificationState.level === 'clear' ? situation.escalationStep : AT_ONCE;
    const dueMs = stepDueMs(escalationStep);
    const waits =
      notificationState.heldBackSinceMs === null ? { ...notificationState, heldBackSinceMs: nowMs } : notificationState;
    if (dueMs === null) return { reported: waits, ...NO_MORE };
    if (nowMs < dueMs) return { reported: waits, notices: [], isOwing: true, dueMs };
    const isLimited = isTooOften && level !== 'stop' && !raise?.correction;
    if (situation.isMuted || (situation.isQuiet && level !== 'stop') || isLimited) {
      return { reported: waits, notices: [], isOwing: true };
    }
    const sinceMs = raise ? null : (notificationState.heldBackSinceMs ?? null);
    return {
      reported: { ...notificationState, level, heldBackSinceMs: null, recentMs: [...recentMs, nowMs] },
      notices: [notice('watch.raised', notificationState.level, situation, { sinceMs, raise, escalationStep })],
      isOwing: false,
    };
  }
  const rest =
    notificationState.heldBackSinceMs === null ? notificationState : { ...notificationState, heldBackSinceMs: null };
  if (compareLevels(level, notificationState.level) >= 0) return { reported: rest, ...NO_MORE };
  // Still at or above the threshold: no notice, but a further rise causes one.
  if (counts) return { reported: { ...rest, level }, ...NO_MORE };
  if (isTooOften && notificationState.level !== 'stop') return { reported: rest, notices: [], isOwing: true };
  return {
    reported: { ...rest, level: 'clear', recentMs: [...recentMs, nowMs] },
    notices: [notice(fallTo(level), notificationState.level, situation)],
    isOwing: false,
  };
}

function notifyAgain(notificationState: NotificationState, situation: Situation): NotificationContext {
  const { changes, nowMs, isMuted } = situation;
  const again = changes.findLast(({ kind }) => kind === 'again');
  const isRecent = notificationState.againMs !== null && nowMs - notificationState.againMs < AGAIN_EVERY_MS;
  if (!again || notificationState.level !== 'stop' || isMuted || isRecent)
    return { reported: notificationState, ...NO_MORE };
  return {
    reported: { ...notificationState, againMs: nowMs },
    notices: [notice('watch.stop-extended', 'stop', situation, { raise: again })],
    isOwing: false,
  };
}

function notice(
  type: MessageType,
  previousLevel: Level,
  { state }: Situation,
  {
    sinceMs = null,
    raise,
    escalationStep = AT_ONCE,
  }: {
    readonly sinceMs?: number | null;
    readonly raise?: AreaChange | undefined;
    readonly escalationStep?: EscalationStep;
  } = {},
): AreaNotice {
  const nearest = type === 'watch.raised' ? (state.frontier[0] ?? null) : null;
  return {
    type,
    level: state.level,
    previousLevel,
    strike: raise ? raise.strike : nearest,
    isCorrection: raise?.correction ?? false,
    isLate: raise?.late ?? false,
    sinceMs,
    ...(escalationStep.afterMin === 0 ? {} : { unconfirmedMin: escalationStep.afterMin }),
  };
}
