import { proxy, ref } from 'valtio';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { CrossCheckFlashes } from '#shared/wire/CrossCheckBody.ts';
import { ask, json } from '#web/kit/http/ask.ts';
import { pollApi } from '#web/kit/http/pollApi.ts';

/** A file comes every ten minutes. */
const EVERY_MS = 60_000;
/** As far back as they are told. */
const SHOWN_MS = 30 * 60_000;

interface ToldFlashes {
  /** As in `CrossCheckFlashes`. */
  readonly flashes: readonly (readonly [latitude: number, longitude: number, atMs: number])[];
}

/** What the layer shows and the legend speaks of. Empty while nobody follows, so that nothing old is shown. */
export const satelliteFlashes = proxy<{ told: CrossCheckFlashes | undefined; failed: boolean }>({
  told: undefined,
  failed: false,
});

/** Asks now and every minute, until the returned function is called. */
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

/** Points of GeoJSON. `age`: from 0 for now to 1 for half an hour. */
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
