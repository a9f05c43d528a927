import * as v from 'valibot';
import type { BBox } from '#shared/geo/BBox.ts';
import { parseRegions, type RegionTable } from '#shared/geo/regionTable.ts';
import { clippedSpans, DAY_MS, mergedSpans } from '#shared/time.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { AreasBody, Source } from '#shared/wire/FeedEvent.ts';
import { askCounts } from '#web/kit/http/archiveAnswers.ts';
import { type ApiResult, ask, json } from '#web/kit/http/ask.ts';
import regionsUrl from '../../../shared/geo/regions.json?url';
import { type HourCounts, joinedCounts } from './counts.ts';

/** One request covers at most 31 days. */
const PIECE_MS = 30 * DAY_MS;

export interface HoursQuestion {
  readonly box: BBox;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Loads the strikes of each hour, thirty days at a time, oldest first; returns the first error. */
export async function loadHours(
  { box, fromMs, toMs }: HoursQuestion,
  signal: AbortSignal,
  onProgress: (share: number) => void = () => undefined,
): Promise<ApiResult<HourCounts>> {
  const pieces: HourCounts[] = [];
  for (let pieceMs = fromMs; pieceMs < toMs; pieceMs += PIECE_MS) {
    const endMs = Math.min(pieceMs + PIECE_MS, toMs);
    const asked = await askCounts(box, 'hour', { fromMs: pieceMs, toMs: endMs }, { signal });
    if (!asked.ok) return asked;
    const { strikes, gaps } = asked.value;
    pieces.push({ fromMs: pieceMs, toMs: endMs, strikes, gaps: mergedSpans(clippedSpans(gaps, pieceMs, endMs)) });
    onProgress((endMs - fromMs) / (toMs - fromMs));
  }
  const joined = joinedCounts(pieces);
  return joined ? { ok: true, value: joined } : { ok: false, errorKind: 'unreadable' };
}

const Answer = v.object({ source: Source, areas: AreasBody });

export interface Watched {
  readonly home: BBox;
  readonly simulated: boolean;
}

/** The status is a 503 with a body while the feed is down. */
export async function loadWatched(signal: AbortSignal): Promise<ApiResult<Watched>> {
  const asked = await ask(apiPaths.status, json(Answer), { signal, alsoRead: 503 });
  if (!asked.ok) return asked;
  const { source, areas } = asked.value;
  return { ok: true, value: { home: areas.home, simulated: source === 'simulated' } };
}

export async function loadRegions(signal: AbortSignal): Promise<ApiResult<RegionTable>> {
  return ask(regionsUrl, async (response) => parseRegions(await response.json()), { signal });
}
