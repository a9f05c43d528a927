import type { Stroke } from '#shared/nowcast/cells/FlashWindow.ts';
import { createPlane } from '#shared/nowcast/cells/plane.ts';
import { seededRandom } from '#worker/dev/simulator/sky/seededRandom.ts';

const MINUTE_MS = 60_000;

/** A sky of storms that move on: where each begins and goes is drawn once, from the seed. */
export interface StormSky {
  readonly centre: { readonly latitude: number; readonly longitude: number };
  /** The flashes of one minute, single strokes, in order of time. */
  minute(index: number): Stroke[];
}

/** `cells` storms of about `radiusKm`, each with its share of `flashesPerMinute`, over an area of 1,000 by 800 km. */
export function stormSky(cells: number, flashesPerMinute: number, radiusKm: number): StormSky {
  const random = seededRandom(7);
  const centre = { latitude: 42, longitude: 22 };
  const plane = createPlane(centre);
  const storms = Array.from({ length: cells }, () => ({
    xKm: (random() - 0.5) * 1_000,
    yKm: (random() - 0.5) * 800,
    vx: random() * 0.9,
    vy: (random() - 0.5) * 0.6,
  }));
  return {
    centre,
    minute(index) {
      const strokes = Array.from({ length: flashesPerMinute }, (_, n) => {
        const storm = storms[n % storms.length];
        const at = index + random();
        const angle = random() * 2 * Math.PI;
        const away = radiusKm * Math.sqrt(random());
        const xKm = (storm?.xKm ?? 0) + (storm?.vx ?? 0) * at + away * Math.cos(angle);
        const yKm = (storm?.yKm ?? 0) + (storm?.vy ?? 0) * at + away * Math.sin(angle);
        return { ...plane.toDegrees({ xKm, yKm }), atMs: Math.round(at * MINUTE_MS) };
      });
      return strokes.sort((a, b) => a.atMs - b.atMs);
    },
  };
}
