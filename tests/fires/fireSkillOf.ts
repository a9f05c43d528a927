import {
  attributeFire,
  BackgroundIgnitions,
  CANDIDATE_KM,
  type Fire,
  groupHotspots,
  type LightningVerdict,
  LOOK_BACK_MS,
  OverpassTimes,
} from '#shared/fires/attributeFire.ts';
import { readHotspots } from '#shared/fires/readHotspots.ts';
import { DAY_MS } from '#shared/time.ts';
import type { Table } from '#tests/report/RunResult.ts';
import { type BurntSeason, SEASON_DAYS } from './burnSeason.ts';
import { StrikeIndex, type StrikeTable } from './StrikeIndex.ts';

/** A fire of the second half of a season, and what was said of it. */
interface NotifiedFire extends LightningVerdict {
  /** The row of the flash that lit it; −1: none did. */
  readonly litBy: number;
  readonly isBaseline: boolean;
}

export interface PlayedSeason {
  readonly reported: readonly NotifiedFire[];
  /** The same fires, seen on other days than they burnt: nothing but chance can lie near them. */
  readonly shifted: readonly NotifiedFire[];
}

const HALF_MS = (SEASON_DAYS / 2) * DAY_MS;
const SHIFT_MS = 7 * DAY_MS;
/** The rule that one would think of first. */
const BASELINE_KM = 2;

/** Reads, gathers and joins a season as the product does. The first half teaches how many fires have other causes; the second is judged. */
export function playSeason(sky: StrikeTable, { files, litBy }: BurntSeason, startMs: number): PlayedSeason {
  const endMs = startMs + 2 * HALF_MS;
  const hotspots = files.flatMap(({ satellite, text }) => {
    const reading = readHotspots(text, satellite, endMs);
    if (reading.kind !== 'rows') throw new Error(`${satellite}: ${reading.kind}`);
    return reading.hotspots;
  });
  const looks = new OverpassTimes(hotspots);
  const index = new StrikeIndex(sky);
  const near = (fire: Fire, km: number) => index.near(fire, km, fire.firstSeenMs - LOOK_BACK_MS, fire.firstSeenMs);
  const joined = (fire: Fire, others: BackgroundIgnitions) =>
    attributeFire(fire, near(fire, CANDIDATE_KM), {
      otherRate: others.rateAt(fire, fire.firstSeenMs),
      lookHours: looks.hoursBefore(fire.firstSeenMs),
      gaps: [],
      accuracy: { typicalErrorKm: 0.5 },
    });
  const fires = groupHotspots(hotspots);
  const halfMs = startMs + HALF_MS;
  const assumed = new BackgroundIgnitions();
  const early = fires.filter(({ firstSeenMs }) => firstSeenMs < halfMs);
  const others = new BackgroundIgnitions(
    early.map((fire) => ({ ...fire, chance: joined(fire, assumed).chance })),
    [[startMs, halfMs]],
  );
  const print = (fire: Fire): NotifiedFire => ({
    ...joined(fire, others),
    litBy: litBy.get(fire.id) ?? -1,
    isBaseline: near(fire, BASELINE_KM).length > 0,
  });
  const evaluated = fires.filter(({ firstSeenMs }) => firstSeenMs >= halfMs);
  return { reported: evaluated.map(print), shifted: evaluated.map((fire) => print(moved(fire, halfMs))) };
}

/** Round within the half of the season. */
function moved(fire: Fire, halfMs: number): Fire {
  const firstSeenMs = halfMs + ((fire.firstSeenMs - halfMs + SHIFT_MS) % HALF_MS);
  return { ...fire, firstSeenMs };
}

/** Whole percentages: of the fires that lightning lit those called so; of all others those called so; of those called so the others. */
interface Shares {
  readonly found: number;
  readonly others: number;
  readonly wrong: number;
}

/** Fires whose chance lay in a range: what was said of them on average, and the share that lightning lit, 0 to 1. */
export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly fires: number;
  readonly forecast: number;
  readonly observed: number;
}

/** Of seasons of one kind: by the rule "a flash within 2 km and 14 days", and by a chance of at least 50 % and 10 %. */
export interface SeasonFigures {
  readonly kind: string;
  readonly lit: number;
  readonly others: number;
  readonly naive: Shares;
  readonly likely: Shares;
  readonly possible: Shares;
  readonly bins: readonly Bin[];
}

/** What a replay of 890,000 flashes, 302 lightning fires and 2,800 others in 14 days came to. */
const GOALS = {
  likely: { found: 25, others: 2, wrong: 40 },
  possible: { found: 81, others: 24, wrong: 74 },
} as const satisfies Record<string, Shares>;
/** Fires on other days than they burnt must not be called lightning's more often than the others are. */
const MOST_BY_CHANCE = 4;
const BINS = [0, 0.05, 0.2, 0.4, 0.6, 0.8, 1];

export interface FireSkill {
  readonly figures: SeasonFigures;
  readonly table: Table;
  readonly reliability: Table;
  readonly pass: boolean;
}

type Called = (fire: NotifiedFire) => boolean;
type Row = readonly string[];

const isLikely: Called = ({ chance }) => chance >= 0.5;
const isPossible: Called = ({ chance }) => chance >= 0.1;
const isBaseline: Called = (fire) => fire.isBaseline;

/** How good the chance is on seasons of one kind, one for each seed, compared with the baseline rule. */
export function fireSkillOf(kind: string, seasons: readonly PlayedSeason[], isEvaluated: boolean): FireSkill {
  const reported = seasons.map((season) => season.reported);
  const shifted = seasons.map((season) => season.shifted);
  const byChance = sharesOf(shifted.flat(), isLikely).found;
  const all = reported.flat();
  const lit = all.filter(isLit).length;
  const naive = sharesOf(all, isBaseline);
  const likely = sharesOf(all, isLikely);
  const possible = sharesOf(all, isPossible);
  const rows: Row[] = [
    ['a flash ≤ 2 km, 14 d', ...cellsOf(reported, isBaseline), '', ''],
    ['chance ≥ 50 %', ...cellsOf(reported, isLikely), ...goalVerdict(likely, GOALS.likely, isEvaluated)],
    ['chance ≥ 10 %', ...cellsOf(reported, isPossible), ...goalVerdict(possible, GOALS.possible, isEvaluated)],
    [
      'chance ≥ 50 %, dates shifted',
      ...cellsOf(shifted, isLikely),
      `≤ ${MOST_BY_CHANCE} found`,
      byChance <= MOST_BY_CHANCE ? 'reached' : 'MISS',
    ],
  ];
  const bins = binsOf(all);
  return {
    figures: { kind, lit, others: all.length - lit, naive, likely, possible, bins },
    table: {
      title: `${kind}: ${lit} fires that lightning lit and ${all.length - lit} others, ${seasons.length} seeds; in brackets the seeds apart`,
      columns: [
        ...['called lightning if', 'lightning fires found, %', 'others so called, %', 'wrong among called, %'],
        ...['goal', ''],
      ],
      rows,
    },
    reliability: {
      title: `${kind}: chances and what was so`,
      columns: ['chance', 'fires', 'mean said', 'lit by lightning'],
      rows: bins.map(({ from, to, fires, forecast, observed }) => [
        `${(100 * from).toFixed(0)} to ${(100 * to).toFixed(0)} %`,
        fires,
        forecast.toFixed(3),
        observed.toFixed(3),
      ]),
    },
    pass: rows.every((row) => row.at(-1) !== 'MISS'),
  };
}

const isLit: Called = ({ litBy }) => litBy >= 0;

function sharesOf(fires: readonly NotifiedFire[], isCalled: Called): Shares {
  const lit = fires.filter(isLit);
  const called = fires.filter(isCalled);
  const right = called.filter(isLit).length;
  return {
    found: percent(right, lit.length),
    others: percent(called.length - right, fires.length - lit.length),
    wrong: percent(called.length - right, called.length),
  };
}

const percent = (count: number, of: number) => (of === 0 ? 0 : Math.round((100 * count) / of));

function cellsOf(seasons: readonly (readonly NotifiedFire[])[], isCalled: Called): string[] {
  const all = sharesOf(seasons.flat(), isCalled);
  const each = seasons.map((fires) => sharesOf(fires, isCalled));
  return (['found', 'others', 'wrong'] as const).map((which) => {
    const values = each.map((shares) => shares[which]);
    return `${all[which]} (${Math.min(...values)} to ${Math.max(...values)})`;
  });
}

function goalVerdict(
  { found, others, wrong }: Shares,
  goal: Shares,
  isEvaluated: boolean,
): [goal: string, verdict: string] {
  if (!isEvaluated) return ['', 'info'];
  const isReached = found >= goal.found && others <= goal.others && wrong <= goal.wrong;
  return [`≥ ${goal.found}, ≤ ${goal.others}, ≤ ${goal.wrong}`, isReached ? 'reached' : 'MISS'];
}

/** Forecast and observed. */
function binsOf(fires: readonly NotifiedFire[]): Bin[] {
  return BINS.slice(1).flatMap((to, index) => {
    const from = BINS[index] ?? 0;
    const bin = fires.filter(({ chance }) => chance >= from && (chance < to || to === 1));
    if (bin.length === 0) return [];
    const forecast = bin.reduce((sum, { chance }) => sum + chance, 0) / bin.length;
    const observed = bin.filter(isLit).length / bin.length;
    return [
      { from, to, fires: bin.length, forecast: Number(forecast.toFixed(3)), observed: Number(observed.toFixed(3)) },
    ];
  });
}
