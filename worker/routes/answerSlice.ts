import { type BBox, bboxOverlaps, bboxWithin } from '#shared/geo/BBox.ts';
import { type Tile, tileBounds } from '#shared/geo/tile.ts';
import { FEED_DOWN_AFTER_MS } from '#shared/limits.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import { feedStateAt } from '#shared/wire/feedStateAt.ts';
import { strikesToColumns } from '#shared/wire/StrikeColumns.ts';
import type { StrikeSlice } from '#shared/wire/strikeSlice.ts';
import type { ArchivedTile } from '#worker/archive/StrikeArchive.ts';
import { unreadOf } from '#worker/archive/unreadOf.ts';

/** An hour may still gain strikes for this long after it closed, from late arrivals and the last sweep. */
const SETTLED_AFTER_MS = 70 * 60_000;
/** An hour that closed longer ago than this is not read again: gaps are repaired a day back. */
const SEALED_AFTER_MS = 26 * HOUR_MS;
const OPEN = 'public, max-age=5';
/** Closed hours change only when a repair fills a gap; connected clients get those strikes live. */
const CLOSED = 'public, max-age=60';
const SEALED = 'public, max-age=86400, immutable';

/** Nothing that was forgotten or sealed can be added to any more. */
const COMPLETE_FOR_EVER = Number.MAX_SAFE_INTEGER;

export interface AnsweredSlice {
  readonly slice: StrikeSlice;
  readonly cacheControl: string;
}

/** The slice of an hour of which nothing is kept. */
export const FORGOTTEN_SLICE: AnsweredSlice = {
  slice: { seq: COMPLETE_FOR_EVER, beyondRetention: true, unread: true, columns: strikesToColumns([]) },
  cacheControl: 'public, max-age=86400',
};

export interface TileHour {
  readonly tile: Tile;
  readonly fromMs: number;
  readonly toMs: number;
}

/** What to answer for a tile's hour, and for how long it holds: for good only if it is whole and never read again. */
export function answerSlice(
  { tile, fromMs, toMs }: TileHour,
  { seq, record, strikes }: ArchivedTile,
  home: BBox,
  keptSinceMs: number,
  nowMs: number,
): AnsweredSlice {
  const bounds = tileBounds(tile);
  const outsideHome = !bboxWithin(bounds, home);
  const atHome = bboxOverlaps(bounds, home);
  const { completeToMs, unread } = unreadOf({ bbox: home, fromMs, toMs }, record, home, keptSinceMs);
  const behind = completeToMs === null || completeToMs < Math.min(toMs, nowMs - FEED_DOWN_AFTER_MS);
  const isUnread = !atHome || behind || unread.length > 0;
  const whole = !outsideHome && !isUnread && completeToMs !== null && completeToMs >= toMs;
  const sealed = whole && toMs + SEALED_AFTER_MS <= nowMs;
  const isOver = toMs <= nowMs;
  const facts = { ...record, newestStrikeMs: null, typicalDelayMs: null, foreign: {}, unread: [] };
  const slice: StrikeSlice = {
    seq: sealed ? COMPLETE_FOR_EVER : seq,
    beyondRetention: false,
    ...(isUnread ? { unread: true } : {}),
    ...(outsideHome ? { outsideHome: true } : {}),
    ...(isOver ? {} : { feed: feedStateAt(facts, nowMs).state }),
    columns: strikesToColumns(strikes),
  };
  return { slice, cacheControl: sealed ? SEALED : toMs + SETTLED_AFTER_MS > nowMs ? OPEN : CLOSED };
}
