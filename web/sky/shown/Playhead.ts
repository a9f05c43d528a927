import { useMemo } from 'react';
import { proxy, ref, useSnapshot } from 'valtio';
import type { Span } from '#shared/time.ts';
import type { CellsEvent } from '#shared/wire/cellsEvent.ts';
import type { DrawnRows, HeldStrikes } from '#web/sky/strikes/StrikeStore.ts';
import type { WindowCounts } from '#web/sky/strikes/windowCounts.ts';

/** The past shown instead of now: strikes of `[atMs - windowMs, atMs)`. The timeline sets it. */
export interface Past {
  /** On the server's clock. */
  readonly atMs: number;
  readonly windowMs: number;
  /** The held strikes of the window, without the live feed's, which keep arriving. */
  readonly strikes: HeldStrikes;
  readonly complete: boolean;
  /** Data coverage is known for the whole view, so no strikes means that nothing struck. */
  readonly whole: boolean;
  readonly tooWide: boolean;
  readonly gaps: readonly Span[];
  /** Hourly counts shown instead of strikes, which are then not complete. */
  readonly counts?: WindowCounts | undefined;
  /** Storm cells known at that time, if they are stored and loaded. */
  readonly toldCells?: CellsEvent | undefined;
  readonly onLive: () => void;
}

/** The rendered window. While the moment moves it runs ahead of `Past`, which the texts follow. */
interface DrawnPast {
  readonly atMs: number;
  readonly windowMs: number;
  /** Hourly counts, if rendered instead of strikes. */
  readonly hours: DrawnRows | undefined;
}

/** The moment of a map screen: the timeline sets it, others read it with `useSnapshot`. */
export interface Playhead {
  /** Undefined while the map is live. */
  past: ReturnType<typeof ref<Past>> | undefined;
  drawn: ReturnType<typeof ref<DrawnPast>> | undefined;
  /** The address names a past moment whose data has not loaded yet. */
  awaited: boolean;
}

/** Starts at now. Each screen creates its own. */
export function createShownMoment(): Playhead {
  return proxy<Playhead>({ past: undefined, drawn: undefined, awaited: false });
}

export function showPast(moment: Playhead, past: Past | undefined): void {
  moment.past = past && ref(past);
  moment.awaited = false;
  if (!past) moment.drawn = undefined;
}

/** Shows nothing until `showPast` is called. */
export function awaitPast(moment: Playhead): void {
  moment.awaited = true;
}

export function drawPast(moment: Playhead, drawn: DrawnPast): void {
  moment.drawn = ref(drawn);
}

/** The rendered window, `[nowMs - windowMs, toMs)`. */
export interface ShownWindow {
  /** The instant that ages are relative to: the moment, or server time in steps of 5 s. */
  readonly nowMs: number;
  readonly windowMs: number;
  /** Infinity while the map is live. */
  readonly toMs: number;
  /** Hourly counts, if rendered instead of strikes. */
  readonly hours: DrawnRows | undefined;
}

interface ToldWindow {
  readonly drawnNowMs: number;
  readonly drawnFromMs: number;
  readonly toMs: number;
}

/** Follows the moment while it is dragged; texts wait until it rests. */
export function useShownWindow(moment: Playhead, sky: ToldWindow): ShownWindow {
  const { drawn } = useSnapshot(moment);
  const nowMs = drawn?.atMs ?? sky.drawnNowMs;
  const windowMs = drawn?.windowMs ?? nowMs - sky.drawnFromMs;
  const toMs = drawn?.atMs ?? sky.toMs;
  const hours = drawn?.hours;
  return useMemo(() => ({ nowMs, windowMs, toMs, hours }), [nowMs, windowMs, toMs, hours]);
}
