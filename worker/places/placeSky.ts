import type { BBox } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import { forecastAt, heldStrokes } from '#shared/nowcast/place/forecastAt.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import { placeFacts } from '#shared/verdict/placeFacts.ts';
import type { CellsFact, SkyFacts } from '#shared/verdict/SkyFacts.ts';
import { decodeCells, NOWCAST_HOLDS_MS } from '#shared/wire/cellsEvent.ts';
import type { HomeSky } from './homeSky.ts';

/** What a verdict may know of the place. Without a sky, that at `ownMs` nothing is known. */
export function factsOf(at: Position, sky: HomeSky | undefined, ownMs: number): SkyFacts {
  if (!sky) return placeFacts(at, undefined, 'place', { kind: 'none' }, ownMs);
  const isWhole = !sky.unread.some(([fromMs, toMs]) => fromMs < sky.nowMs && toMs > sky.nowMs - HOUR_MS);
  return placeFacts(at, { ...sky, isWhole }, 'place', cellsFact(at, sky), ownMs);
}

/** As the map has it: none without cells, late ones say nothing of now. */
function cellsFact(at: Position, { cells, feed, nowMs, strikes }: HomeSky): CellsFact {
  if (!cells) return { kind: 'none' };
  if (feed.state === 'down' || nowMs - cells.atMs >= NOWCAST_HOLDS_MS) return { kind: 'late' };
  if (cells.cells.id.length === 0) return { kind: 'none' };
  const news = decodeCells(cells);
  const { atMs, hidden, partial } = news;
  return { kind: 'told', atMs, hidden, partial, answer: forecastAt(at, news, heldStrokes(strikes, atMs)) };
}

/** How many strikes of the snapshot fell in a box, by bins of `stepMs` from `fromMs` on. */
export function binnedStrikes(
  { strikes }: Pick<HomeSky, 'strikes'>,
  { west, south, east, north }: BBox,
  { fromMs, stepMs, bins }: { readonly fromMs: number; readonly stepMs: number; readonly bins: number },
): number[] {
  const counts = Array.from({ length: bins }, () => 0);
  for (let row = 0; row < strikes.length; row += 1) {
    const bin = Math.floor(((strikes.atMs[row] as number) - fromMs) / stepMs);
    if (bin < 0 || bin >= bins) continue;
    const { latitude, longitude } = strikes.strikeAt(row);
    if (longitude < west || longitude > east || latitude < south || latitude > north) continue;
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts;
}
