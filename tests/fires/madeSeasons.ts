import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '#tests/support/projectRoot.ts';
import type { Recording } from '#worker/dev/simulator/sky/replayRecording.ts';
import { seededRandom } from '#worker/dev/simulator/sky/seededRandom.ts';
import { type Burning, burnSeason } from './burnSeason.ts';
import { type FireSkill, fireSkillOf } from './fireSkillOf.ts';
import { type PlayedSeason, playSeason } from './playSeason.ts';
import { DENSE_FLASHES, seasonOfRecording, seasonOfStorms } from './seasonSky.ts';

/** Whole percentages: of the fires that lightning lit those called so; of all others those called so; of those called so the others. */
export interface Shares {
  readonly found: number;
  readonly others: number;
  readonly wrong: number;
}

/** Fires whose chance lay in a range: what was said of them on average, and the share that lightning lit, 0 to 1. */
export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly fires: number;
  readonly said: number;
  readonly came: number;
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

/** What the proof page shows of made seasons. */
interface MadeFigures {
  readonly seasons: readonly SeasonFigures[];
  /** Dense seasons in which a flash lights three times as many fires as assumed, or a third: the fires told about even. */
  readonly even: { readonly threefold: Bin; readonly third: Bin };
}

export const SEEDS = [1, 2, 3, 4, 5];
const FEW_SEEDS = [1, 2];
const START_MS = Date.UTC(2026, 6, 1);
const KEPT_PATH = join(projectRoot, 'web/tools/proof/madeSeasons.json');

interface Kind {
  readonly name: string;
  readonly flashes: number;
  readonly burning: Burning;
}

export const KINDS: readonly Kind[] = [
  { name: 'dense', flashes: DENSE_FLASHES, burning: { scattered: 200, stubble: 0 } },
  { name: 'sparse', flashes: DENSE_FLASHES / 2, burning: { scattered: 200, stubble: 0 } },
  { name: 'stubble', flashes: DENSE_FLASHES, burning: { scattered: 100, stubble: 200 } },
];

export function playedSeasons(
  { flashes, burning }: Omit<Kind, 'name'>,
  seeds: readonly number[],
  recording?: Recording,
): PlayedSeason[] {
  return seeds.map((seed) => {
    const random = seededRandom(seed);
    const sky = recording
      ? seasonOfRecording(recording, random, START_MS, flashes)
      : seasonOfStorms(random, START_MS, flashes);
    return playSeason(sky, burnSeason(sky, random, START_MS, burning), START_MS);
  });
}

/** `skills`: of all kinds, over made storms. */
export function madeFigures(skills: readonly FireSkill[]): MadeFigures {
  const evenOf = (ignitions: number): Bin => {
    const seasons = playedSeasons(
      { flashes: DENSE_FLASHES, burning: { scattered: 200, stubble: 0, ignitions } },
      FEW_SEEDS,
    );
    const bin = fireSkillOf('dense', seasons, false).figures.bins.find(({ from, to }) => from < 0.5 && to > 0.5);
    if (!bin) throw new Error(`no fire was told about even where ${ignitions} times as many were lit`);
    return bin;
  };
  return { seasons: skills.map(({ figures }) => figures), even: { threefold: evenOf(3), third: evenOf(1 / 3) } };
}

export async function keptFigures(): Promise<unknown> {
  return JSON.parse(await readFile(KEPT_PATH, 'utf8'));
}

/** Returns where. */
export async function keepFigures(figures: MadeFigures): Promise<string> {
  await writeFile(KEPT_PATH, `${JSON.stringify(figures, null, 2)}\n`);
  return KEPT_PATH;
}
