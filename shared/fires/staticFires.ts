import { DAY_MS } from '#shared/time/hourKey.ts';
import { utcDay } from '#shared/time/utcDay.ts';
import type { Fire } from './gatherFires.ts';
import type { Hotspot } from './Hotspot.ts';
import { PixelGrid } from './PixelGrid.ts';

const LOOK_BACK_DAYS = 30;
const LEAST_DAYS = 5;

/**
 * Which fires are likely to be a flare, a furnace or a volcano: their place was hot on 5 of the 30 days up to their newest
 * hotspot, and they never grew by more than 1 km beyond the pixels of their first day. `hotspots`: those of these 30 days,
 * of all fires. A long fire that creeps by less is taken for one too; so none is hidden.
 * @returns ids
 */
export function staticFires(fires: readonly Fire[], hotspots: Iterable<Hotspot>): Set<string> {
  const grid = new PixelGrid<Hotspot>();
  for (const hotspot of hotspots) grid.add(hotspot);
  return new Set(fires.filter((fire) => isStatic(fire, grid)).map(({ id }) => id));
}

function isStatic({ hotspots, firstSeenMs, lastSeenMs }: Fire, grid: PixelGrid<Hotspot>): boolean {
  const firstDay = new PixelGrid<Hotspot>();
  const began = hotspots.filter(({ atMs }) => utcDay(atMs) === utcDay(firstSeenMs));
  for (const hotspot of began) firstDay.add(hotspot);
  if (hotspots.some((hotspot) => firstDay.touching(hotspot).length === 0)) return false;
  const sinceMs = lastSeenMs - LOOK_BACK_DAYS * DAY_MS;
  const days = new Set(
    began
      .flatMap((hotspot) => grid.touching(hotspot))
      .filter(({ atMs }) => atMs > sinceMs && atMs <= lastSeenMs)
      .map(({ atMs }) => utcDay(atMs)),
  );
  return days.size >= LEAST_DAYS;
}
