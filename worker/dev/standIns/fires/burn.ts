import type { FireSatellite, Hotspot } from '#shared/fires/Hotspot.ts';
import { HOLDOVER } from '#shared/fires/survival.ts';
import { KM_PER_DEGREE, type Position } from '#shared/geo/geodesy.ts';
import { DEVIATIONS_OF_HALF } from '#shared/lookUp/Ellipse.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time/hourKey.ts';
import { dayStartMs } from '#shared/time/utcDay.ts';
import { between, gaussian, type Random } from '#worker/dev/simulator/sky/seededRandom.ts';

/** Where half of the flashes lie within 2 km of where they are told. */
const STROKE_ERROR_KM = 2 / DEVIATIONS_OF_HALF;
const PIXEL_ERROR_KM = 0.3;
const MOST_PASSES = 4;
/** UTC hours of the passes over home. */
const PASSES: readonly (readonly [hour: number, satellite: FireSatellite])[] = [
  [0.2, 'noaa-21'],
  [1, 'suomi-npp'],
  [8.5, 'modis'],
  [10.4, 'noaa-20'],
  [11.2, 'noaa-21'],
  [12, 'suomi-npp'],
  [19.5, 'modis'],
  [23.4, 'noaa-20'],
];

/** What satellites see of a fire that a flash lit: near where the flash is told, some time later, as Mediterranean fires hold on. */
export function seenOfFlash(flash: Position & { readonly atMs: number }, random: Random): Hotspot[] {
  const { scaleHours, power } = HOLDOVER.mediterranean;
  const heldMs = scaleHours * (-Math.log(1 - random())) ** (1 / power) * HOUR_MS;
  return seenOfFire(strayed(flash, STROKE_ERROR_KM, random), flash.atMs + heldMs, random);
}

/** What they see of a fire that shows itself then: one to four passes, a pixel or two of each. */
export function seenOfFire(place: Position, showsMs: number, random: Random): Hotspot[] {
  const passes = passesAfter(showsMs).slice(0, Math.floor(between(random, 1, MOST_PASSES + 1)));
  return passes.flatMap(({ atMs, satellite }) =>
    Array.from({ length: random() < 0.3 ? 2 : 1 }, (_, index): Hotspot => {
      const { latitude, longitude } = strayed(place, PIXEL_ERROR_KM, random);
      const sides = satellite === 'modis' ? between(random, 1, 2) : between(random, 0.4, 0.7);
      const hour = new Date(atMs).getUTCHours();
      return {
        ...{ satellite, atMs, scanKm: Number(sides.toFixed(2)), trackKm: Number((sides * 0.9).toFixed(2)) },
        latitude: Number(latitude.toFixed(5)),
        longitude: Number((longitude + (index * sides) / KM_PER_DEGREE).toFixed(5)),
        ...{ kelvin4: 340, kelvin11: 295, frpMw: Number(between(random, 1, 30).toFixed(2)) },
        confidence: 'nominal',
        isDay: hour > 4 && hour < 17,
      };
    }),
  );
}

function strayed({ latitude, longitude }: Position, km: number, random: Random): Position {
  const shrink = Math.cos((latitude * Math.PI) / 180);
  return {
    latitude: latitude + (km * gaussian(random)) / KM_PER_DEGREE,
    longitude: longitude + (km * gaussian(random)) / (KM_PER_DEGREE * shrink),
  };
}

/** Of two days. */
function passesAfter(afterMs: number): { atMs: number; satellite: FireSatellite }[] {
  const today = dayStartMs(afterMs);
  return [0, DAY_MS]
    .flatMap((offsetMs) =>
      PASSES.map(([hour, satellite]) => ({
        atMs: Math.floor((today + offsetMs + hour * HOUR_MS) / MINUTE_MS) * MINUTE_MS,
        satellite,
      })),
    )
    .filter(({ atMs }) => atMs > afterMs);
}
