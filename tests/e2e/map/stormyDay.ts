import { KM_PER_DEGREE, type Position } from '#shared/geo/geodesy.ts';
import { AS_FITTED } from '#shared/nowcast/chanceOf.ts';
import { createNowcast } from '#shared/nowcast/createNowcast.ts';
import { seededRandom } from '#shared/numbers.ts';
import type { NumberedStrike } from '#shared/strike.ts';
import { type CellsEvent, encodeCells } from '#shared/wire/cellsEvent.ts';

const MINUTE_MS = 60_000;
const MINUTES = 40;
const HOME_CENTRE = { latitude: 42.5, longitude: 22.5 };

/** A storm at its place 40 minutes ago. */
interface Storm extends Position {
  readonly eastKmH: number;
  readonly northKmH: number;
  readonly spreadKm: number;
  /** How many strikes fall in a minute, counted from the first. */
  readonly rate: (minute: number) => number;
}

const STORMS: readonly Storm[] = [
  { latitude: 42.25, longitude: 22.6, eastKmH: 42, northKmH: 24, spreadKm: 6, rate: () => 5 },
  { latitude: 42.15, longitude: 24.9, eastKmH: 4, northKmH: 2, spreadKm: 8, rate: (minute) => (minute > 34 ? 9 : 2) },
  {
    latitude: 43.45,
    longitude: 23.2,
    eastKmH: 36,
    northKmH: -18,
    spreadKm: 5,
    rate: (minute) => (minute > 35 ? 1 : 5),
  },
  { latitude: 41.35, longitude: 23.4, eastKmH: -30, northKmH: 28, spreadKm: 5, rate: () => 3 },
  { latitude: 43.1, longitude: 26.4, eastKmH: 55, northKmH: 8, spreadKm: 9, rate: () => 8 },
];

/** Five storms over Bulgaria as strikes of the last 40 minutes, and the cells that the nowcast makes of them. */
export function stormyDay(nowMs: number): { readonly strikes: NumberedStrike[]; readonly cells: CellsEvent } {
  const atMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
  const random = seededRandom(7);
  const nowcast = createNowcast(HOME_CENTRE);
  const strikes: NumberedStrike[] = [];
  for (let minute = 0; minute < MINUTES; minute += 1) {
    const toMs = atMs - (MINUTES - 1 - minute) * MINUTE_MS;
    const fallen = STORMS.flatMap((storm) =>
      Array.from({ length: storm.rate(minute) }, () => strikeOf(storm, minute, toMs - random() * MINUTE_MS, random)),
    );
    for (const strike of fallen) strikes.push({ ...strike, id: `s${strikes.length}`, ordinal: strikes.length + 1 });
    nowcast.tick(toMs, fallen);
  }
  return { strikes, cells: encodeCells({ atMs, cells: nowcast.reports(), odds: AS_FITTED }) };
}

function strikeOf(
  { latitude, longitude, eastKmH, northKmH, spreadKm }: Storm,
  minute: number,
  atMs: number,
  random: () => number,
) {
  const off = () => (random() + random() + random() - 1.5) * spreadKm;
  const north = (northKmH * minute) / 60 + off();
  const east = (eastKmH * minute) / 60 + off();
  return {
    latitude: latitude + north / KM_PER_DEGREE,
    longitude: longitude + east / (KM_PER_DEGREE * Math.cos((latitude * Math.PI) / 180)),
    atMs: Math.round(atMs),
  };
}
