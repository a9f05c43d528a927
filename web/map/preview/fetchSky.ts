import { HOUR_MS, hourStartMs } from '#shared/time.ts';
import { slicePath } from '#shared/wire/apiPaths.ts';
import type { StrikeColumns } from '#shared/wire/StrikeColumns.ts';
import { decodeStrikeSlice } from '#shared/wire/strikeSlice.ts';
import { viewBox } from '#web/ground/view/mapQuery.ts';
import type { PreviewedSlice } from '#web/sky/LiveFeed.ts';
import { hoursUpTo, slicesOf, viewSliceTiles } from '#web/sky/TileCoverage.ts';
import type { PreviewMapView } from './drawPreview.ts';

/** Visitors look at the newest hours first; older ones come with the map. */
const MOST_HOURS = 2;
const TIMEOUT_MS = 10_000;

export interface SkyPart {
  readonly columns: StrikeColumns;
  /** Server time from the `Date` header; this device's without one. */
  readonly nowMs: number;
  readonly simulated: boolean;
}

export interface FetchSkyDeps {
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>;
  /** This device's clock, and the page's own. */
  readonly deviceMs: () => number;
  readonly pageMs: () => number;
  readonly slices: Map<string, PreviewedSlice>;
  readonly onPart: (part: SkyPart) => void;
}

/** Requests the view's newest slices, by this device's clock and then the server's. Slices that fail are left out. */
export async function fetchSky(view: PreviewMapView, windowMs: number, deps: FetchSkyDeps): Promise<void> {
  const guessMs = deps.deviceMs();
  const nowMs = await fetchWindow(view, windowMs, guessMs, deps);
  if (nowMs !== undefined && hourStartMs(nowMs) !== hourStartMs(guessMs))
    await fetchWindow(view, windowMs, nowMs, deps);
}

/** Resolves with the server's time, if a response contained it. */
async function fetchWindow(
  view: PreviewMapView,
  windowMs: number,
  endMs: number,
  deps: FetchSkyDeps,
): Promise<number | undefined> {
  const tiles = viewSliceTiles(viewBox(view, view.width, view.height));
  const names = slicesOf(tiles, hoursUpTo(endMs, Math.min(windowMs, (MOST_HOURS - 1) * HOUR_MS)));
  const times = await Promise.all(
    names.map(({ tile, hourMs }) => fetchSlice(slicePath(tile, hourMs), deps).catch(() => undefined)),
  );
  return times.find((time) => time !== undefined);
}

async function fetchSlice(path: string, deps: FetchSkyDeps): Promise<number | undefined> {
  if (deps.slices.has(path)) return undefined;
  const result = deps.fetch(path, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  deps.slices.set(path, { requestedAtMs: deps.pageMs(), result });
  const response = await result;
  const notifiedMs = Date.parse(response.headers.get('date') ?? '');
  const nowMs = Number.isNaN(notifiedMs) ? undefined : notifiedMs;
  if (response.ok) {
    // The map's program reads the original.
    const decoded = decodeStrikeSlice(new Uint8Array(await response.clone().arrayBuffer()));
    const simulated = response.headers.get('feed-source') === 'simulated';
    if (decoded.ok) deps.onPart({ columns: decoded.slice.columns, nowMs: nowMs ?? deps.deviceMs(), simulated });
  }
  return nowMs;
}
