import { bboxContains } from '#shared/geo/BBox.ts';
import type { Strike } from '#shared/strike.ts';
import type { FaultSettings, Lateness } from './FaultSettings.ts';
import type { EventListQuery } from './parseEventListQuery.ts';
import { hashText, seededRandom } from './sky/seededRandom.ts';
import type { SimulatedSource, SimulatedStrike } from './sky/simulatedSource.ts';

/** `publishedAtMs`: when the provider first shows it, in milliseconds since the epoch. */
export interface PublishedStrike extends Strike {
  readonly publishedAtMs: number;
}

/** Becomes visible at the instant its source sets, else after a delay derived from its id. */
export function publishedStrike(strike: SimulatedStrike, lateness: Lateness, seed: number): PublishedStrike {
  return { ...strike, publishedAtMs: strike.publishedAtMs ?? strike.atMs + delayMs(strike.id, lateness, seed) };
}

function delayMs(id: string, { minMs, maxMs, tailShare, tailMaxMs }: Lateness, seed: number): number {
  if (maxMs === 0 && tailShare === 0) return 0;
  const random = seededRandom(hashText(seed, id));
  const inTail = random() < tailShare;
  const [low, high] = inTail ? [maxMs, tailMaxMs] : [minMs, maxMs];
  return Math.round(low + random() * (high - low));
}

const FIRST_STEP_MS = 10 * 60_000;

export interface SimulatedSky {
  readonly source: SimulatedSource;
  readonly seed: number;
  readonly historyMs: number;
}

export function allStrikes(
  sky: SimulatedSky,
  { bbox, fromMs, toMs }: Omit<EventListQuery, 'limit'>,
  faults: FaultSettings,
) {
  return sky.source
    .strikesBetween(fromMs, toMs)
    .filter(({ longitude, latitude }) => bboxContains(bbox, longitude, latitude))
    .map((strike): PublishedStrike => publishedStrike(strike, faults.lateness, sky.seed));
}

/**
 * The window's strikes published by `nowMs`, in order of time; if more than `limit`, those at the end `faults.keep`.
 * Searches from that end in growing steps, so that a wide window of a busy sky costs no more than its answer.
 */
export function visibleStrikes(sky: SimulatedSky, query: EventListQuery, faults: FaultSettings, nowMs: number) {
  const firstMs = Math.max(query.fromMs, nowMs - sky.historyMs);
  const lastMs = query.toMs;
  const pieces: PublishedStrike[][] = [];
  let count = 0;
  for (let doneMs = 0, stepMs = FIRST_STEP_MS; doneMs < lastMs - firstMs && count < query.limit; stepMs *= 2) {
    const nextMs = Math.min(doneMs + stepMs, lastMs - firstMs);
    const [fromMs, toMs] =
      faults.keep === 'newest' ? [lastMs - nextMs, lastMs - doneMs] : [firstMs + doneMs, firstMs + nextMs];
    const piece = allStrikes(sky, { bbox: query.bbox, fromMs, toMs }, faults).filter((s) => s.publishedAtMs <= nowMs);
    if (faults.keep === 'newest') pieces.unshift(piece);
    else pieces.push(piece);
    count += piece.length;
    doneMs = nextMs;
  }
  const found = pieces.flat();
  return faults.keep === 'newest' ? found.slice(-query.limit) : found.slice(0, query.limit);
}
