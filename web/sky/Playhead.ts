import { useMemo } from 'react';
import { proxy, ref, useSnapshot } from 'valtio';
import type { Span } from '#shared/time.ts';
import type { CellsEvent } from '#shared/wire/cellsEvent.ts';
import type { WindowCounts } from './findStrikes.ts';
import type { HeldStrikes, RenderedRows } from './StrikeStore.ts';

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
  readonly reportedCells?: CellsEvent | undefined;
  readonly onLive: () => void;
}

/** The rendered window. While the moment moves it runs ahead of `Past`, which the texts follow. */
interface RenderedPast {
  readonly atMs: number;
  readonly windowMs: number;
  /** Hourly counts, if rendered instead of strikes. */
  readonly hours: RenderedRows | undefined;
}

/** The moment of a map screen: the timeline sets it, others read it with `useSnapshot`. */
export interface Playhead {
  /** Undefined while the map is live. */
  past: ReturnType<typeof ref<Past>> | undefined;
  rendered: ReturnType<typeof ref<RenderedPast>> | undefined;
  /** The address names a past moment whose data has not loaded yet. */
  awaited: boolean;
}

/** Starts at now. Each screen creates its own. */
export function createPlayhead(): Playhead {
  return proxy<Playhead>({ past: undefined, rendered: undefined, awaited: false });
}

export function showPast(moment: Playhead, past: Past | undefined): void {
  moment.past = past && ref(past);
  moment.awaited = false;
  if (!past) moment.rendered = undefined;
}

/** Shows nothing until `showPast` is called. */
export function awaitPast(moment: Playhead): void {
  moment.awaited = true;
}

export function drawPast(moment: Playhead, renderedPast: RenderedPast): void {
  moment.rendered = ref(renderedPast);
}

/** The rendered window, `[nowMs - windowMs, toMs)`. */
export interface VisibleWindow {
  /** The instant that ages are relative to: the moment, or server time in steps of 5 s. */
  readonly nowMs: number;
  readonly windowMs: number;
  /** Infinity while the map is live. */
  readonly toMs: number;
  /** Hourly counts, if rendered instead of strikes. */
  readonly hours: RenderedRows | undefined;
}

interface ReportedWindow {
  readonly renderedNowMs: number;
  readonly renderedFromMs: number;
  readonly toMs: number;
}

/** Follows the moment while it is dragged; texts wait until it rests. */
export function useVisibleWindow(moment: Playhead, sky: ReportedWindow): VisibleWindow {
  const { rendered: renderedPast } = useSnapshot(moment);
  const nowMs = renderedPast?.atMs ?? sky.renderedNowMs;
  const windowMs = renderedPast?.windowMs ?? nowMs - sky.renderedFromMs;
  const toMs = renderedPast?.atMs ?? sky.toMs;
  const hours = renderedPast?.hours;
  return useMemo(() => ({ nowMs, windowMs, toMs, hours }), [nowMs, windowMs, toMs, hours]);
}
