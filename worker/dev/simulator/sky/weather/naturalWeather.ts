import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time/hourKey.ts';
import { between, gaussian, hash32, type Random, seededRandom } from '../seededRandom.ts';
import { birthplace } from '../stormRegions.ts';
import { LINE, type StormSystem } from './StormSystem.ts';

type DayKind = 'quiet' | 'fair' | 'stormy' | 'great' | 'winter';

type Born = readonly [storms: number, clusters: number, lines: number];

/** What is born on a day. */
const BORN: Readonly<Record<DayKind, Born>> = {
  quiet: [4, 0, 0],
  fair: [110, 12, 0],
  stormy: [280, 40, 2],
  great: [650, 130, 6],
  winter: [70, 28, 0],
};
/** What is born beside each line that reaches Sofia. */
const COMPANY: Born = [20, 8, 0];
const FORTNIGHT = 14;
/** In the midst of a fortnight, in an order that the seed draws; it begins and ends with a fair day. */
const MIDST: readonly DayKind[] = [
  ...['quiet', 'quiet', 'quiet', 'quiet', 'fair', 'fair', 'fair', 'fair', 'stormy', 'stormy', 'great', 'winter'],
] as DayKind[];
const LAND_HOUR = { middle: 13, spread: 2.2 };
const SEA_HOUR = { middle: 1, spread: 3.2 };

interface Weather {
  /** Of the wind that carries storms: radians north of east. */
  readonly heading: number;
  readonly speedKmh: number;
  /** Of storms that are born over warm water. */
  readonly seaShare: number;
  readonly strength: number;
}

/** What is born on UTC day `day` (days since the epoch); `anchorDay` ends a fortnight. None lives for four hours. */
export function systemsOfDay(seed: number, anchorDay: number, day: number): StormSystem[] {
  const kind = kindOfDay(seed, anchorDay, day);
  const weather = weatherOf(seededRandom(hash32(seed, 1, day)), kind, day);
  return shapesOf(BORN[kind]).map((shapeOf, index) =>
    systemOf(hash32(seed, 2, day, index), weather, shapeOf, (random, onLand) => {
      const { middle, spread } = onLand ? LAND_HOUR : SEA_HOUR;
      const hour = (middle + spread * gaussian(random) + 48) % 24;
      return day * DAY_MS + Math.floor(hour * HOUR_MS);
    }),
  );
}

/** At whatever hour, so that lightning moves elsewhere too: some storms and clusters born in the time after `fromMs`. */
export function companyOf(seed: number, fromMs: number, lastsMs: number): StormSystem[] {
  const weather = weatherOf(seededRandom(hash32(seed, 5, fromMs)), 'fair', Math.floor(fromMs / DAY_MS));
  return shapesOf(COMPANY).map((shapeOf, index) =>
    systemOf(hash32(seed, 6, fromMs, index), weather, shapeOf, (random) => fromMs + Math.floor(random() * lastsMs)),
  );
}

function weatherOf(random: Random, kind: DayKind, day: number): Weather {
  const summer = 0.5 + 0.5 * Math.cos((2 * Math.PI * ((day % 365.2425) - 196)) / 365.2425);
  const isWinter = kind === 'winter';
  return {
    heading: 0.4 + 0.5 * gaussian(random),
    speedKmh: isWinter ? between(random, 60, 75) : between(random, 33, 52),
    seaShare: isWinter ? 0.95 : 0.5 - 0.25 * summer,
    strength: isWinter ? 0.35 : 1,
  };
}

type ShapeOf = (random: Random) => Shape;

function systemOf(
  key: number,
  weather: Weather,
  shapeOf: ShapeOf,
  bornAt: (random: Random, onLand: boolean) => number,
): StormSystem {
  const random = seededRandom(key);
  const onLand = random() >= weather.seaShare;
  const { minutes, ...shape } = shapeOf(random);
  const bornMs = bornAt(random, onLand);
  return {
    key,
    bornMs,
    diesMs: bornMs + Math.floor(minutes * MINUTE_MS),
    ...birthplace(random, onLand),
    heading: weather.heading + 0.2 * gaussian(random),
    speedKmh: weather.speedKmh * between(random, 0.75, 1.2),
    ...shape,
    peakPerMinute: shape.peakPerMinute * weather.strength,
  };
}

function kindOfDay(seed: number, anchorDay: number, day: number): DayKind {
  const past = anchorDay - day;
  const place = ((past % FORTNIGHT) + FORTNIGHT) % FORTNIGHT;
  if (place === 0 || place === FORTNIGHT - 1) return 'fair';
  const fortnight = Math.floor(past / FORTNIGHT);
  const order = MIDST.map((kind, index) => ({ kind, drawn: hash32(seed, 3, fortnight, index) }));
  return order.sort((a, b) => a.drawn - b.drawn)[place - 1]?.kind ?? 'fair';
}

type Shape = { readonly minutes: number } & Omit<
  StormSystem,
  'key' | 'bornMs' | 'diesMs' | 'longitude' | 'latitude' | 'heading' | 'speedKmh'
>;

const shapesOf = ([storms, clusters, lines]: Born): ShapeOf[] => [
  ...repeated(storms, storm),
  ...repeated(clusters, cluster),
  ...repeated(lines, line),
];

const repeated = (count: number, shapeOf: ShapeOf) => Array.from({ length: count }, () => shapeOf);

const storm = (random: Random): Shape => ({
  minutes: between(random, 10, 45),
  lengthKm: 8,
  depthKm: 8,
  betweenKm: 8,
  cellMinutes: 17,
  peakPerMinute: 0.5 * Math.exp(0.8 * gaussian(random)),
  spreadKm: 2.4,
});

const cluster = (random: Random): Shape => ({
  minutes: between(random, 50, 150),
  lengthKm: between(random, 25, 60),
  depthKm: 22,
  betweenKm: 13,
  cellMinutes: 18,
  peakPerMinute: 1.1 * Math.exp(0.6 * gaussian(random)),
  spreadKm: 2.8,
});

const line = (random: Random): Shape => ({
  ...LINE,
  minutes: between(random, 110, 180),
  lengthKm: between(random, 90, 200),
  peakPerMinute: between(random, 2, 4),
});
