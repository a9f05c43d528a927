import type { BBox } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import type { CellsNews } from '#shared/nowcast/place/CellsNews.ts';
import { forecastAt, heldStrokes } from '#shared/nowcast/place/forecastAt.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import { eachRow } from '#shared/verdict/findStrike.ts';
import { placeFacts } from '#shared/verdict/placeFacts.ts';
import type { CellsFact, SkyFacts } from '#shared/verdict/SkyFacts.ts';
import { NOWCAST_HOLDS_MS } from '#shared/wire/cellsEvent.ts';
import type { HomeSky } from './homeSky.ts';

/** What a verdict may know of the place. Without a sky, that at `ownMs` nothing is known. */
export function factsOf(at: Position, sky: HomeSky | undefined, ownMs: number): SkyFacts {
  if (!sky) return placeFacts(at, undefined, 'place', { kind: 'none' }, ownMs);
  const isWhole = !sky.unread.some(([fromMs, toMs]) => fromMs < sky.nowMs && toMs > sky.nowMs - HOUR_MS);
  return placeFacts(at, { ...sky, isWhole }, 'place', cellsFact(at, sky), ownMs);
}

/** Whether cells are so old that they say nothing of now. */
export function areLate({ atMs }: CellsNews, { feed, nowMs }: Pick<HomeSky, 'feed' | 'nowMs'>): boolean {
  return feed.state === 'down' || nowMs - atMs >= NOWCAST_HOLDS_MS;
}

/** As the map has it: none without cells, late ones say nothing of now. */
function cellsFact(at: Position, sky: HomeSky): CellsFact {
  const { cells, strikes } = sky;
  if (!cells) return { kind: 'none' };
  if (areLate(cells, sky)) return { kind: 'late' };
  if (cells.cells.length === 0) return { kind: 'none' };
  const { atMs, hidden, partial } = cells;
  return { kind: 'told', atMs, hidden, partial, answer: forecastAt(at, cells, heldStrokes(strikes, atMs)) };
}

/** How many strikes of the snapshot fell in a box, by bins of `stepMs` from `fromMs` on. */
export function binnedStrikes(
  { strikes }: Pick<HomeSky, 'strikes'>,
  within: BBox,
  { fromMs, stepMs, bins }: { readonly fromMs: number; readonly stepMs: number; readonly bins: number },
): number[] {
  const counts = Array.from({ length: bins }, () => 0);
  eachRow(strikes, { fromMs, toMs: fromMs + bins * stepMs, within }, (row) => {
    const bin = Math.floor(((strikes.atMs[row] as number) - fromMs) / stepMs);
    counts[bin] = (counts[bin] ?? 0) + 1;
  });
  return counts;
}
