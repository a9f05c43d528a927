import { type Area, type AreaChange, type AreaState, compareLevels, LEVELS } from '#shared/watch/Area.ts';
import { type DisplayedLevel, displayedLevelOf } from './watchTexts.ts';

export type EvaluatedArea = Pick<
  AreaState,
  'level' | 'dataStatus' | 'countdown' | 'lastMs' | 'watermarkMs' | 'frontier'
>;

/** Least dangerous first. A reported stop counts; a state without data may hide any lower level. */
const DANGER: readonly DisplayedLevel[] = ['clear', 'watch', 'warning', 'unknown', 'stop'];

const dangerOf = (evaluatedArea: EvaluatedArea): number => DANGER.indexOf(displayedLevelOf(evaluatedArea));

/** The more dangerous state, with the higher of both levels. Counts down only if every side at stop counts down. */
export function worstLevel<State extends EvaluatedArea>(page: State, server: EvaluatedArea): State {
  const worst = dangerOf(server) > dangerOf(page) ? server : page;
  const other = worst === page ? server : page;
  const level = compareLevels(server.level, page.level) > 0 ? server.level : page.level;
  const isSeen = worst.dataStatus !== 'unknown' && other.dataStatus !== 'unknown';
  return {
    ...page,
    level,
    dataStatus: isSeen && other.dataStatus === 'delayed' ? 'delayed' : worst.dataStatus,
    countdown: level === 'stop' ? sharedCountdown(page, server) : null,
    lastMs: [
      laterOf(page.lastMs[0], server.lastMs[0]),
      laterOf(page.lastMs[1], server.lastMs[1]),
      laterOf(page.lastMs[2], server.lastMs[2]),
    ],
    watermarkMs: isSeen ? earlierOf(page.watermarkMs, server.watermarkMs) : worst.watermarkMs,
    frontier: worst.frontier.length > 0 ? worst.frontier : other.frontier,
  };
}

/** The page's own instant if both count down: it knows when stop ends, the server when all is clear. */
function sharedCountdown(page: EvaluatedArea, server: EvaluatedArea): EvaluatedArea['countdown'] {
  const atStop = [page, server].filter(({ level, dataStatus }) => level === 'stop' && dataStatus !== 'unknown');
  return atStop.every(({ countdown }) => countdown) ? (atStop[0]?.countdown ?? null) : null;
}

function laterOf(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

function earlierOf(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : Math.min(a, b);
}

const RETAINED_CHANGES = 8;
/** Older strikes are not news right after the page was opened. */
const UPDATE_MS = 2 * 60_000;

interface VisibleChanges {
  readonly level: EvaluatedArea['level'];
  readonly dataStatus: EvaluatedArea['dataStatus'];
  readonly seenBefore: boolean;
  /** Newest first, at most eight. */
  readonly changes: readonly AreaChange[];
}

export const NOTHING_VISIBLE: VisibleChanges = {
  level: 'clear',
  dataStatus: 'unknown',
  seenBefore: false,
  changes: [],
};

/** Adds the changes since the state last shown; the same object if nothing changed. `nowMs` is by our clock. */
export function visibleChanges(
  before: VisibleChanges,
  area: Area,
  now: EvaluatedArea,
  nowMs: number,
  offsetMs: number,
): VisibleChanges {
  if (before.level === now.level && before.dataStatus === now.dataStatus) return before;
  const kinds = [dataStatusChange(before, now), levelChange(before, now)].filter((kind) => kind !== undefined);
  const ring = Math.max(0, LEVELS.indexOf(now.level) - 1);
  const strike = now.frontier.findLast(({ km }) => km <= (area.ringsKm[ring] ?? 0)) ?? null;
  const isOld = strike !== null && nowMs + offsetMs - strike.atMs > UPDATE_MS;
  const first = (before.changes[0]?.change ?? 0) + 1;
  const changes = kinds.map(
    (kind, index): AreaChange => ({
      change: first + index,
      atMs: nowMs,
      kind,
      from: before.level,
      to: now.level,
      strike: kind === 'raise' ? strike : null,
      watermarkMs: now.watermarkMs,
      correction: false,
      late: false,
      found: kind === 'raise' && isOld && !before.seenBefore,
    }),
  );
  return {
    level: now.level,
    dataStatus: now.dataStatus,
    seenBefore: before.seenBefore || now.dataStatus !== 'unknown',
    changes: [...changes.toReversed(), ...before.changes].slice(0, RETAINED_CHANGES),
  };
}

function dataStatusChange(before: VisibleChanges, now: EvaluatedArea): AreaChange['kind'] | undefined {
  if (before.dataStatus === now.dataStatus) return undefined;
  if (now.dataStatus === 'unknown') return 'blind';
  if (before.dataStatus === 'unknown') return 'sight';
  return now.dataStatus === 'delayed' ? 'delayed' : undefined;
}

/** A lower level after an unknown state is not a fall, because the level in between is unknown. */
function levelChange(before: VisibleChanges, now: EvaluatedArea): AreaChange['kind'] | undefined {
  const change = compareLevels(now.level, before.level);
  if (change > 0) return 'raise';
  return change < 0 && now.dataStatus !== 'unknown' ? 'fall' : undefined;
}
