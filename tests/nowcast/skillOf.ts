import { PLACE_RADIUS_KM } from '#shared/limits.ts';
import { type ForecastResult, resultAt } from '#shared/nowcast/arrivalAt.ts';
import type { Stroke } from '#shared/nowcast/CellTracker.ts';
import { AS_FITTED, chanceOf, chanceTerms, logOddsOf } from '#shared/nowcast/chanceOf.ts';
import { createNowcast } from '#shared/nowcast/createNowcast.ts';
import { type AdvectedFlash, FRESH_MS } from '#shared/nowcast/FlashField.ts';
import { type ChanceSums, chanceSkill, chanceSumsOf } from '#shared/nowcast/grades.ts';
import { PendingPositions, type PositionOutcome } from '#shared/nowcast/pendingForecasts.ts';
import { createPlane, type PlanePoint, type StormCell } from '#shared/nowcast/StormCell.ts';
import { seededRandom } from '#shared/numbers.ts';
import { percentile } from '#tests/load/percentile.ts';
import type { Table } from '#tests/report/RunResult.ts';
import { middleAfter, strayKm } from '#web/map/stormCells/CellList.tsx';
import type { Recording } from '#worker/dev/simulator/simulatedSource.ts';

const MINUTE_MS = 60_000;

/** A sky of storms that move on: where each begins and goes is drawn once, from the seed. */
interface StormSky {
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

const REQUEST_EVERY_MINUTES = 5;
const WARM_UP_MINUTES = 30;
const OUTCOME_MINUTES = 90;
const SPACING_KM = 10;
const QUIET_MINUTES = 10;
const FAR_KM = 80;
/** A field of view narrower than this cuts cells at its edges: places near them are left out. */
const SMALL_FIELD_KM = 300;
const EDGE_KM = 15;

/** What was said of a place that had been quiet for ten minutes, and what followed. */
interface QuietPlace {
  readonly minute: number;
  /** To the nearest strike of the last ten minutes, as it fell. */
  readonly nearestKm: number;
  readonly terms: readonly number[];
  /** The same with every cell left where it is. */
  readonly stillTerms: readonly number[];
  readonly result: ForecastResult;
  /** Until the first strike within 10 km; infinite if none came. */
  readonly waitMinutes: number;
}

interface Played {
  readonly quietPlaces: readonly QuietPlace[];
  /** The cells of each minute. */
  readonly minutes: ReadonlyMap<number, readonly StormCell[]>;
  readonly tickMs: readonly number[];
  readonly isSmallField: boolean;
}

/** Feeds a recording to a nowcast minute by minute, and asks it about a grid of places 10 km apart every five minutes. */
export function playRecording({ offsetsMs, latitudes, longitudes }: Recording): Played {
  const centre = { latitude: middleOf(latitudes), longitude: middleOf(longitudes) };
  const plane = createPlane(centre);
  const points = Array.from(offsetsMs, (atMs, i) => ({
    ...plane.toKm({ latitude: latitudes[i] ?? 0, longitude: longitudes[i] ?? 0 }),
    atMs,
  }));
  const [west, east] = extent(points.map(({ xKm }) => xKm));
  const [south, north] = extent(points.map(({ yKm }) => yKm));
  const isSmallField = east - west < SMALL_FIELD_KM;
  const inset = isSmallField ? EDGE_KM : 0;
  const places: PlanePoint[] = [];
  for (let xKm = west + inset; xKm <= east - inset; xKm += SPACING_KM) {
    for (let yKm = south + inset; yKm <= north - inset; yKm += SPACING_KM) places.push({ xKm, yKm });
  }
  const hits = new HitTimes(points, PLACE_RADIUS_KM);
  const hitsOf = places.map((place) => hits.near(place));

  const nowcast = createNowcast(centre);
  const minutes = new Map<number, readonly StormCell[]>();
  const quietPlaces: QuietPlace[] = [];
  const tickMs: number[] = [];
  const firstMinute = Math.floor((offsetsMs[0] ?? 0) / MINUTE_MS);
  const lastMinute = Math.ceil((offsetsMs.at(-1) ?? 0) / MINUTE_MS);
  let [next, oldest] = [0, 0];
  for (let minute = firstMinute + 1; minute <= lastMinute; minute += 1) {
    const nowMs = minute * MINUTE_MS;
    const strikes = [];
    for (; next < points.length && (offsetsMs[next] ?? 0) < nowMs; next += 1) {
      strikes.push({ atMs: offsetsMs[next] ?? 0, latitude: latitudes[next] ?? 0, longitude: longitudes[next] ?? 0 });
    }
    const beganMs = performance.now();
    nowcast.tick(nowMs, strikes);
    tickMs.push(performance.now() - beganMs);
    minutes.set(minute, nowcast.storms());
    while ((points[oldest]?.atMs ?? nowMs) < nowMs - QUIET_MINUTES * MINUTE_MS) oldest += 1;
    const isRequested = minute >= firstMinute + WARM_UP_MINUTES && minute <= lastMinute - OUTCOME_MINUTES;
    if (minute % REQUEST_EVERY_MINUTES !== 0 || !isRequested || oldest === next) continue;
    const recent = points.slice(oldest, next);
    const carried = nowcast.carried();
    const still = recent.map(({ xKm, yKm, atMs }) => stillFlash(xKm, yKm, nowMs - atMs));
    places.forEach((place, index) => {
      const nearestKm = recent.reduce(
        (least, { xKm, yKm }) => Math.min(least, Math.hypot(xKm - place.xKm, yKm - place.yKm)),
        Number.POSITIVE_INFINITY,
      );
      if (nearestKm <= PLACE_RADIUS_KM || nearestKm > FAR_KM) return;
      const hitMs = hitsOf[index]?.find((atMs) => atMs >= nowMs) ?? Number.POSITIVE_INFINITY;
      quietPlaces.push({
        minute,
        nearestKm,
        terms: chanceTerms(place, carried) ?? [],
        stillTerms: chanceTerms(place, still) ?? [],
        result: resultAt(place, carried, nowcast.storms(), nowcast.calibration()),
        waitMinutes: (hitMs - nowMs) / MINUTE_MS,
      });
    });
  }
  return { quietPlaces, minutes, tickMs, isSmallField };
}

function stillFlash(xKm: number, yKm: number, ageMs: number): AdvectedFlash {
  return { xKm, yKm, vx: 0, vy: 0, cell: 0, ageMs, count: 1, fresh: Number(ageMs <= FRESH_MS) };
}

function extent(values: Iterable<number>): [number, number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return [least, most];
}

function middleOf(values: Iterable<number>): number {
  const [least, most] = extent(values);
  return (least + most) / 2;
}

const COLUMNS = 65_536;

/** Strikes in fields as wide as the radius, to find those near a place without looking at all of them. */
class HitTimes {
  private readonly fields = new Map<number, (PlanePoint & { readonly atMs: number })[]>();
  private readonly radiusKm: number;

  constructor(strikes: readonly (PlanePoint & { readonly atMs: number })[], radiusKm: number) {
    this.radiusKm = radiusKm;
    for (const strike of strikes) {
      const field = this.fieldOf(strike.xKm, strike.yKm);
      const held = this.fields.get(field);
      if (held) held.push(strike);
      else this.fields.set(field, [strike]);
    }
  }

  /** When strikes fell within the radius of a place, in order. */
  near({ xKm, yKm }: PlanePoint): number[] {
    const { radiusKm } = this;
    const steps = [-radiusKm, 0, radiusKm];
    return steps
      .flatMap((dx) => steps.flatMap((dy) => this.fields.get(this.fieldOf(xKm + dx, yKm + dy)) ?? []))
      .filter((strike) => Math.hypot(strike.xKm - xKm, strike.yKm - yKm) <= radiusKm)
      .map(({ atMs }) => atMs)
      .sort((a, b) => a - b);
  }

  private fieldOf(xKm: number, yKm: number): number {
    return Math.floor(xKm / this.radiusKm) * COLUMNS + Math.floor(yKm / this.radiusKm);
  }
}

const NEAR_KM = 40;
/** Of a small field of view one asks only that the forecast does no harm. */
const POSITION_GOAL = { small: 1.15, usual: 0.7 };
const LEAST_POSITIONS = 20;

/** Lines of shares of one, by shares of one. */
export interface Plot {
  readonly title: string;
  readonly xUnit: string;
  readonly yUnit: string;
  readonly lines: readonly { readonly name: string; readonly points: readonly (readonly [number, number])[] }[];
}

interface Skill {
  readonly table: Table;
  readonly reliability: Table;
  readonly plot: Plot;
  readonly pass: boolean;
}

type Row = readonly [name: string, value: string, rival: string, goal: string, verdict: string];

/** The figures of a played recording, compared with cells left in place and with the distance alone. */
export function skillOf(name: string, played: Played): Skill {
  const within30 = sumsWithin(played.quietPlaces, 30, 'terms');
  const within60 = sumsWithin(played.quietPlaces, 60, 'terms');
  const rows = [
    ...chanceRows(30, within30, sumsWithin(played.quietPlaces, 30, 'stillTerms')),
    ...chanceRows(60, within60, sumsWithin(played.quietPlaces, 60, 'stillTerms')),
    ...arrivalRows(played),
    ...positionRows(played),
    ...coneRows(played),
    tickRow(played),
  ];
  return {
    table: {
      title: `${name}: ${played.quietPlaces.length} answers at places 10 km apart that had been quiet for 10 min`,
      columns: ['figure', 'nowcast', 'rival', 'goal', ''],
      rows,
    },
    reliability: reliabilityTable(within30, within60),
    plot: reliabilityPlot(within30, within60),
    pass: rows.every(([, , , , verdict]) => verdict !== 'MISS'),
  };
}

function sumsWithin(quietPlaces: readonly QuietPlace[], minutes: 30 | 60, which: 'terms' | 'stillTerms'): ChanceSums {
  const [field, index] = minutes === 30 ? (['p30', 0] as const) : (['p60', 1] as const);
  return chanceSumsOf(
    quietPlaces.map((one) => {
      const logOdds = logOddsOf(one[which]);
      const forecast = which === 'terms' ? one.result : chanceOf(logOdds, AS_FITTED);
      return {
        forecast: forecast[field],
        odds: logOdds[index] ?? 0,
        nearestKm: one.nearestKm,
        hit: one.waitMinutes <= minutes,
      };
    }),
  );
}

function chanceRows(minutes: number, sums: ChanceSums, still: ChanceSums): Row[] {
  const own = chanceSkill(sums);
  const left = chanceSkill(still);
  const base = (sums.hits / sums.cases).toFixed(3);
  const gap = own.worstGap ?? 0;
  return [
    row(`within ${minutes} min: skill over the base rate ${base}`, own.overBaseRate, left.overBaseRate, '≥ 0.10', 0.1),
    row(`within ${minutes} min: skill over distance alone`, own.overDistance, left.overDistance, '≥ 0', 0),
    row(`within ${minutes} min: widest gap, bins of 300 or more`, -gap, -(left.worstGap ?? 0), '≤ 0.12', -0.12),
  ];
}

/** A row that holds where the value is at least `least`; what must be small is handed in negated. */
function row(name: string, value: number | null, rival: number | null, goal: string, least: number | undefined): Row {
  const text = (number: number | null) =>
    number === null ? '–' : (least ?? 0) < 0 ? (-number).toFixed(3) : number.toFixed(3);
  const holds = least === undefined || (value !== null && value >= least);
  return [name, text(value), text(rival), goal, holds ? 'ok' : 'MISS'];
}

function arrivalRows({ quietPlaces, isSmallField }: Played): Row[] {
  const observed = quietPlaces.filter(
    ({ result: forecastResult, waitMinutes }) => forecastResult.range80 && waitMinutes <= 90,
  );
  const held = observed.filter(({ result: forecastResult, waitMinutes }) => {
    const [from, to] = forecastResult.range80 ?? [0, 0];
    return waitMinutes >= from && waitMinutes <= to;
  });
  const share = held.length / observed.length;
  const near = quietPlaces.filter(({ nearestKm }) => nearestKm <= NEAR_KM);
  const struck = (of: readonly QuietPlace[]) => of.filter(({ waitMinutes }) => waitMinutes <= 60).length / of.length;
  const approaching = near.filter(({ result: forecastResult }) => forecastResult.state === 'approaching');
  const others = near.filter(({ result: forecastResult }) => forecastResult.state !== 'approaching');
  const ratio = struck(approaching) / struck(others);
  const evaluated = (name: string, value: number, digits: number, goal: string, holds: boolean): Row => {
    const verdict = isSmallField || holds ? 'ok' : 'MISS';
    return [name, value.toFixed(digits), '–', isSmallField ? 'shown only' : goal, verdict];
  };
  const held80 = `80 % range of the arrival holds, ${observed.length} told and observed`;
  const twice = `struck within 60 min, ≤ ${NEAR_KM} km: approaching (${approaching.length}) / others`;
  return [
    evaluated(held80, share, 3, '0.72 to 0.90', share >= 0.72 && share <= 0.9),
    evaluated(twice, ratio, 2, '≥ 2', ratio >= 2),
  ];
}

function positionRows({ minutes, isSmallField }: Played): Row[] {
  const pending = new PendingPositions();
  const outcomes: PositionOutcome[] = [];
  for (const [minute, cells] of minutes) outcomes.push(...pending.advance(minute * 60_000, cells));
  const most = isSmallField ? POSITION_GOAL.small : POSITION_GOAL.usual;
  return ([15, 30] as const).map((lead) => {
    const cases = outcomes.filter(({ leadMinutes }) => leadMinutes === lead);
    const mean = (which: 'errorKm' | 'stayingKm') =>
      cases.reduce((sum, outcome) => sum + outcome[which], 0) / cases.length;
    const ratio = mean('errorKm') / mean('stayingKm');
    const isEnough = cases.length >= LEAST_POSITIONS;
    return [
      `${lead} min ahead, ${cases.length} arrows: error / left in place (${mean('errorKm').toFixed(1)} / ${mean('stayingKm').toFixed(1)} km)`,
      ratio.toFixed(2),
      '1.00',
      isEnough ? `≤ ${most}` : 'too few',
      !isEnough || ratio <= most ? 'ok' : 'MISS',
    ];
  });
}

/** How many cells with an arrow, of those that were still there, lay as near to where they were expected as the cone says. */
function coneRows({ minutes }: Played): Row[] {
  return [10, 20, 30].map((lead) => {
    let cases = 0;
    let within = 0;
    for (const [minute, cells] of minutes) {
      const later = new Map(minutes.get(minute + lead)?.map((cell) => [cell.id, cell]));
      for (const cell of cells) {
        const now = cell.showArrow ? later.get(cell.id) : undefined;
        if (!now) continue;
        const expected = middleAfter(cell, lead);
        cases += 1;
        within += Number(Math.hypot(now.xKm - expected.xKm, now.yKm - expected.yKm) <= strayKm(cell.sigma, lead));
      }
    }
    const share = cases === 0 ? '–' : (within / cases).toFixed(2);
    return [`${lead} min ahead, ${cases} arrows: within the cone`, share, '–', 'shown only', 'ok'];
  });
}

function tickRow({ tickMs }: Played): Row {
  const p99 = percentile(tickMs.slice(30), 99);
  return ['a minute of script, p99, ms', p99.toFixed(1), '–', '≤ 20', p99 <= 20 ? 'ok' : 'MISS'];
}

function reliabilityTable(within30: ChanceSums, within60: ChanceSums): Table {
  const bins60 = chanceSkill(within60).bins;
  const number = (value: number | null | undefined) => (value === null || value === undefined ? '–' : value.toFixed(3));
  return {
    title: 'What was said, and how often it came',
    columns: ['said', 'cases 30', 'mean said', 'came', 'cases 60', 'mean said', 'came'],
    rows: chanceSkill(within30).bins.map(({ from, to, cases, forecast, observed }, index) => [
      `${from} to ${to}`,
      cases,
      number(forecast),
      number(observed),
      bins60[index]?.cases ?? 0,
      number(bins60[index]?.forecast),
      number(bins60[index]?.observed),
    ]),
  };
}

function reliabilityPlot(within30: ChanceSums, within60: ChanceSums): Plot {
  const line = (name: string, sums: ChanceSums) => ({
    name,
    points: chanceSkill(sums).bins.flatMap(({ forecast, observed }) =>
      forecast === null || observed === null ? [] : [[forecast, observed] as const],
    ),
  });
  return {
    title: 'How often lightning came, by what was said',
    xUnit: 'said',
    yUnit: 'came',
    lines: [
      { name: 'as often as said', points: [[0, 0] as const, [1, 1] as const] },
      line('within 30 min', within30),
      line('within 60 min', within60),
    ],
  };
}
