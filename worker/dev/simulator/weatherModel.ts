import { HOME_TOWN } from '#shared/geo/BBox.ts';
import { distanceKm } from '#shared/geo/geodesy.ts';
import { type Random, seededRandom } from '#shared/numbers.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time.ts';
import {
  between,
  centreAt,
  type Drifting,
  driftOf,
  gaussian,
  hash32,
  minuteSource,
  moved,
  poisson,
  remembering,
  type SimulatedSource,
  type SimulatedStrike,
  strikeId,
} from './simulatedSource.ts';
import { birthplace } from './stormModel.ts';

/** One updraught, whose lightning grows and decays. */
interface LightningCell extends Drifting {
  /** Expected flashes per minute at its peak. */
  readonly peakPerMinute: number;
  /** Standard deviation of its flashes along each axis; none lies beyond two. */
  readonly spreadKm: number;
}

const FARTHEST_SPREADS = 2;

/** Fractions of flashes with 1 to 10 strokes, as counted over northern Europe on 3 July 2022. */
const STROKES = [0.556, 0.202, 0.116, 0.06, 0.031, 0.019, 0.008, 0.004, 0.003, 0.001];
/** Time between strokes of one flash: mostly 30 to 150 ms. The whole flash lasts at most a second. */
const STROKE_GAP_MS = [20, 130] as const;
const LONGEST_FLASH_MS = 1_000;
/** Mean and maximum distance of a later stroke from the first. */
const STROKE_APART_KM = 2.2;
const STROKE_FARTHEST_KM = 6;

/** `minute` is in minutes since the epoch. In no particular order. */
function strokesOf(cell: LightningCell, minute: number): SimulatedStrike[] {
  const startMs = minute * MINUTE_MS;
  const age = (startMs + MINUTE_MS / 2 - cell.bornMs) / (cell.diesMs - cell.bornMs);
  if (age <= 0 || age >= 1) return [];
  const random = seededRandom(hash32(cell.key, minute));
  const flashes = poisson(random, cell.peakPerMinute * strengthAt(age) * between(random, 0.3, 1.7));
  const strokes: SimulatedStrike[] = [];
  for (let flash = 0; flash < flashes; flash += 1) {
    const offsetsMs = strokeOffsetsMs(random);
    const atMs = startMs + Math.floor(random() * (MINUTE_MS - (offsetsMs.at(-1) ?? 0)));
    const centre = centreAt(cell, atMs);
    const [eastKm, northKm] = [spread(random) * cell.spreadKm, spread(random) * cell.spreadKm];
    for (const [index, offsetMs] of offsetsMs.entries()) {
      const apartKm = index === 0 ? 0 : Math.min(STROKE_FARTHEST_KM, -STROKE_APART_KM * Math.log(1 - random()));
      const angle = 2 * Math.PI * random();
      const place = moved(centre, eastKm + apartKm * Math.cos(angle), northKm + apartKm * Math.sin(angle));
      strokes.push({
        id: strikeId(atMs + offsetMs, cell.key, minute, strokes.length),
        latitude: Math.round(place.latitude * 1e5) / 1e5,
        longitude: Math.round(place.longitude * 1e5) / 1e5,
        atMs: atMs + offsetMs,
      });
    }
  }
  return strokes;
}

/** 0 to 1 at `age`, a fraction of the cell's life: rises quickly and falls more slowly. */
function strengthAt(age: number): number {
  return Math.sin(Math.PI * age ** 0.75);
}

/** In standard deviations, at most `FARTHEST_SPREADS`. */
function spread(random: Random): number {
  for (;;) {
    const sampled = gaussian(random);
    if (Math.abs(sampled) <= FARTHEST_SPREADS) return sampled;
  }
}

/** Times of a flash's strokes, relative to the first. */
function strokeOffsetsMs(random: Random): number[] {
  const offsetsMs = [0];
  const sampled = random();
  let share = 0;
  for (const each of STROKES) {
    share += each;
    if (sampled < share || offsetsMs.length === STROKES.length) break;
    const nextMs = (offsetsMs.at(-1) ?? 0) + Math.floor(between(random, ...STROKE_GAP_MS));
    offsetsMs.push(Math.min(nextMs, LONGEST_FLASH_MS));
  }
  return offsetsMs;
}

/** A storm, a cluster of storms or a squall line: successive cells at neighbouring places along its front. */
interface StormSystem {
  /** Unsigned 32-bit; seeds everything inside the system. */
  readonly key: number;
  readonly bornMs: number;
  readonly diesMs: number;
  /** Middle of its front at birth, degrees. */
  readonly longitude: number;
  readonly latitude: number;
  /** Radians north of east. */
  readonly heading: number;
  readonly speedKmh: number;
  /** Across the heading. */
  readonly lengthKm: number;
  /** Cells are born up to this far behind the front. */
  readonly depthKm: number;
  /** Distance between neighbouring places at which cells follow each other. */
  readonly betweenKm: number;
  /** Its typical cell: lifetime in minutes, flashes per minute at its peak, and standard deviation of their places. */
  readonly cellMinutes: number;
  readonly peakPerMinute: number;
  readonly spreadKm: number;
}

/** A line's cells are far enough apart for the tracker to distinguish them and to measure their motion correctly. */
const LINE = { depthKm: 5, betweenKm: 19, cellMinutes: 28, spreadKm: 1.9 };

const LIFE_FACTOR = [0.5, 1.5] as const;
const SPREAD_FACTOR = [0.6, 1.4] as const;
const LEAST_CELL_MINUTES = 8;
/** The next cell at a place is born after this fraction of a cell's life: often after a pause. */
const FOLLOWED_AT = [0.7, 1.6] as const;
const FIRST_WITHIN_MS = 12 * MINUTE_MS;
/** A line bends: its ends lag behind its middle by this fraction of its length. */
const BOW = 0.08;
const STRAY_KMH = 6;

/** Every cell of the system, in no particular order. Those in the middle come first. */
function cellsOfSystem(system: StormSystem): LightningCell[] {
  const places = Math.max(1, Math.round(system.lengthKm / system.betweenKm));
  return Array.from({ length: places }, (_, place) => cellsOfPlace(system, place, (place + 0.5) / places - 0.5)).flat();
}

/** `across`: from -0.5 at the right end of the front to 0.5 at its left one. */
function cellsOfPlace(system: StormSystem, place: number, across: number): LightningCell[] {
  const { key, diesMs, heading, speedKmh, lengthKm, depthKm, betweenKm, peakPerMinute } = system;
  const random = seededRandom(hash32(key, place));
  const [aheadEast, aheadNorth] = [Math.cos(heading), Math.sin(heading)];
  const cells: LightningCell[] = [];
  let bornMs = system.bornMs + Math.floor(random() * FIRST_WITHIN_MS * (1 + 4 * Math.abs(across)));
  while (bornMs < diesMs - LEAST_CELL_MINUTES * MINUTE_MS) {
    const lifeMs = Math.min(
      diesMs - bornMs,
      Math.floor(system.cellMinutes * between(random, ...LIFE_FACTOR) * MINUTE_MS),
    );
    const hours = (bornMs - system.bornMs) / HOUR_MS;
    const aheadKm = speedKmh * hours - depthKm * random() - 4 * BOW * lengthKm * across * across;
    const leftKm = across * lengthKm + between(random, -0.14, 0.14) * Math.min(betweenKm, lengthKm);
    const age = (bornMs + lifeMs / 2 - system.bornMs) / (diesMs - system.bornMs);
    cells.push({
      key: hash32(key, place, cells.length),
      bornMs,
      diesMs: bornMs + lifeMs,
      ...moved(system, aheadEast * aheadKm - aheadNorth * leftKm, aheadNorth * aheadKm + aheadEast * leftKm),
      eastKmh: aheadEast * speedKmh + STRAY_KMH * gaussian(random),
      northKmh: aheadNorth * speedKmh + STRAY_KMH * gaussian(random),
      peakPerMinute: peakPerMinute * Math.exp(0.7 * gaussian(random)) * (0.35 + 0.65 * Math.sin(Math.PI * age)),
      spreadKm: system.spreadKm * between(random, ...SPREAD_FACTOR),
    });
    bornMs += Math.floor(lifeMs * between(random, ...FOLLOWED_AT));
  }
  return cells;
}

type DayKind = 'quiet' | 'fair' | 'stormy' | 'great' | 'winter';

type Born = readonly [storms: number, clusters: number, lines: number];

/** Number of systems born on a day, by kind. */
const BORN: Readonly<Record<DayKind, Born>> = {
  quiet: [4, 0, 0],
  fair: [110, 12, 0],
  stormy: [280, 40, 2],
  great: [650, 130, 6],
  winter: [70, 28, 0],
};
/** Systems born together with each line that reaches Sofia. */
const COMPANY: Born = [20, 8, 0];
const FORTNIGHT = 14;
/** Days inside a fortnight, in random order by seed; its first and last days are fair. */
const MIDST: readonly DayKind[] = [
  ...['quiet', 'quiet', 'quiet', 'quiet', 'fair', 'fair', 'fair', 'fair', 'stormy', 'stormy', 'great', 'winter'],
] as DayKind[];
const LAND_HOUR = { middle: 13, spread: 2.2 };
const SEA_HOUR = { middle: 1, spread: 3.2 };

interface Weather {
  /** Direction of the wind that carries storms: radians north of east. */
  readonly heading: number;
  readonly speedKmh: number;
  /** Fraction of storms that are born over warm water. */
  readonly seaShare: number;
  readonly strength: number;
}

/** Systems born on UTC day `day` (days since the epoch); `anchorDay` ends a fortnight. None lives for four hours. */
function systemsOfDay(seed: number, anchorDay: number, day: number): StormSystem[] {
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

/** Some storms and clusters born after `fromMs`, at any hour, so that lightning moves elsewhere too. */
function companyOf(seed: number, fromMs: number, lastsMs: number): StormSystem[] {
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
  const order = MIDST.map((kind, index) => ({ kind, sampled: hash32(seed, 3, fortnight, index) }));
  return order.sort((a, b) => a.sampled - b.sampled)[place - 1]?.kind ?? 'fair';
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

const FIRST_AFTER_MS = 30 * MINUTE_MS;
/** Time between one line and the next. */
const LINE_EVERY_MS = 3 * HOUR_MS;
/** A line has reached Sofia when strokes of its leader fall within this distance. */
const REACHED_KM = 10;
/** One strong cell runs this far ahead of the line, far enough for the tracker to distinguish it. */
const LEADER_AHEAD_KM = 17;
const LEADER_SPREAD_KM = 2;
const BEFORE_MINUTES = [80, 125] as const;
/** The line dies soon after Sofia, so that the all-clear there need not wait until it is far away. */
const AFTER_MS = 48 * MINUTE_MS;
const LEADER_AFTER_MS = 40 * MINUTE_MS;
/** A shower over Sofia that ends long enough before the anchor for an all-clear: a first look sees past lightning. */
const SHOWER_MINUTES = { born: -66, dies: -38 } as const;
const SHOWER_KMH = 35;

/** Squall lines, each behind a leading cell, that reach Sofia every three hours, from half an hour after the anchor. */
function sofiaLines(seed: number, anchorMs: number) {
  return {
    /** The number of the line that dies first after `atMs`; below 0 there is none. */
    numberAt: (atMs: number): number => Math.floor((atMs - anchorMs - FIRST_AFTER_MS - AFTER_MS) / LINE_EVERY_MS) + 1,
    /** `number` from 0 on. */
    cellsOfLine(number: number): LightningCell[] {
      const key = hash32(seed, 4, number);
      const random = seededRandom(key);
      const reachesMs = anchorMs + FIRST_AFTER_MS + number * LINE_EVERY_MS;
      const bornMs = reachesMs - Math.floor(between(random, ...BEFORE_MINUTES) * MINUTE_MS);
      const heading = between(random, -0.5, 0.7);
      const speedKmh = between(random, 50, 60);
      const aheadKm = -REACHED_KM - LEADER_SPREAD_KM - (speedKmh * (reachesMs - bornMs)) / HOUR_MS;
      const asideKm = between(random, -25, 25);
      const [east, north] = [Math.cos(heading), Math.sin(heading)];
      const at = (forthKm: number, leftKm: number) =>
        moved(HOME_TOWN, east * forthKm - north * leftKm, north * forthKm + east * leftKm);
      const leader = {
        key: hash32(key, 0),
        bornMs,
        diesMs: reachesMs + LEADER_AFTER_MS,
        ...at(aheadKm, 0),
        ...driftOf(heading, speedKmh),
        peakPerMinute: between(random, 4, 7),
        spreadKm: LEADER_SPREAD_KM,
      };
      const line = cellsOfSystem({
        key: hash32(key, 1),
        bornMs,
        diesMs: reachesMs + AFTER_MS,
        ...at(aheadKm - LEADER_AHEAD_KM, asideKm),
        heading,
        speedKmh,
        ...LINE,
        lengthKm: between(random, 90, 190),
        peakPerMinute: between(random, 1.8, 3.5),
      });
      return [leader, ...line, ...(number === 0 ? [shower(seed, anchorMs)] : [])];
    },
  };
}

function shower(seed: number, anchorMs: number): LightningCell {
  const key = hash32(seed, 5);
  const heading = between(seededRandom(key), -0.5, 0.7);
  const drift = driftOf(heading, SHOWER_KMH);
  const [bornMs, diesMs] = [anchorMs + SHOWER_MINUTES.born * MINUTE_MS, anchorMs + SHOWER_MINUTES.dies * MINUTE_MS];
  // It passes this place halfway through its life.
  const from = centreAt({ ...HOME_TOWN, ...drift, bornMs: (bornMs + diesMs) / 2 }, bornMs);
  return { key, bornMs, diesMs, ...from, ...drift, peakPerMinute: 2.5, spreadKm: 2.5 };
}

const MAX_CACHED_DAYS = 16;
const MAX_CACHED_LINES = 6;
/** The first line's company is born from this long before the anchor on. */
const COMPANY_BEFORE_MS = 90 * MINUTE_MS;
/** No other storm comes this near to Sofia, from `CLEAR_BEFORE_MS` before the anchor on. */
const CLEARANCE_KM = 75;
const CLEAR_BEFORE_MS = 90 * MINUTE_MS;
const LOOK_EVERY_MS = 5 * MINUTE_MS;

/**
 * Weather as a pure function of seed, anchor and time: however a window is split, it yields the same strikes with the
 * same ids. Natural storms of any fortnight, and from the anchor on lines that reach Sofia, with company elsewhere.
 */
export function weatherModel(seed: number, anchorMs: number): SimulatedSource {
  const anchorDay = Math.floor(anchorMs / DAY_MS);
  const cellsAside = (systems: readonly StormSystem[]) =>
    systems
      .map(cellsOfSystem)
      .filter((cells) => !cells.some((cell) => comesNear(cell, anchorMs - CLEAR_BEFORE_MS)))
      .flat();
  const cellsOn = remembering(MAX_CACHED_DAYS, (day) => cellsAside(systemsOfDay(seed, anchorDay, day)));
  const lines = sofiaLines(seed, anchorMs);
  const cellsWith = remembering(MAX_CACHED_LINES, (number) => {
    if (number < 0) return [];
    const company = companyOf(seed, anchorMs - COMPANY_BEFORE_MS + number * LINE_EVERY_MS, LINE_EVERY_MS);
    return [...lines.cellsOfLine(number), ...cellsAside(company)];
  });
  return minuteSource((minute) => {
    const day = Math.floor((minute * MINUTE_MS) / DAY_MS);
    const number = lines.numberAt(minute * MINUTE_MS);
    const cells = [cellsOn(day - 1), cellsOn(day), cellsWith(number - 1), cellsWith(number), cellsWith(number + 1)];
    return cells.flatMap((each) => each.flatMap((cell) => strokesOf(cell, minute)));
  });
}

function comesNear(cell: LightningCell, fromMs: number): boolean {
  for (let atMs = Math.max(cell.bornMs, fromMs); atMs < cell.diesMs; atMs += LOOK_EVERY_MS) {
    if (distanceKm(centreAt(cell, atMs), HOME_TOWN) < CLEARANCE_KM) return true;
  }
  return false;
}
