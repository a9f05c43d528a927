import { proxy, ref } from 'valtio';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { CrossCheckFlashes } from '#shared/wire/FeedEvent.ts';
import { ask, json } from '#web/kit/http/ask.ts';
import { pollApi } from '#web/kit/http/pollApi.ts';

/** A file arrives every ten minutes. */
const EVERY_MS = 60_000;
/** The time span that the server returns. */
const SHOWN_MS = 30 * 60_000;

interface ToldFlashes {
  /** As in `CrossCheckFlashes`. */
  readonly flashes: readonly (readonly [latitude: number, longitude: number, atMs: number])[];
}

/** The flashes for the layer and the legend. Empty while nothing follows them, so that no old data is shown. */
export const satelliteFlashes = proxy<{ told: CrossCheckFlashes | undefined; failed: boolean }>({
  told: undefined,
  failed: false,
});

/** Polls now and every minute, until the returned function is called. */
export function followSatellite(): () => void {
  const leave = pollApi(
    EVERY_MS,
    (signal) => ask(apiPaths.crossCheckFlashes, json(CrossCheckFlashes), { signal }),
    (asked) => {
      satelliteFlashes.failed = !asked.ok;
      satelliteFlashes.told = asked.ok ? ref(asked.value) : undefined;
    },
  );
  return () => {
    leave();
    satelliteFlashes.told = undefined;
    satelliteFlashes.failed = false;
  };
}

/** GeoJSON points. `age`: from 0 for now to 1 for half an hour. */
export function flashFeatures({ flashes }: ToldFlashes, nowMs: number) {
  return {
    type: 'FeatureCollection' as const,
    features: flashes.map(([latitude, longitude, atMs]) => ({
      type: 'Feature' as const,
      properties: { age: Math.min(1, Math.max(0, (nowMs - atMs) / SHOWN_MS)) },
      geometry: { type: 'Point' as const, coordinates: [longitude, latitude] },
    })),
  };
}
