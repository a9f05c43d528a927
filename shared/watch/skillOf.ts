import type { Position } from '#shared/geo/geodesy.ts';
import { seededRandom } from '#shared/numbers.ts';
import { lengthMs, mergedSpans, type Span } from '#shared/time.ts';
import { type Area, DEFAULT_DWELL_MS, DEFAULT_RINGS_KM } from './Area.ts';
import {
  type AlarmCounts,
  type AlarmRule,
  AlarmTally,
  countAlarms,
  countReturns,
  type DayCases,
  leadOf,
  QUIET_MINUTES,
  ReturnTally,
  shareOfDays,
} from './alarmSkill.ts';
import { nearArea, replayingArea } from './replayArea.ts';
import { narrowedTo, type PositionColumns, SiteRoom, StrikeCells } from './siteStrikes.ts';
import { LEAST_FOR_SHARE, type SkillView } from './skillBody.ts';

/** Stop rings and dwell times that are compared. */
export const CHOICE_RINGS_KM = [5, 8, 10, 16, 20, 30] as const;
export const CHOICE_DWELLS_MIN = [10, 15, 20, 30, 45] as const;

/** Work between two pauses, in strikes counted by one choice, at about 20 ns each. Finding one costs as much as ten. */
const WORK_PER_CHUNK = 150_000;
const FINDING_COSTS = 10;
/** Fixed, so that the same cases have the same intervals. */
const SEED = 62_793;

export interface SkillQuery {
  /** The place itself; undefined for a region. */
  readonly area: Area | undefined;
  readonly sites: readonly Position[];
  readonly strikes: PositionColumns;
  readonly fromMs: number;
  readonly toMs: number;
  /** Time without data within the period. Merged, oldest first. */
  readonly gaps: readonly Span[];
  /** The innermost ring. */
  readonly rule: AlarmRule;
  /** Distance from a site, or from a place or line, within which a strike is a hit. */
  readonly siteKm: number;
  readonly timeZone: string;
  /** False if a source does not support alerts. */
  readonly withReturns: boolean;
}

type SiteSkill = Pick<SkillView, 'around' | 'usual' | 'choices' | 'returns'>;
type Skill = SiteSkill & Pick<SkillView, 'fromMs' | 'toMs' | 'gapMs' | 'here'>;

/** How good alerts were at the place and at the sites. Pauses every few milliseconds of work. */
export function* judgingSkill(query: SkillQuery): Generator<void, Skill> {
  const { area, strikes, fromMs, toMs, gaps } = query;
  // A drawn area is its own site. A line has no inside, so it has a corridor.
  const siteKm = area?.shape.type === 'Polygon' ? 0 : query.siteKm;
  const replay = area && (yield* replayingArea({ ...query, area, siteKm, strikes: yield* nearArea(area, strikes) }));
  yield;
  const skill = { fromMs, toMs, gapMs: lengthMs(gaps), ...(yield* countingSkill(query)) };
  if (!replay) return skill;
  const { leadsMs, ...here } = replay;
  return { ...skill, here: { siteKm, ...here, ...named('lead', leadOf(leadsMs)) } };
}

const isSame = (one: AlarmRule, other: AlarmRule) => one.ringKm === other.ringKm && one.dwellMin === other.dwellMin;

/** Distance from a site within which strikes are needed. */
export function skillReachKm(ringKm: number): number {
  return Math.max(ringKm, ...CHOICE_RINGS_KM);
}

/** Counts alarms at all sites, for the rule and for each choice. */
function* countingSkill(query: SkillQuery): Generator<void, SiteSkill> {
  const { sites, rule, siteKm, fromMs, toMs } = query;
  // Before and after the period there is no data.
  const gaps = mergedSpans([[Number.NEGATIVE_INFINITY, fromMs], ...query.gaps, [toMs, Number.POSITIVE_INFINITY]]);
  const usual = { ringKm: DEFAULT_RINGS_KM[2], dwellMin: DEFAULT_DWELL_MS / 60_000 };
  const choices = CHOICE_RINGS_KM.flatMap((ringKm) => CHOICE_DWELLS_MIN.map((dwellMin) => ({ ringKm, dwellMin })));
  const tallies: { readonly rule: AlarmRule; readonly tally: AlarmTally }[] = [];
  for (const one of [...choices, usual, rule])
    if (!tallies.some((other) => isSame(other.rule, one))) tallies.push({ rule: one, tally: new AlarmTally() });
  const tallyOf = (rule: AlarmRule) => tallies.find((one) => isSame(one.rule, rule))?.tally ?? new AlarmTally();
  const returns = query.withReturns ? QUIET_MINUTES.map((quietMin) => new ReturnTally(quietMin)) : [];
  const rings = [...new Set(tallies.map((one) => one.rule.ringKm))].sort((a, b) => b - a);

  const cells = new StrikeCells(query.strikes);
  yield* cells.fill();
  yield;
  const room = new SiteRoom();
  let work = 0;
  for (const site of sites) {
    let near = cells.near(site, skillReachKm(rule.ringKm), room);
    work += FINDING_COSTS * near.atMs.length;
    for (const ringKm of rings) {
      near = narrowedTo(near, ringKm);
      const ofRing = tallies.filter((one) => one.rule.ringKm === ringKm);
      for (const one of ofRing) countAlarms(near, one.rule, siteKm, gaps, one.tally);
      if (ringKm === rule.ringKm) countReturns(near, ringKm, gaps, returns);
      work += ofRing.length * near.atMs.length;
      if (work < WORK_PER_CHUNK) continue;
      work = 0;
      yield;
    }
  }

  const draw = shareMaker();
  yield;
  const around = tallyOf(rule);
  return {
    around: {
      sites: sites.length,
      ...countsOf(around),
      ...named('warnedShare', draw(daysOf(around, 'warned', 'hits'), LEAST_FOR_SHARE.hits)),
      ...named('withoutHitShare', draw(daysOf(around, 'withoutHit', 'alarms'), LEAST_FOR_SHARE.hits)),
      ...named('liftedTooEarlyShare', draw(daysOf(around, 'tooEarly', 'alarms'), LEAST_FOR_SHARE.hits)),
      ...named('lead', leadOf(around.leadsMs)),
    },
    ...(isSame(rule, usual) ? {} : { usual: usualOf(tallyOf(usual), draw) }),
    choices: yield* eachPaused(choices, (choice) => {
      const tally = tallyOf(choice);
      const { hits, alarmMs } = tally.total;
      return {
        ...choice,
        hits,
        ...named('warned', draw(daysOf(tally, 'warned', 'hits'), LEAST_FOR_SHARE.hits)),
        stopMsASite: Math.round(alarmMs / Math.max(1, sites.length)),
      };
    }),
    returns: yield* eachPaused(returns, ({ quietMin, days }) => {
      const cases = [...days.values()];
      return {
        quietMin,
        cases: sumOf(cases),
        ...named('back', draw(cases, LEAST_FOR_SHARE.returns)),
      };
    }),
  };
}

type ShareMaker = ReturnType<typeof shareMaker>;

/** Shares of at least this many cases, with one generator for all intervals. */
function shareMaker() {
  const random = seededRandom(SEED);
  return (days: readonly DayCases[], least: number) => (sumOf(days) < least ? undefined : shareOfDays(days, random));
}

function usualOf(tally: AlarmTally, draw: ShareMaker): NonNullable<SkillView['usual']> {
  return {
    ...countsOf(tally),
    ...named('warnedShare', draw(daysOf(tally, 'warned', 'hits'), LEAST_FOR_SHARE.hits)),
    ...named('lead', leadOf(tally.leadsMs)),
  };
}

function* eachPaused<Item, Result>(items: readonly Item[], work: (item: Item) => Result): Generator<void, Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    results.push(work(item));
    if (results.length % SHARES_PER_CHUNK === 0) yield;
  }
  return results;
}

/** Shares over a fortnight each, at about 2 ms. */
const SHARES_PER_CHUNK = 8;

function sumOf(days: readonly DayCases[]): number {
  return days.reduce((sum, { among }) => sum + among, 0);
}

function daysOf(tally: AlarmTally, of: keyof AlarmCounts, among: keyof AlarmCounts): DayCases[] {
  return [...tally.days.values()].map((day) => ({ of: day[of], among: day[among] }));
}

function countsOf(tally: AlarmTally) {
  const { hits, warned, alarms, withoutHit, tooEarly, alarmMs } = tally.total;
  return { hits, warned, stops: alarms, withoutHit, liftedTooEarly: tooEarly, stopMs: alarmMs };
}

/** An object with this member, or without it if the value is undefined. */
function named<Name extends string, Value>(name: Name, value: Value | undefined) {
  return (value === undefined ? {} : { [name]: value }) as { readonly [One in Name]?: Value };
}
