import type { Position } from '#shared/geo/geodesy.ts';
import { readNames } from '#shared/languages.ts';
import type { Place } from './Place.ts';

export const LANDMARK_KINDS = ['range', 'plain', 'peak', 'pass', 'gorge', 'park', 'monastery', 'hut'] as const;

/** A geographical name that is not a settlement. */
export interface Landmark extends Place {
  readonly kind: (typeof LANDMARK_KINDS)[number];
  /** 1 for the best known, to 4. */
  readonly rank: number;
  /** Metres above the sea; for a range that of its highest peak; 0 if irrelevant. */
  readonly heightM: number;
  /** The line that the name of a range or plain follows, from one end to the other; empty for all others. */
  readonly axis: readonly Position[];
}

/** For the order in a search: the population of a town that is equally well known. */
const PEOPLE_OF_RANK = [0, 100_000, 30_000, 8_000, 2_000];
/** A park or hut is named after something that is searched for more often. */
const NAMED_AFTER: readonly string[] = ['park', 'hut'];

/**
 * Parses data/landmarks.txt: a landmark a line, a tab between kind, rank, height, country, position, further names (`|`
 * between them), and names in the order of `LANGUAGES`. A position is latitude and longitude; an axis has commas
 * between its positions.
 * @throws if it is anything else, such as an error page
 */
export function parseLandmarks(text: string): Landmark[] {
  return text.trimEnd().split('\n').map(parseLine);
}

function parseLine(line: string): Landmark {
  const [word, rank, height, country = '', at = '', also = '', ...names] = line.split('\t');
  const kind = LANDMARK_KINDS.find((known) => known === word);
  const positions = at.split(', ').map((pair) => {
    const [latitude = Number.NaN, longitude = Number.NaN] = pair.split(' ').map(Number);
    return { latitude, longitude };
  });
  const middle = middleOf(positions);
  if (!kind || !middle || !names[0]) throw new Error(`This line is no landmark: ${line.slice(0, 80)}`);
  return {
    kind,
    rank: Number(rank),
    heightM: Number(height),
    country,
    ...readNames(names),
    also: also === '' ? [] : also.split('|'),
    population: (PEOPLE_OF_RANK[Number(rank)] ?? 0) / (NAMED_AFTER.includes(kind) ? 10 : 1),
    ...middle,
    axis: positions.length > 1 ? positions : [],
  };
}

/** The middle position; for an even number, the point between the two middle ones. */
function middleOf(positions: readonly Position[]): Position | undefined {
  const [before, after] = [positions[(positions.length - 1) >> 1], positions[positions.length >> 1]];
  if (!before || !after) return undefined;
  const latitude = (before.latitude + after.latitude) / 2;
  const longitude = (before.longitude + after.longitude) / 2;
  return Number.isFinite(latitude + longitude) ? { latitude, longitude } : undefined;
}
