import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time/hourKey.ts';
import type { FireRegion, FireSpan, HotspotAnswer } from './firms/FireSource.ts';

/**
 * How long after it was asked each product is asked again; its files change less often. Cron comes by the minute, some seconds
 * earlier or later, so this is every ninth minute: with an answer of half a minute, and a list that is kept for one, a row
 * is told 11 minutes after its file at the latest.
 */
export const READ_EVERY_MS: Readonly<Record<FireRegion, number>> = {
  europe: 8.5 * MINUTE_MS,
  // Several times as large, and wanted for Crete alone: in case that Europe's ends north of it.
  africa: 59.5 * MINUTE_MS,
};
/** For which a list of fires may be kept. */
export const LIST_KEPT_S = 60;
/** Hotspots of so long are gathered, and looked at for static sources. */
export const GATHERED_MS = 31 * DAY_MS;
/** Longer than an answer may take: nobody else asks meanwhile. */
export const FILE_LEASE_MS = 3 * MINUTE_MS;
const MOST_WAIT_MS = 2 * HOUR_MS;
const FIRST_ROWS_MS = MINUTE_MS;
/** Rows come hours late, so a file of a day does for less than a day. */
const DAY_DOES_MS = 12 * HOUR_MS;
const TWO_DAYS_DO_MS = 36 * HOUR_MS;

/** How far back to ask, by when rows were last had; null: never. */
export function spanToRead(readMs: number | null, nowMs: number): FireSpan {
  if (readMs === null || nowMs - readMs > TWO_DAYS_DO_MS) return '7d';
  return nowMs - readMs > DAY_DOES_MS ? '48h' : '24h';
}

export interface SourceFate {
  readonly nextMs: number;
  /** In a row. */
  readonly failures: number;
  /** Why nothing was read; null if it was. */
  readonly cause: string | null;
}

/**
 * When to ask again. A file without rows was read, and says nothing of fires. After failures the wait doubles up to two
 * hours; a key that was refused has perhaps used up its share of ten minutes, so it is no reason to give up.
 */
export function fateOf(
  answer: HotspotAnswer,
  before: { readonly failures: number; readonly readMs: number | null },
  { region, askedMs, nowMs }: { readonly region: FireRegion; readonly askedMs: number; readonly nowMs: number },
): SourceFate {
  const everyMs = READ_EVERY_MS[region];
  switch (answer.kind) {
    case 'rows':
      return { nextMs: askedMs + everyMs, failures: 0, cause: null };
    case 'no-rows':
      return {
        nextMs: askedMs + (region === 'europe' && before.readMs === null ? FIRST_ROWS_MS : everyMs),
        failures: 0,
        cause: 'no rows',
      };
    default: {
      const failures = before.failures + 1;
      const waitMs = Math.min(MOST_WAIT_MS, everyMs * 2 ** (failures - 1));
      const pauseMs = answer.kind === 'paused' ? answer.retryAfterMs : 0;
      return { nextMs: Math.max(askedMs + waitMs, nowMs + pauseMs), failures, cause: causeOf(answer) };
    }
  }
}

function causeOf(answer: Exclude<HotspotAnswer, { kind: 'rows' | 'no-rows' }>): string {
  switch (answer.kind) {
    case 'html':
      return 'HTML instead of rows';
    case 'cut-off':
      return 'the last row is cut off';
    case 'oversized':
      return `too large: ${answer.reason}`;
    case 'key-refused':
      return 'FIRMS_MAP_KEY was refused, or has used up its share';
    default:
      return answer.reason;
  }
}

/** Strikes come late, so a fire is joined once more after this. */
export const JOIN_AGAIN_MS = 2 * HOUR_MS;
const FILLING_EVERY_MS = 10 * MINUTE_MS;

/**
 * Whether more of the time before a fire is read than when it was joined, so that it is joined anew: at once if nothing is
 * missing any more, at most every ten minutes while gaps are being filled. `unreadMs` is what was missing then.
 */
export function isFilled(
  { joinedMs, unreadMs }: { readonly joinedMs: number; readonly unreadMs: number },
  unreadNowMs: number,
  nowMs: number,
): boolean {
  return unreadNowMs < unreadMs && (unreadNowMs === 0 || nowMs - joinedMs >= FILLING_EVERY_MS);
}
