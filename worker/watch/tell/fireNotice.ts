import type { LightningState } from '#shared/fires/joinFire.ts';
import { NEWS_MS, type NewsFire } from '#worker/fires/FireNews.ts';

/**
 * What became of a fire for one recipient of an area. `waits`: it is to be told of it, `recants`: it was told and is to be told
 * that it is likely no more, both as soon as it may be, if it still is so. `passed`: it is never told, because it was muted.
 */
export type FireTelling = 'waits' | 'told' | 'recants' | 'corrected' | 'passed';

/** So many fires of an area are told in an hour. */
export const MOST_FIRES_AN_HOUR = 8;

const BELOW_LIKELY: readonly LightningState[] = ['possible', 'unlikely', 'none'];

interface FireSituation {
  readonly isQuiet: boolean;
  readonly isMuted: boolean;
  /** It was told of as many fires of the area within the hour as it may be. */
  readonly isTooOften: boolean;
  readonly nowMs: number;
}

interface FireDecision {
  readonly after: FireTelling | undefined;
  readonly says?: 'likely' | 'correction';
}

/** What a recipient that wants it is told of a fire in or near its area, by what it was told before. */
export function fireNotice(
  before: FireTelling | undefined,
  fire: Pick<NewsFire, 'state' | 'isStatic' | 'firstSeenMs'>,
  { isQuiet, isMuted, isTooOften, nowMs }: FireSituation,
): FireDecision {
  switch (before) {
    case 'corrected':
    case 'passed':
      return { after: before };
    case 'told':
    case 'recants':
      // What is unread is not known to be below.
      if (!BELOW_LIKELY.includes(fire.state)) return { after: 'told' };
      return isQuiet || isMuted ? { after: 'recants' } : { after: 'corrected', says: 'correction' };
    default:
      if (nowMs - fire.firstSeenMs > NEWS_MS) return { after: undefined };
      if (!isLikely(fire)) return { after: before };
      if (isMuted) return { after: 'passed' };
      return isQuiet || isTooOften ? { after: 'waits' } : { after: 'told', says: 'likely' };
  }
}

/** No static source is told of, whatever its chance. */
export function isLikely({ state, isStatic }: Pick<NewsFire, 'state' | 'isStatic'>): boolean {
  return state === 'likely' && !isStatic;
}

/** Of two fires that have grown together: whoever was told of either is not told of the other. */
const FURTHEST: readonly (FireTelling | undefined)[] = [undefined, 'waits', 'passed', 'corrected', 'recants', 'told'];

export function furthestOf(one: FireTelling | undefined, other: FireTelling | undefined): FireTelling | undefined {
  return FURTHEST.indexOf(one) >= FURTHEST.indexOf(other) ? one : other;
}
