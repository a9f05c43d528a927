import { useMemo } from 'react';
import { proxy, ref, useSnapshot } from 'valtio';
import type { Span } from '#shared/time/spans.ts';
import type { CountedCrowds } from '#web/sky/strikes/Crowds.ts';
import type { HeldStrikes } from '#web/sky/strikes/StrikeStore.ts';
import type { WindowCounts } from '#web/sky/strikes/windowCounts.ts';

/** The past that the map shows instead of now: strikes of `[atMs - windowMs, atMs)`. The timeline sets it. */
export interface Past {
  /** The end of the window, on the server's clock. */
  readonly atMs: number;
  readonly windowMs: number;
  /** The strikes held of it; not those of the live feed, which go on arriving. */
  readonly strikes: HeldStrikes;
  /** Whether every strike of the window in view is held. */
  readonly complete: boolean;
  /** Whether all of the view has a record of what was read, so that none means none. */
  readonly whole: boolean;
  readonly tooWide: boolean;
  /** Times for which the provider was not read. */
  readonly unread: readonly Span[];
  /** Counts by hour that are shown in the place of strikes; the strikes are then not complete. */
  readonly counts?: WindowCounts | undefined;
  /** Goes back to now. */
  readonly onLive: () => void;
}

/** The window that is drawn. While the moment moves it runs ahead of `Past`, of which all that is told of the sky is made. */
export interface DrawnPast {
  readonly atMs: number;
  readonly windowMs: number;
  /** Drawn in the place of strikes: counts by tile. */
  readonly crowds: CountedCrowds | undefined;
}

/** Which moment a map screen shows: the timeline sets it, and what draws or tells the sky reads it with `useSnapshot`. */
export interface ShownMoment {
  /** Undefined while the map is live. */
  past: ReturnType<typeof ref<Past>> | undefined;
  drawn: ReturnType<typeof ref<DrawnPast>> | undefined;
  /** Whether a past is to be shown of which nothing is known yet: the address names it, and nobody reads it so far. */
  awaited: boolean;
}

/** Now. Each screen makes its own. */
export function createShownMoment(): ShownMoment {
  return proxy<ShownMoment>({ past: undefined, drawn: undefined, awaited: false });
}

/** Shows the past, or now if it is undefined. */
export function showPast(moment: ShownMoment, past: Past | undefined): void {
  moment.past = past && ref(past);
  moment.awaited = false;
  if (!past) moment.drawn = undefined;
}

/** Shows nothing until `showPast` is called. */
export function awaitPast(moment: ShownMoment): void {
  moment.awaited = true;
}

/** Draws another window than that of the past shown. */
export function drawPast(moment: ShownMoment, drawn: DrawnPast): void {
  moment.drawn = ref(drawn);
}

/** The window that is drawn, `[nowMs - windowMs, toMs)`, and what stands for its strikes. */
export interface ShownWindow {
  /** Ages are counted from here: the moment, or the server's time in steps of 5 s. */
  readonly nowMs: number;
  readonly windowMs: number;
  /** Infinity while the map is live. */
  readonly toMs: number;
  /** Counts by tile, if they are drawn in the place of strikes. */
  readonly crowds: CountedCrowds | undefined;
}

/** The window that the sky tells of. */
interface ToldWindow {
  readonly drawnNowMs: number;
  readonly drawnFromMs: number;
  readonly toMs: number;
}

/** Follows the moment while one drags it; all that the sky tells waits until it rests. */
export function useShownWindow(moment: ShownMoment, sky: ToldWindow): ShownWindow {
  const { drawn } = useSnapshot(moment);
  const nowMs = drawn?.atMs ?? sky.drawnNowMs;
  const windowMs = drawn?.windowMs ?? nowMs - sky.drawnFromMs;
  const toMs = drawn?.atMs ?? sky.toMs;
  const crowds = drawn?.crowds;
  return useMemo(() => ({ nowMs, windowMs, toMs, crowds }), [nowMs, windowMs, toMs, crowds]);
}
