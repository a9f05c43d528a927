import * as v from 'valibot';
import type { BBox } from '#shared/geo/BBox.ts';
import { clippedSpans, DAY_MS, mergedSpans } from '#shared/time.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { AreasBody, Source } from '#shared/wire/FeedEvent.ts';
import { fetchCounts } from '#web/kit/http/archiveResponses.ts';
import { type ApiResult, json, requestApi } from '#web/kit/http/requestApi.ts';
import { type HourCounts, joinedCounts } from './counts.ts';

/** One request covers at most 31 days. */
const CHUNK_MS = 30 * DAY_MS;

export interface HoursQuery {
  readonly box: BBox;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Loads the strikes of each hour, thirty days at a time, oldest first; returns the first error. */
export async function loadHours(
  { box, fromMs, toMs }: HoursQuery,
  signal: AbortSignal,
  onProgress: (share: number) => void = () => undefined,
): Promise<ApiResult<HourCounts>> {
  const chunks: HourCounts[] = [];
  for (let chunkMs = fromMs; chunkMs < toMs; chunkMs += CHUNK_MS) {
    const endMs = Math.min(chunkMs + CHUNK_MS, toMs);
    const result = await fetchCounts(box, 'hour', { fromMs: chunkMs, toMs: endMs }, { signal });
    if (!result.ok) return result;
    const { strikes, gaps } = result.value;
    chunks.push({ fromMs: chunkMs, toMs: endMs, strikes, gaps: mergedSpans(clippedSpans(gaps, chunkMs, endMs)) });
    onProgress((endMs - fromMs) / (toMs - fromMs));
  }
  const joined = joinedCounts(chunks);
  return joined ? { ok: true, value: joined } : { ok: false, errorKind: 'unreadable' };
}

const Result = v.object({ source: Source, areas: AreasBody });

export interface Watched {
  readonly home: BBox;
  readonly simulated: boolean;
}

/** The status is a 503 with a body while the feed is down. */
export async function loadWatched(signal: AbortSignal): Promise<ApiResult<Watched>> {
  const result = await requestApi(apiPaths.status, json(Result), { signal, alsoRead: 503 });
  if (!result.ok) return result;
  const { source, areas } = result.value;
  return { ok: true, value: { home: areas.home, simulated: source === 'simulated' } };
}
