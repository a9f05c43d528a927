import { systemClock } from '#shared/Clock.ts';
import { HOUR_MS } from '#shared/time.ts';
import { DEGREES_TO_E5 } from '#shared/wire/StrikeColumns.ts';
import { fetchSky, type SkyPart } from '#web/map/preview/fetchSky.ts';
import type { HeardSky, HeroStrike } from './heroFacts.ts';
import type { GroundPicture } from './heroView.ts';
import { askState } from './nearbySky.ts';

/**
 * The feed state and the strikes in the picture's area, loaded like the map's preview: the last hour, or if nothing
 * struck in it, the hour up to the last strike. Undefined if the server does not report its state.
 */
export async function askHeroSky(
  picture: GroundPicture,
  signal: AbortSignal,
): Promise<Pick<HeardSky, 'server' | 'strikes'> | undefined> {
  const server = await askState(signal);
  if (!server) return undefined;
  const { serverTimeMs, strikesLastHour, feed } = server;
  // For a dead feed, the last known hour.
  const endMs = strikesLastHour === 0 || feed.state === 'down' ? (feed.newestStrikeMs ?? serverTimeMs) : serverTimeMs;
  const parts: SkyPart[] = [];
  await fetchSky(picture, HOUR_MS, {
    fetch: (path, init) => fetch(path, { ...init, signal }),
    // Requests the hours up to here.
    deviceMs: () => endMs,
    pageMs: systemClock.now,
    slices: new Map(),
    onPart: (part) => parts.push(part),
  });
  return { server, strikes: strikesOf(parts, endMs - HOUR_MS) };
}

function strikesOf(parts: readonly SkyPart[], fromMs: number): HeroStrike[] {
  const strikes: HeroStrike[] = [];
  for (const { columns } of parts) {
    for (const [row, atMs] of columns.atMs.entries()) {
      if (atMs < fromMs) continue;
      const latitude = (columns.latitudesE5[row] ?? 0) / DEGREES_TO_E5;
      strikes.push({ latitude, longitude: (columns.longitudesE5[row] ?? 0) / DEGREES_TO_E5, atMs });
    }
  }
  return strikes.sort((a, b) => a.atMs - b.atMs);
}
