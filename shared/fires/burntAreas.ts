import { distanceFrom } from '#shared/geo/shape/distanceFrom.ts';
import { boxAroundShape, type Corner } from '#shared/geo/shape/Shape.ts';
import { DAY_MS } from '#shared/time/hourKey.ts';
import type { Fire } from './gatherFires.ts';
import type { Hotspot } from './Hotspot.ts';

/** An area that people saw burnt. */
export interface BurntArea {
  readonly id: string;
  /** When it is said to have burnt, and when it was last drawn. */
  readonly burntMs: number;
  readonly updatedMs: number;
  /** Outer rings, closed. */
  readonly rings: readonly (readonly Corner[])[];
}

/** The date of a burnt area may be off by so much. */
const SLACK_MS = 2 * DAY_MS;
/** No pixel reaches further from its middle. */
const REACH_KM = 2.5;

/**
 * Which burnt area each fire lies in: a pixel of it touches the area, and it was seen from two days before the area burnt until
 * it was last drawn. So a place that glows for weeks is confirmed only by what burnt there meanwhile.
 * @returns ids of areas by those of fires
 */
export function confirmedFires(fires: readonly Fire[], areas: readonly BurntArea[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const { id, burntMs, updatedMs, rings } of areas) {
    const seen = fires.filter(
      ({ firstSeenMs, lastSeenMs }) => lastSeenMs >= burntMs - SLACK_MS && firstSeenMs <= updatedMs,
    );
    if (seen.length === 0) continue;
    const touches = rings.map(touchesRing);
    for (const fire of seen) {
      if (fire.hotspots.some((pixel) => touches.some((touch) => touch(pixel)))) found.set(fire.id, id);
    }
  }
  return found;
}

function touchesRing(ring: readonly Corner[]): (pixel: Hotspot) => boolean {
  const shape = { type: 'Polygon', coordinates: [ring] } as const;
  const { west, south, east, north } = boxAroundShape(shape, REACH_KM);
  const kmFrom = distanceFrom(shape);
  return (pixel) => {
    const { longitude, latitude, scanKm, trackKm } = pixel;
    if (longitude < west || longitude > east || latitude < south || latitude > north) return false;
    return kmFrom(pixel) <= Math.min(scanKm, trackKm) / 2;
  };
}
