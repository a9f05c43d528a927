import { proxy, ref } from 'valtio';
import { systemClock } from '#shared/Clock.ts';
import { FireBody, FiresBody } from '#shared/fires/bodies.ts';
import { satelliteStateAt } from '#shared/fires/Hotspot.ts';
import { apiPaths, firePath } from '#shared/wire/apiPaths.ts';
import { pollApi } from '#web/kit/http/pollApi.ts';
import { type ApiResult, json, type RequestOptions, requestApi } from '#web/kit/http/requestApi.ts';

/** The server caches its response for as long. */
const EVERY_MS = 60_000;
/** Requested each time: up to 10,000 fires. */
const MOST_PAGES = 5;

interface FiresNow {
  /** Fires in the home area seen in the last 7 days, as last received. With `next` the list is incomplete. */
  reported: FiresBody | undefined;
  requestedMs: number;
  /** The last request failed: the data is from `requestedMs`. */
  failed: boolean;
}

/** The known fires. Empty while nothing follows them, so that no old data is shown. */
export const firesNow = proxy<FiresNow>({ reported: undefined, requestedMs: 0, failed: false });

/**
 * Fetches the list page by page up to a limit; `next` remains if there is more. Never rejects. A fire that is seen
 * again meanwhile is on two pages: the first one counts.
 */
export async function fetchFires(options: RequestOptions): Promise<ApiResult<FiresBody>> {
  const fires = new Map<string, FireBody>();
  let address: string = apiPaths.fires;
  for (let page = 1; ; page += 1) {
    const result = await requestApi(address, json(FiresBody), options);
    if (!result.ok) return result;
    for (const fire of result.value.fires) if (!fires.has(fire.id)) fires.set(fire.id, fire);
    const { next } = result.value;
    if (next === undefined || page === MOST_PAGES) {
      return { ok: true, value: { ...result.value, fires: [...fires.values()] } };
    }
    address = next;
  }
}

/** Polls now and every minute, until the returned function is called. */
export function followFires(): () => void {
  const leave = pollApi(
    EVERY_MS,
    (signal) => fetchFires({ signal }),
    (result) => {
      firesNow.failed = !result.ok;
      if (!result.ok) return;
      firesNow.reported = ref(result.value);
      firesNow.requestedMs = systemClock.now();
    },
  );
  return () => {
    leave();
    firesNow.reported = undefined;
    firesNow.failed = false;
  };
}

/** Requests a fire that the list omits because it was seen too long ago. Never rejects. */
export function fetchFire(id: string, signal: AbortSignal): Promise<ApiResult<FireBody>> {
  return requestApi(firePath(id), json(FireBody), { signal });
}

/**
 * How current the satellite fire data is. `none`: no satellite was ever read. `fresh`: all are current. `part`: some
 * are, or the south is dead. `late`, `dead`: none is; this is the best of them, and an empty list then means nothing.
 */
type DataStatusKind = 'none' | 'fresh' | 'part' | 'late' | 'dead';

export interface FireDataStatus {
  readonly kind: DataStatusKind;
  /** The newest row of all satellites, so nothing was observed later. */
  readonly newestMs: number | undefined;
}

/** The age of each fire data source. `south` is absent if the area there was not requested. */
export type FireSources = Pick<FiresBody, 'sources' | 'south'>;

/** The state at `nowMs`: it ages with the clock, also while the server does not respond. */
export function agedSources({ sources, south }: FireSources, nowMs: number): FireSources {
  const aged = <Source extends { readonly newest: string | null }>(source: Source) => ({
    ...source,
    state: satelliteStateAt(source.newest === null ? undefined : Date.parse(source.newest), nowMs),
  });
  return { sources: sources.map(aged), ...(south ? { south: aged(south) } : {}) };
}

export function fireDataStatus({ sources, south }: FireSources): FireDataStatus {
  const newest = sources.flatMap(({ newest: at }) => (at === null ? [] : [Date.parse(at)]));
  if (newest.length === 0) return { kind: 'none', newestMs: undefined };
  const has = (state: FiresBody['sources'][number]['state']) => sources.some((source) => source.state === state);
  const isFresh = south?.state !== 'dead' && sources.every(({ state }) => state === 'fresh');
  const kind = isFresh ? 'fresh' : has('fresh') ? 'part' : has('late') ? 'late' : 'dead';
  return { kind, newestMs: Math.max(...newest) };
}
