import { seededRandom } from '#shared/numbers.ts';
import type { NumberedStrike } from '#shared/strike.ts';
import { isoMillis } from '#shared/time.ts';
import { gaussian, hash32 } from '#worker/dev/simulator/simulatedSource.ts';

const CELLS = 12;
const DRIFT_DEGREES_PER_HOUR = 0.5;
const CELL_RADIUS_DEGREES = 0.15;

function hexId(seed: number, ordinal: number): string {
  return [0, 1, 2].map((part) => hash32(seed, ordinal, part).toString(16).padStart(8, '0')).join('');
}

const rounded = (degrees: number) => Math.round(degrees * 1e5) / 1e5;

/**
 * `count` strikes of twelve drifting storm cells over the Balkans, evenly spread over `spanMs` up to `endMs`, numbered
 * in order of time; five decimals and random 24-digit ids, as the provider sends them.
 */
export function stormStrikes(count: number, endMs: number, spanMs: number, seed = 1): NumberedStrike[] {
  const random = seededRandom(seed);
  const cells = Array.from({ length: CELLS }, () => ({
    latitude: 37 + random() * 9,
    longitude: 15 + random() * 13,
    heading: random() * 2 * Math.PI,
  }));
  return Array.from({ length: count }, (_, index) => {
    const atMs = Math.round(endMs - spanMs + ((index + random()) / count) * spanMs);
    const cell = cells[Math.floor(random() * CELLS)] ?? { latitude: 42, longitude: 22, heading: 0 };
    const drift = (DRIFT_DEGREES_PER_HOUR * ((atMs - endMs + spanMs) / 3_600_000)) % 4;
    return {
      id: hexId(seed, index + 1),
      ordinal: index + 1,
      latitude: rounded(cell.latitude + Math.sin(cell.heading) * drift + gaussian(random) * CELL_RADIUS_DEGREES),
      longitude: rounded(cell.longitude + Math.cos(cell.heading) * drift + gaussian(random) * CELL_RADIUS_DEGREES),
      atMs,
    };
  });
}

/** An event as the provider sends it. */
export interface ProviderEvent {
  readonly id: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly timestamp: string;
  readonly event_type: string;
}

export function asProviderEvents(strikes: readonly NumberedStrike[]): ProviderEvent[] {
  return strikes.map(({ id, latitude, longitude, atMs }) => ({
    id,
    latitude,
    longitude,
    timestamp: isoMillis(atMs),
    event_type: 'strike_cloud_to_ground',
  }));
}
