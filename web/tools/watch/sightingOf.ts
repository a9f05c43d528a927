import { bearingDegrees, type Position } from '#shared/geo/geodesy.ts';
import { distanceFrom } from '#shared/geo/shape/distanceFrom.ts';
import type { Area } from '#shared/watch/Area.ts';
import type { NearStrike } from '#shared/watch/AreaState.ts';
import type { Pulse } from '#shared/watch/Pulse.ts';
import type { Sighting } from '#shared/watch/watchArea.ts';
import type { FeedState } from '#shared/wire/FeedEvent.ts';
import type { FeedView } from '#web/sky/feed/FeedView.ts';
import type { StrikeStore } from '#web/sky/strikes/StrikeStore.ts';
import { isWithinHome } from './areaOf.ts';

/** Of the strikes held, those within the outermost ring since `fromMs`. Distances are from the shape, bearings from `middle`. */
export function nearStrikes(store: StrikeStore, area: Area, middle: Position, fromMs: number): NearStrike[] {
  const near: NearStrike[] = [];
  const kmTo = distanceFrom(area.shape);
  for (let row = 0; row < store.length; row += 1) {
    if ((store.atMs[row] ?? 0) < fromMs) continue;
    const strike = store.strikeAt(row);
    const km = kmTo(strike);
    if (km > area.ringsKm[0]) continue;
    near.push({ ordinal: strike.ordinal, atMs: strike.atMs, km, bearing: bearingDegrees(middle, strike) });
  }
  return near;
}

/**
 * The Feed's word as it was when it was heard; null where it says that home is not read, or comes from a server that does
 * not say how far. One that is delayed is passed on: how old it is, is the machine's to judge.
 */
export function pulseOf(feed: FeedState, seq: number, heardMs: number): Pulse | null {
  const { state, epoch, completeToMs, providerOffsetMs, gaps, gapsCut = false } = feed;
  if (state === 'down' || epoch === undefined || completeToMs === undefined || providerOffsetMs === undefined) {
    return null;
  }
  return {
    epoch,
    seq,
    watermarkMs: completeToMs,
    providerNowMs: heardMs + providerOffsetMs,
    gaps: gaps ?? [],
    gapsCut,
  };
}

/**
 * What the machine is told at `nowMs`, the server's time. Every strike of the window up to the seq of `told` is held, so
 * that nothing is `replayed` before there is one; while the stream catches up, the last such word goes on to age. Of an
 * area that reaches beyond home the Feed's word says nothing.
 */
export function sightingOf(
  area: Area,
  { told, clockOffsetMs, areas }: Pick<FeedView, 'told' | 'clockOffsetMs' | 'areas'>,
  strikes: readonly NearStrike[],
  nowMs: number,
): Sighting {
  if (!told) return { strikes, pulse: null, heardMs: null, replayed: false, nowMs };
  const heardMs = told.heardAtMs + clockOffsetMs;
  const watched = areas !== null && isWithinHome(area, areas.home);
  return {
    strikes,
    pulse: watched ? pulseOf(told.feed, told.seq, heardMs) : null,
    heardMs,
    replayed: true,
    nowMs,
  };
}
