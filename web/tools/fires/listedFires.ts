import type { FireBody } from '#shared/fires/bodies.ts';
import { type BBox, bboxContains } from '#shared/geo/BBox.ts';
import { DAY_MS } from '#shared/time.ts';

export type FireState = FireBody['state'];
export const FIRE_STATES = [
  'likely',
  'possible',
  'unlikely',
  'none',
  'incomplete',
] as const satisfies readonly FireState[];

/** A fire's weight halves for each day that no satellite sees it. */
const HALF_MS = DAY_MS;

/** Which fires are listed. */
export interface FireChoice {
  readonly state: FireState | 'all';
  /** Only fires in this box; undefined for no limit. */
  readonly within: BBox | undefined;
}

/** Chance by freshness: fires from lightning that burn now come first. */
function urgencyOf({ chance, lastSeen }: Pick<FireBody, 'chance' | 'lastSeen'>, nowMs: number): number {
  return chance * 2 ** (-Math.max(0, nowMs - Date.parse(lastSeen)) / HALF_MS);
}

/** The most urgent first; equal ones by last seen, then by id. */
export function listedFires(
  fires: readonly FireBody[],
  { state, within }: FireChoice,
  nowMs: number,
): readonly FireBody[] {
  return fires
    .filter((fire) => state === 'all' || fire.state === state)
    .filter(({ longitude, latitude }) => !within || bboxContains(within, longitude, latitude))
    .map((fire) => ({ fire, urgency: urgencyOf(fire, nowMs) }))
    .sort(
      (a, b) =>
        b.urgency - a.urgency ||
        Date.parse(b.fire.lastSeen) - Date.parse(a.fire.lastSeen) ||
        (a.fire.id < b.fire.id ? -1 : 1),
    )
    .map(({ fire }) => fire);
}

/** Largest share of the expected lightning ignitions there first. */
export function rankedCandidates({ candidates }: Pick<FireBody, 'candidates'>): FireBody['candidates'] {
  return candidates.toSorted((a, b) => b.share - a.share);
}
