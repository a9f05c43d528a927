import type { AreaView, BookView } from '#shared/watch/BookView.ts';
import type { Judged } from '#web/tools/watch/moreDangerous.ts';

/** What was last read of a book, and how the newest reading went. */
export interface ReadBook {
  readonly state: BookView | null;
  /** When `state` was read, on this device's clock. */
  readonly readAtMs: number | null;
}

/** A state that is older than this counts as none. */
export const UNREAD_AFTER_MS = 120_000;

const NOTHING: Judged = {
  level: 'clear',
  sight: 'unknown',
  countdown: null,
  lastMs: [null, null, null],
  watermarkMs: null,
  front: [],
};

/** What the server's watch says of the area at `nowMs`, this device's time: unknown if that is older than two minutes. */
export function serverJudged(area: AreaView | undefined, readAtMs: number | null, nowMs: number): Judged {
  if (!area || readAtMs === null) return NOTHING;
  const { level, phase, allClearNotBefore, completeTo, nearest, newest } = area;
  const isUnread = nowMs - readAtMs > UNREAD_AFTER_MS;
  const near = [nearest, newest].filter((strike) => strike !== undefined);
  return {
    ...NOTHING,
    level,
    sight: isUnread || area.unknown ? 'unknown' : area.delayed ? 'delayed' : 'seen',
    // It says when all is clear; stop may be lifted sooner.
    countdown: phase && allClearNotBefore !== undefined ? { notBeforeMs: allClearNotBefore } : null,
    watermarkMs: completeTo,
    front: near
      .filter(({ ordinal }, index) => index === 0 || ordinal !== near[0]?.ordinal)
      .map(({ ordinal, timestampMs, distanceKm, bearingDeg }) => ({
        ordinal,
        atMs: timestampMs,
        km: distanceKm,
        bearing: bearingDeg,
      })),
  };
}
