import { useCallback, useEffect, useRef, useState } from 'react';
import { systemClock } from '#shared/Clock.ts';
import type { AreaView, DeliveryView, WatchlistView } from '#shared/watch/bodies.ts';
import type { ApiError } from '#web/kit/http/requestApi.ts';
import type { EvaluatedArea } from '#web/tools/watch/worstLevel.ts';
import { callWatchlist } from './deviceWatchlists.ts';
import type { LogLine } from './logLines.ts';

interface ReadWatchlist {
  readonly state: WatchlistView | null;
  /** When `state` was loaded, on this device's clock. */
  readonly readAtMs: number | null;
}

/** An older state is ignored. */
export const UNREACHED_AFTER_MS = 120_000;

const NOTHING: EvaluatedArea = {
  level: 'clear',
  dataStatus: 'unknown',
  countdown: null,
  lastMs: [null, null, null],
  watermarkMs: null,
  frontier: [],
};

/** The server's result at `nowMs` on this device's clock; unknown if older than two minutes. */
export function serverEvaluated(area: AreaView | undefined, readAtMs: number | null, nowMs: number): EvaluatedArea {
  if (!area || readAtMs === null) return NOTHING;
  const { level, phase, allClearNotBefore, completeTo, nearest, newest } = area;
  const isUnreached = nowMs - readAtMs > UNREACHED_AFTER_MS;
  const near = [nearest, newest].filter((strike) => strike !== undefined);
  return {
    ...NOTHING,
    level,
    dataStatus: isUnreached || area.unknown ? 'unknown' : area.delayed ? 'delayed' : 'seen',
    countdown:
      phase && allClearNotBefore !== undefined
        ? { stopNotBeforeMs: null, allClearNotBeforeMs: allClearNotBefore }
        : null,
    watermarkMs: completeTo,
    frontier: near
      .filter(({ ordinal }, index) => index === 0 || ordinal !== near[0]?.ordinal)
      .map(({ ordinal, timestampMs, distanceKm, bearingDeg }) => ({
        ordinal,
        atMs: timestampMs,
        km: distanceKm,
        bearing: bearingDeg,
      })),
  };
}

const POLL_MS = 10_000;

export interface FollowedWatchlist extends ReadWatchlist {
  readonly refusal: ApiError | null;
  readonly refresh: () => void;
}

/** Polls the watchlist's state every 10 s while the component is mounted, also while the page is hidden. */
export function useWatchlist(id: string, key: string): FollowedWatchlist {
  const [read, setRead] = useState<ReadWatchlist & { readonly refusal: ApiError | null }>({
    state: null,
    readAtMs: null,
    refusal: null,
  });
  const again = useRef<() => void>(() => undefined);
  useEffect(() => {
    let isRequested = true;
    let reading = 0;
    let handle: ReturnType<typeof setTimeout> | undefined;
    const step = async () => {
      clearTimeout(handle);
      reading += 1;
      const own = reading;
      const called = await callWatchlist<WatchlistView>(`/${id}/state`, { key });
      if (!isRequested || own !== reading) return;
      if (called.ok) setRead({ state: called.value, readAtMs: systemClock.now(), refusal: null });
      else setRead((before) => ({ ...before, refusal: called }));
      handle = setTimeout(step, POLL_MS);
    };
    again.current = () => void step();
    void step();
    return () => {
      isRequested = false;
      clearTimeout(handle);
    };
  }, [id, key]);
  const refresh = useCallback(() => again.current(), []);
  return { ...read, refresh };
}

/** A few more lines than are shown. */
const NEWEST = 20;

export interface ReadLog {
  /** Oldest first. */
  readonly lines: readonly LogLine[];
  /** Older lines that were dropped, and when the last of them was written; absent if there are none. */
  readonly pruned?: { readonly lines: number; readonly untilMs: number };
}

const NOTHING_READ: ReadLog = { lines: [] };

/** Reloaded whenever `version` changes. */
export function useLog(path: string, key: string, version: string): ReadLog {
  const [log, setLog] = useState(NOTHING_READ);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version has other lines
  useEffect(() => {
    let isRequested = true;
    callWatchlist<ReadLog>(`${path}/log?newest=${NEWEST}`, { key }).then((called) => {
      if (isRequested && called.ok) setLog(called.value);
    });
    return () => {
      isRequested = false;
    };
  }, [path, key, version]);
  return log;
}

const NONE: readonly DeliveryView[] = [];

/** For the owner; reloaded whenever `version` changes. */
export function useDeliveries(
  watchlistId: string,
  ownerKey: string | undefined,
  version: string,
): readonly DeliveryView[] {
  const [deliveries, setDeliveries] = useState(NONE);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version has other deliveries
  useEffect(() => {
    if (ownerKey === undefined) return;
    let isRequested = true;
    const read = callWatchlist<{ readonly deliveries: readonly DeliveryView[] }>(`/${watchlistId}/deliveries`, {
      key: ownerKey,
    });
    read.then((called) => {
      if (isRequested && called.ok) setDeliveries(called.value.deliveries);
    });
    return () => {
      isRequested = false;
    };
  }, [watchlistId, ownerKey, version]);
  return deliveries;
}
