import * as v from 'valibot';
import { boxAround, formatBBox } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import { NEAR_KM, type ServerSky, strikeRows } from '#shared/sky/placeFacts.ts';
import { HOUR_MS, hourStartMs, isoMillis } from '#shared/time.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { Instant } from '#web/kit/http/archiveResponses.ts';
import { json, requestApi } from '#web/kit/http/requestApi.ts';

const NowResult = v.object({
  source: v.string(),
  serverTimeMs: v.number(),
  strikesLastHour: v.nullish(v.number(), null),
  primary: v.optional(v.object({ supportsAlerts: v.boolean() })),
  areas: v.object({ home: v.object({ west: v.number(), south: v.number(), east: v.number(), north: v.number() }) }),
  feed: v.object({
    state: v.picklist(['live', 'delayed', 'down']),
    lastSuccessMs: v.nullable(v.number()),
    newestStrikeMs: v.nullish(v.number(), null),
  }),
});

export type ServerState = v.InferOutput<typeof NowResult>;

/** Undefined if the request fails. For a stale feed the status is 503, with the same body. */
export async function queryState(signal: AbortSignal): Promise<ServerState | undefined> {
  const now = await requestApi(apiPaths.status, json(NowResult), { signal, alsoRead: 503 });
  return now.ok ? now.value : undefined;
}

const StrikesResponse = v.object({
  strikes: v.array(v.object({ latitude: v.number(), longitude: v.number(), timestamp: Instant })),
  gaps: v.array(v.unknown()),
  /** Cursor of older ones that did not fit this page. */
  next: v.nullish(v.string()),
});

/** Requests a box of whole degrees, so the server learns only that of the place. Undefined if the request fails. */
export async function fetchNearby(at: Position, signal: AbortSignal): Promise<ServerSky | undefined> {
  const state = await queryState(signal);
  if (!state) return undefined;
  const { serverTimeMs: nowMs, source, areas, feed, primary } = state;
  const { west, south, east, north } = boxAround(at, NEAR_KM);
  const box = { west: Math.floor(west), south: Math.floor(south), east: Math.ceil(east), north: Math.ceil(north) };
  const span = `from=${isoMillis(hourStartMs(nowMs - HOUR_MS))}&to=${isoMillis(nowMs)}`;
  const path = `${apiPaths.strikes}?bbox=${formatBBox(box)}&${span}&limit=4000`;
  const found = await requestApi(path, json(StrikesResponse), { signal });
  if (!found.ok) return undefined;
  const { strikes, gaps, next } = found.value;
  return {
    nowMs,
    simulated: source === 'simulated',
    supportsAlerts: primary?.supportsAlerts ?? true,
    home: areas.home,
    feed,
    strikes: strikeRows(strikes.map(({ timestamp: atMs, latitude, longitude }) => ({ atMs, latitude, longitude }))),
    isWhole: gaps.length === 0 && !next,
  };
}
