import { useSyncExternalStore } from 'react';
import type { CountedCrowds } from '#web/sky/strikes/CountedCrowds.ts';
import type { HeldStrikes } from '#web/sky/strikes/HeldStrikes.ts';
import type { WindowCounts } from '#web/sky/strikes/windowCounts.ts';
import type { Span } from './unknownBars.ts';

/** The past that the map shows instead of now: strikes of `[atMs - windowMs, atMs)`. Whoever opened the timeline sets it. */
export interface Past {
  /** The end of the window, on the server's clock. */
  readonly atMs: number;
  readonly windowMs: number;
  /** What is held of it; not the strikes of the live feed, which go on arriving. */
  readonly strikes: HeldStrikes;
  /** Whether every strike of the window in view is held. */
  readonly complete: boolean;
  /** Whether all of the view has a record of what was read, so that none means none. */
  readonly whole: boolean;
  readonly tooWide: boolean;
  /** What the provider was not read for. */
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

let past: Past | undefined;
let drawn: DrawnPast | undefined;
let awaited = false;
const listeners = new Set<() => void>();

/** Shows the past, or now if it is undefined. */
export function showPast(next: Past | undefined): void {
  past = next;
  awaited = false;
  if (!next) drawn = undefined;
  tell();
}

/** Shows nothing until `showPast` is called: the address names a moment whose strikes nobody reads yet. */
export function awaitPast(): void {
  awaited = true;
  tell();
}

/** Draws another window than that of the past shown. */
export function drawPast(next: DrawnPast): void {
  drawn = next;
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}

/** The past that is shown; undefined while the map is live. */
export function shownPast(): Past | undefined {
  return past;
}

/** As `shownPast`, for components. */
export function usePast(): Past | undefined {
  return useSyncExternalStore(subscribe, shownPast);
}

/** The window that is drawn; undefined while the map is live. For components. */
export function useDrawnPast(): DrawnPast | undefined {
  return useSyncExternalStore(subscribe, () => drawn);
}

/** Whether a past is to be shown, of which nothing is known yet. */
export function usePastAwaited(): boolean {
  return useSyncExternalStore(subscribe, () => awaited);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
