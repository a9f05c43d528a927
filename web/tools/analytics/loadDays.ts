import * as v from 'valibot';
import { mercatorX, mercatorY } from '#shared/geo/mercator.ts';
import { clippedSpans, DAY_MS, lengthMs, mergedSpans, type Span } from '#shared/time.ts';
import { dayAfter } from '#shared/utcDay.ts';
import { DAY_GRIDS } from '#shared/wire/dayGrid.ts';
import { fetchDayGrid } from '#web/kit/http/archiveResponses.ts';
import { type ApiResult, requestApi } from '#web/kit/http/requestApi.ts';

/** Strikes of some UTC days, by tile of zoom 12. */
export interface CountedDays {
  /** Strikes by `tileKey`. */
  readonly strikes: ReadonlyMap<number, number>;
  /** Observed time of the days, up to the present. */
  readonly observedMs: number;
  readonly lengthMs: number;
  /** Number of days that are no longer in the archive. */
  readonly missing: number;
}

export const GRID_ZOOM = DAY_GRIDS.cells.zoom;
export const tileKey = (x: number, y: number) => x * 2 ** GRID_ZOOM + y;

interface UtcDay {
  readonly day: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly read: boolean;
}

/** The UTC days in this range that have begun. `gaps` is merged. */
export function utcDays(first: string, last: string, nowMs: number, gaps: readonly Span[]): UtcDay[] {
  const days: UtcDay[] = [];
  for (let day = first; day <= last; day = dayAfter(day)) {
    const fromMs = Date.parse(`${day}T00:00:00Z`);
    const toMs = Math.min(fromMs + DAY_MS, nowMs);
    if (toMs > fromMs) days.push({ day, fromMs, toMs, read: !gaps.some(([a, b]) => a <= fromMs && b >= toMs) });
  }
  return days;
}

/**
 * Loads the days one by one, to limit the load on the archive; the browser caches each. Days without data are not
 * requested. A day refused as too old counts as missing; any other error is returned.
 */
export async function loadDays(
  days: readonly UtcDay[],
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<ApiResult<CountedDays>> {
  const strikes = new Map<number, number>();
  const sums = { observedMs: 0, lengthMs: 0, missing: 0 };
  for (const [index, { day, fromMs, toMs, read }] of days.entries()) {
    sums.lengthMs += toMs - fromMs;
    if (!read) continue;
    const result = await fetchDayGrid(day, 'cells', toMs, { signal });
    if (!result.ok && result.errorKind !== 'too-wide') return result;
    if (result.ok) {
      for (const count of result.value.counts) {
        const key = tileKey(count.x, count.y);
        strikes.set(key, (strikes.get(key) ?? 0) + count.strikes);
      }
      sums.observedMs += toMs - fromMs - lengthMs(mergedSpans(clippedSpans(result.value.gaps, fromMs, toMs)));
    } else sums.missing += 1;
    onProgress((index + 1) / days.length);
  }
  return { ok: true, value: { strikes, ...sums } };
}

const WORLD_PATH = '/basemap/world.geojson';
const Line = v.array(v.tuple([v.number(), v.number()]));
const World = v.object({
  features: v.array(
    v.object({
      properties: v.object({ kind: v.string() }),
      geometry: v.object({ type: v.string(), coordinates: v.unknown() }),
    }),
  ),
});

/** Lines of the shipped map, as SVG paths in tiles of zoom 12. */
export interface Outlines {
  readonly coast: string;
  readonly borders: string;
}

export async function loadOutlines(signal: AbortSignal): Promise<ApiResult<Outlines>> {
  const read = async (response: Response) => {
    const { features } = v.parse(World, await response.json());
    const of = (...kinds: string[]) =>
      features
        .filter(({ properties }) => kinds.includes(properties.kind))
        .flatMap(({ geometry }) => linesOf(geometry.coordinates))
        .map(pathOf)
        .join('');
    return { coast: of('land'), borders: of('border', 'disputed') };
  };
  return requestApi(WORLD_PATH, read, { signal });
}

/** Lines from coordinates nested to any depth, if they come near the region. */
function linesOf(coordinates: unknown): [number, number][][] {
  if (v.is(Line, coordinates)) return coordinates.some(isNear) ? [coordinates] : [];
  return Array.isArray(coordinates) ? coordinates.flatMap(linesOf) : [];
}

const isNear = ([longitude, latitude]: [number, number]) =>
  longitude > 5 && longitude < 40 && latitude > 28 && latitude < 54;

function pathOf(line: readonly [number, number][]): string {
  const side = 2 ** GRID_ZOOM;
  const points = line.map(
    ([lng, lat]) => `${(mercatorX(lng) * side).toFixed(1)} ${(mercatorY(lat) * side).toFixed(1)}`,
  );
  return `M${points.join('L')}`;
}
