import { type Area, LEVELS } from '#shared/watch/Area.ts';
import type { AreaChange } from '#shared/watch/AreaState.ts';
import { compareLevels } from '#shared/watch/rings.ts';
import type { Judged } from './moreDangerous.ts';

const KEPT_CHANGES = 8;
/** What fell longer ago than this is no news to somebody who has just begun to look. */
const NEWS_MS = 2 * 60_000;

/** What was last shown, and the changes that led there. */
interface ShownChanges {
  readonly level: Judged['level'];
  readonly sight: Judged['sight'];
  readonly seenBefore: boolean;
  /** The newest first, at most eight. */
  readonly changes: readonly AreaChange[];
}

export const NOTHING_SHOWN: ShownChanges = { level: 'clear', sight: 'unknown', seenBefore: false, changes: [] };

/** What has changed of what is shown, for those who are not looking; the same object if nothing has. `nowMs` is ours. */
export function shownChanges(
  before: ShownChanges,
  area: Area,
  now: Judged,
  nowMs: number,
  offsetMs: number,
): ShownChanges {
  if (before.level === now.level && before.sight === now.sight) return before;
  const kinds = [sightChange(before, now), levelChange(before, now)].filter((kind) => kind !== undefined);
  const ring = Math.max(0, LEVELS.indexOf(now.level) - 1);
  const strike = now.front.findLast(({ km }) => km <= (area.ringsKm[ring] ?? 0)) ?? null;
  const isOld = strike !== null && nowMs + offsetMs - strike.atMs > NEWS_MS;
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
    sight: now.sight,
    seenBefore: before.seenBefore || now.sight !== 'unknown',
    changes: [...changes.toReversed(), ...before.changes].slice(0, KEPT_CHANGES),
  };
}

function sightChange(before: ShownChanges, now: Judged): AreaChange['kind'] | undefined {
  if (before.sight === now.sight) return undefined;
  if (now.sight === 'unknown') return 'blind';
  if (before.sight === 'unknown') return 'sight';
  return now.sight === 'delayed' ? 'delayed' : undefined;
}

/** A level beneath what is unknown is no fall: nobody saw it. */
function levelChange(before: ShownChanges, now: Judged): AreaChange['kind'] | undefined {
  const change = compareLevels(now.level, before.level);
  if (change > 0) return 'raise';
  return change < 0 && now.sight !== 'unknown' ? 'fall' : undefined;
}
