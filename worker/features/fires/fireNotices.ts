import type { LightningState } from '#shared/fires/attributeFire.ts';
import { messageTexts, verdictTexts } from '#shared/i18n/serverTexts.ts';
import { languageOf } from '#shared/languages.ts';
import { awayText } from '#shared/sky/verdictText.ts';
import { type MessageFire, timeOfDay } from '#worker/watch/messages.ts';
import { gapShareBody, reportedFire, UPDATE_MS, type UpdatedFire } from './FireTable.ts';

interface FireSetting {
  readonly fire: UpdatedFire;
  /** The fire's id when it was notified. */
  readonly reportedAs: string;
  /** Distance and bearing from the area. */
  readonly away: { readonly km: number; readonly bearing: number };
  readonly isCorrection: boolean;
  readonly watchlist: { readonly language: string; readonly timeZone: string };
  readonly origin: string;
}

/** What a message about a fire has in addition to the common fields. */
export function fireMessage(setting: FireSetting): { readonly sentence: string; readonly fire: MessageFire } {
  const { fire, reportedAs, away, watchlist, origin } = setting;
  return {
    sentence: sentenceOf(setting),
    fire: {
      id: reportedAs,
      ...reportedFire(fire),
      chance: fire.chance,
      ...gapShareBody(fire),
      distanceKm: away.km,
      bearingDeg: away.bearing,
      url: `${origin}/${languageOf(watchlist.language)}/fires#fire=${fire.id}`,
    },
  };
}

function sentenceOf({ fire, away, isCorrection, watchlist }: FireSetting): string {
  const { timeZone } = watchlist;
  const language = languageOf(watchlist.language);
  const texts = messageTexts[language];
  const where = awayText(away, 'area', { texts: verdictTexts[language], language });
  const percent = Math.round(100 * fire.chance);
  if (isCorrection) {
    const format = {
      timeZone,
      day: 'numeric',
      month: 'long',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    } as const;
    const first = new Intl.DateTimeFormat(language, format).format(fire.firstSeenMs);
    return texts.fireCorrectedText({ where, first, percent });
  }
  // Both are within a day, so the time of day is unambiguous.
  const [first, last] = [fire.firstSeenMs, fire.lastSeenMs].map((atMs) => timeOfDay(atMs, language, timeZone));
  const atLeast = (fire.gapShare ?? 0) > 0;
  return texts.fireText({ where, first: first ?? '', last: last ?? '', percent, atLeast });
}

/**
 * State of a fire for one recipient of an area. `waits`: a notice is pending. `recants`: it was notified, and a
 * correction is pending because the fire is no longer likely lightning. Pending messages are sent as soon as allowed,
 * if they still hold. `passed`: never notified, because the recipient was muted.
 */
export type FireNotification = 'waits' | 'told' | 'recants' | 'corrected' | 'passed';

/** Limit of fire notices per area and hour. */
export const MOST_FIRES_AN_HOUR = 8;

const BELOW_LIKELY: readonly LightningState[] = ['possible', 'unlikely', 'none'];

interface FireSituation {
  readonly isQuiet: boolean;
  readonly isMuted: boolean;
  /** The recipient reached the hourly limit of fire notices for the area. */
  readonly isTooOften: boolean;
  readonly nowMs: number;
}

interface FireDecision {
  readonly after: FireNotification | undefined;
  readonly event?: 'likely' | 'correction';
}

/** Decides what a recipient that wants fire notices gets for a fire in or near its area, given its previous state. */
export function fireNotice(
  before: FireNotification | undefined,
  fire: Pick<UpdatedFire, 'state' | 'isStatic' | 'firstSeenMs'>,
  { isQuiet, isMuted, isTooOften, nowMs }: FireSituation,
): FireDecision {
  switch (before) {
    case 'corrected':
    case 'passed':
      return { after: before };
    case 'told':
    case 'recants':
      // With incomplete data the fire is not known to be below likely.
      if (!BELOW_LIKELY.includes(fire.state)) return { after: 'told' };
      return isQuiet || isMuted ? { after: 'recants' } : { after: 'corrected', event: 'correction' };
    default:
      if (nowMs - fire.firstSeenMs > UPDATE_MS) return { after: undefined };
      if (!isLikely(fire)) return { after: before };
      if (isMuted) return { after: 'passed' };
      return isQuiet || isTooOften ? { after: 'waits' } : { after: 'told', event: 'likely' };
  }
}

/** Static heat sources are never notified, whatever their probability. */
export function isLikely({ state, isStatic }: Pick<UpdatedFire, 'state' | 'isStatic'>): boolean {
  return state === 'likely' && !isStatic;
}

/** When two fires merge, the furthest state wins: a recipient notified of either is not notified of the other. */
const FURTHEST: readonly (FireNotification | undefined)[] = [
  undefined,
  'waits',
  'passed',
  'corrected',
  'recants',
  'told',
];

export function furthestOf(
  one: FireNotification | undefined,
  other: FireNotification | undefined,
): FireNotification | undefined {
  return FURTHEST.indexOf(one) >= FURTHEST.indexOf(other) ? one : other;
}
