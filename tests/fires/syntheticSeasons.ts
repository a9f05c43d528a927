import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { seededRandom } from '#shared/numbers.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import type { Recording } from '#worker/dev/simulator/simulatedSource.ts';
import { type Burning, burnSeason, DENSE_FLASHES, seasonOfRecording, seasonOfStorms } from './burnSeason.ts';
import {
  type Bin,
  type FireSkill,
  fireSkillOf,
  type PlayedSeason,
  playSeason,
  type SeasonFigures,
} from './fireSkillOf.ts';

/** What the proof page shows of made seasons. */
interface CreatedFigures {
  readonly seasons: readonly SeasonFigures[];
  /** Dense seasons in which a flash lights three times as many fires as assumed, or a third: the fires reported are about even. */
  readonly even: { readonly threefold: Bin; readonly third: Bin };
}

export const SEEDS = [1, 2, 3, 4, 5];
const FEW_SEEDS = [1, 2];
const START_MS = Date.UTC(2026, 6, 1);
const STORED_PATH = join(projectRoot, 'web/tools/verification/syntheticSeasons.json');

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
export function createdFigures(skills: readonly FireSkill[]): CreatedFigures {
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

export async function storedFigures(): Promise<unknown> {
  return JSON.parse(await readFile(STORED_PATH, 'utf8'));
}

/** Returns where. */
export async function storeFigures(figures: CreatedFigures): Promise<string> {
  await writeFile(STORED_PATH, `${JSON.stringify(figures, null, 2)}\n`);
  return STORED_PATH;
}
