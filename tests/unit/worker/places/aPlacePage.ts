import { HOME_BOX } from '#shared/geo/Areas.ts';
import { placeOfSlug } from '#shared/places/NamedPlaces.ts';
import type { NumberedStrike } from '#shared/strike.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import { type HomeSky, type PackedHead, packHomeSky, unpackHomeSky } from '#worker/places/homeSky.ts';
import type { PlaceCounts } from '#worker/places/placeCounts.ts';

/** 14:00 in Plovdiv. */
export const NOW = Date.UTC(2026, 6, 1, 11);
export const MINUTE_MS = 60_000;

const found = placeOfSlug('plovdiv');
if (!found) throw new Error('Plovdiv has a page');
export const PLOVDIV = found;

/** A strike so many minutes ago, so many kilometres north of Plovdiv. */
export function northOf(minutesAgo: number, km: number): NumberedStrike {
  const id = `s${minutesAgo}/${km}`;
  const { latitude, longitude } = PLOVDIV;
  return { id, ordinal: 1, latitude: latitude + km / 111.2, longitude, atMs: NOW - minutesAgo * MINUTE_MS };
}

export function aSky(parts: Partial<PackedHead> = {}, strikes: readonly NumberedStrike[] = []): HomeSky {
  const feed = { state: 'live', lastSuccessMs: NOW - 4_000 } as const;
  const head = {
    nowMs: NOW,
    simulated: false,
    guards: true,
    primary: null,
    home: HOME_BOX,
    feed,
    unread: [],
    cells: null,
    ...parts,
  };
  return unpackHomeSky(
    packHomeSky(
      head,
      strikes.map((strike, index) => ({ ...strike, ordinal: index + 1 })),
    ),
  );
}

export function someCounts(parts: Partial<PlaceCounts> = {}): PlaceCounts {
  const hours = 15 * 24 + 1;
  const fromMs = NOW - 15 * 24 * HOUR_MS;
  return { fromMs, byHour: Array.from({ length: hours }, () => 0), unread: [], ...parts };
}
