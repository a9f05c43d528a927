import { type ChanceSums, chanceSkill, chanceSumsOf } from '#shared/nowcast/grade/ChanceSums.ts';
import { PositionBook, type PositionOutcome } from '#shared/nowcast/grade/PositionBook.ts';
import { AS_FITTED, chanceOf, oddsOf } from '#shared/nowcast/place/chanceOf.ts';
import type { Table } from '#tests/report/RunResult.ts';
import type { Plot } from '#tests/report/svgPlot.ts';
import { middleAfter, strayKm } from '#web/map/stormCells/coneOf.ts';
import type { Asked, Played } from './playRecording.ts';

const NEAR_KM = 40;
/** Of a small field of view one asks only that the forecast does no harm. */
const POSITION_GOAL = { small: 1.15, usual: 0.7 };
const LEAST_POSITIONS = 20;

export interface Skill {
  readonly table: Table;
  readonly reliability: Table;
  readonly plot: Plot;
  readonly pass: boolean;
}

type Row = readonly [name: string, value: string, rival: string, goal: string, verdict: string];

/** The figures of a played recording beside leaving cells in place and knowing the distance alone. */
export function skillOf(name: string, played: Played): Skill {
  const within30 = sumsWithin(played.asked, 30, 'terms');
  const within60 = sumsWithin(played.asked, 60, 'terms');
  const rows = [
    ...chanceRows(30, within30, sumsWithin(played.asked, 30, 'stillTerms')),
    ...chanceRows(60, within60, sumsWithin(played.asked, 60, 'stillTerms')),
    ...arrivalRows(played),
    ...positionRows(played),
    ...coneRows(played),
    tickRow(played),
  ];
  return {
    table: {
      title: `${name}: ${played.asked.length} answers at places 10 km apart that had been quiet for 10 min`,
      columns: ['figure', 'nowcast', 'rival', 'goal', ''],
      rows,
    },
    reliability: reliabilityTable(within30, within60),
    plot: reliabilityPlot(within30, within60),
    pass: rows.every(([, , , , verdict]) => verdict !== 'MISS'),
  };
}

function sumsWithin(asked: readonly Asked[], minutes: 30 | 60, which: 'terms' | 'stillTerms'): ChanceSums {
  const [field, index] = minutes === 30 ? (['p30', 0] as const) : (['p60', 1] as const);
  return chanceSumsOf(
    asked.map((one) => {
      const odds = oddsOf(one[which]);
      const said = which === 'terms' ? one.answer : chanceOf(odds, AS_FITTED);
      return {
        said: said[field],
        odds: odds[index] ?? 0,
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

function arrivalRows({ asked, isSmallField }: Played): Row[] {
  const came = asked.filter(({ answer, waitMinutes }) => answer.range80 && waitMinutes <= 90);
  const held = came.filter(({ answer, waitMinutes }) => {
    const [from, to] = answer.range80 ?? [0, 0];
    return waitMinutes >= from && waitMinutes <= to;
  });
  const share = held.length / came.length;
  const near = asked.filter(({ nearestKm }) => nearestKm <= NEAR_KM);
  const struck = (of: readonly Asked[]) => of.filter(({ waitMinutes }) => waitMinutes <= 60).length / of.length;
  const approaching = near.filter(({ answer }) => answer.state === 'approaching');
  const others = near.filter(({ answer }) => answer.state !== 'approaching');
  const ratio = struck(approaching) / struck(others);
  const [holds, isTwice] = [share >= 0.72 && share <= 0.9, ratio >= 2];
  return [
    [
      `80 % range of the arrival holds, ${came.length} told and came`,
      share.toFixed(3),
      '–',
      isSmallField ? 'shown only' : '0.72 to 0.90',
      isSmallField || holds ? 'ok' : 'MISS',
    ],
    [
      `struck within 60 min, ≤ ${NEAR_KM} km: approaching (${approaching.length}) / others`,
      ratio.toFixed(2),
      '–',
      isSmallField ? 'shown only' : '≥ 2',
      isSmallField || isTwice ? 'ok' : 'MISS',
    ],
  ];
}

function positionRows({ minutes, isSmallField }: Played): Row[] {
  const book = new PositionBook();
  const outcomes: PositionOutcome[] = [];
  for (const [minute, cells] of minutes) outcomes.push(...book.advance(minute * 60_000, cells));
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
  const sorted = tickMs.slice(30).sort((a, b) => a - b);
  const p99 = sorted[Math.floor(0.99 * (sorted.length - 1))] ?? 0;
  return ['a minute of script, p99, ms', p99.toFixed(1), '–', '≤ 20', p99 <= 20 ? 'ok' : 'MISS'];
}

function reliabilityTable(within30: ChanceSums, within60: ChanceSums): Table {
  const bins60 = chanceSkill(within60).bins;
  const number = (value: number | null | undefined) => (value === null || value === undefined ? '–' : value.toFixed(3));
  return {
    title: 'What was said, and how often it came',
    columns: ['said', 'cases 30', 'mean said', 'came', 'cases 60', 'mean said', 'came'],
    rows: chanceSkill(within30).bins.map(({ from, to, cases, said, came }, index) => [
      `${from} to ${to}`,
      cases,
      number(said),
      number(came),
      bins60[index]?.cases ?? 0,
      number(bins60[index]?.said),
      number(bins60[index]?.came),
    ]),
  };
}

function reliabilityPlot(within30: ChanceSums, within60: ChanceSums): Plot {
  const line = (name: string, sums: ChanceSums) => ({
    name,
    points: chanceSkill(sums).bins.flatMap(({ said, came }) =>
      said === null || came === null ? [] : [[said, came] as const],
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
