import { moved } from './drift.ts';
import { gaussian, type Random } from './seededRandom.ts';

/** Where a storm is born, by chance: over heated land or warm water. */
export function birthplace(random: Random, onLand: boolean): { longitude: number; latitude: number } {
  const regions = onLand ? LAND_REGIONS : SEA_REGIONS;
  const region = regions[Math.floor(random() * regions.length)];
  if (!region) throw new RangeError('no storm regions');
  return moved(region, gaussian(random) * region.spreadKm, gaussian(random) * region.spreadKm);
}

/** Centre in degrees, spread in kilometres. */
interface StormRegion {
  readonly name: string;
  readonly longitude: number;
  readonly latitude: number;
  readonly spreadKm: number;
}

/** Heated land: afternoon storms. */
const LAND_REGIONS: readonly StormRegion[] = [
  { name: 'Julian Alps', longitude: 14.4, latitude: 46.2, spreadKm: 60 },
  { name: 'Dinaric Alps', longitude: 17.4, latitude: 44.1, spreadKm: 90 },
  { name: 'Montenegro and northern Albania', longitude: 19.7, latitude: 42.5, spreadKm: 60 },
  { name: 'Pannonian plain', longitude: 19.4, latitude: 46.4, spreadKm: 110 },
  { name: 'Serbia', longitude: 20.9, latitude: 44.1, spreadKm: 80 },
  { name: 'Pindus', longitude: 21.3, latitude: 39.9, spreadKm: 70 },
  { name: 'Vardar valley', longitude: 21.9, latitude: 41.6, spreadKm: 60 },
  { name: 'Transylvania', longitude: 24.2, latitude: 46.3, spreadKm: 100 },
  { name: 'Rhodope and Rila', longitude: 24.0, latitude: 42.1, spreadKm: 80 },
  { name: 'Balkan range', longitude: 25.3, latitude: 42.9, spreadKm: 90 },
  { name: 'Wallachia', longitude: 26.4, latitude: 44.6, spreadKm: 90 },
  { name: 'Thrace', longitude: 27.1, latitude: 41.4, spreadKm: 70 },
];

/** Warm water: storms at night and in the cold season. */
const SEA_REGIONS: readonly StormRegion[] = [
  { name: 'northern Adriatic', longitude: 14.0, latitude: 44.4, spreadKm: 50 },
  { name: 'southern Adriatic', longitude: 17.9, latitude: 42.0, spreadKm: 70 },
  { name: 'Ionian Sea', longitude: 19.4, latitude: 38.2, spreadKm: 90 },
  { name: 'northern Aegean', longitude: 24.8, latitude: 39.8, spreadKm: 70 },
  { name: 'southern Aegean', longitude: 25.3, latitude: 36.8, spreadKm: 80 },
  { name: 'western Black Sea', longitude: 29.3, latitude: 43.2, spreadKm: 80 },
];
