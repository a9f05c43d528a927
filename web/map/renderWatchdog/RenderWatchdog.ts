import { useCallback, useEffect, useRef, useState } from 'react';
import type { MapRef } from 'react-map-gl/maplibre';
import type { LookingMap } from '#web/map/parts/useMapView.ts';
import { systemTimers, type Timers } from '#web/sky/FeedConnection.ts';
import { endPreview } from '#web/sky/previewElement.ts';
import { PAINTED } from './holdFrames.ts';

/**
 * Whether the rendered map shows current data.
 * - `drawn`: rendered, or no frame is late yet.
 * - `late`: nothing is rendered yet, and should be.
 * - `stopped`: rendering worked before, but no longer.
 * - `undrawable`: the browser cannot render the map.
 */
export type RenderState = 'drawn' | 'late' | 'stopped' | 'undrawable';

/** Times are in milliseconds on a monotonic clock. */
interface FrameFacts {
  readonly drawable: boolean;
  readonly hasRendered: boolean;
  readonly pending: PendingFrame | undefined;
}

interface PendingFrame {
  /** How long the page has been painting since the request. */
  readonly ranMs: number;
  /** The last paint of the page, or the request. */
  readonly paintedAtMs: number;
}

/** A frame later than this counts as missing. The first frame has longer, because the map must load. */
const MOST_BACKLOG_MS = { first: 10_000, later: 5_000 } as const;
/** A page that paints less often is hidden or throttled, so no frame is expected. */
const MOST_GAP_MS = 3_000;

function renderStateOf({ drawable, hasRendered, pending: pendingFrame }: FrameFacts): RenderState {
  if (!drawable) return 'undrawable';
  if (!pendingFrame || pendingFrame.ranMs < (hasRendered ? MOST_BACKLOG_MS.later : MOST_BACKLOG_MS.first))
    return 'drawn';
  return hasRendered ? 'stopped' : 'late';
}

/** Requests a frame. A pending request stays as it is. */
function requestFrame(facts: FrameFacts, nowMs: number): FrameFacts {
  return facts.pending ? facts : { ...facts, pending: { ranMs: 0, paintedAtMs: nowMs } };
}

function pagePainted(facts: FrameFacts, nowMs: number): FrameFacts {
  const { pending: pendingFrame } = facts;
  if (!pendingFrame) return facts;
  const gapMs = nowMs - pendingFrame.paintedAtMs;
  return { ...facts, pending: { ranMs: pendingFrame.ranMs + (gapMs <= MOST_GAP_MS ? gapMs : 0), paintedAtMs: nowMs } };
}

function frameRendered(facts: FrameFacts): FrameFacts {
  return { ...facts, hasRendered: true, pending: undefined };
}

const TICK_MS = 1_000;
/** Each probe repaints the ground. */
const PROBE_TICKS = 15;

export interface WatchedMap {
  on(event: 'movestart', listener: () => void): unknown;
  off(event: 'movestart', listener: () => void): unknown;
  triggerRepaint(): void;
  getContainer(): Pick<HTMLElement, 'addEventListener' | 'removeEventListener' | 'contains'>;
}

interface FrameWatchDeps {
  readonly timers: Timers;
  /** Calls `act` at the page's next paint: never while it is hidden. */
  readonly nextPaint: (act: () => void) => void;
  /** A monotonic clock. */
  readonly nowMs: () => number;
}

/** Requests a frame from a map from time to time, and reports whether it was rendered. */
export class RenderWatchdog {
  private readonly deps: FrameWatchDeps;
  private readonly onChange: (renderState: RenderState) => void;
  private facts: FrameFacts;
  private map: WatchedMap | undefined;
  private readonly lost = new Set<EventTarget | null>();
  private ticks = 0;
  private readonly stopTicking: () => void;

  /** Start waiting for the first frame. */
  constructor(deps: FrameWatchDeps, onChange: (renderState: RenderState) => void) {
    this.deps = deps;
    this.onChange = onChange;
    this.facts = requestFrame({ drawable: true, hasRendered: false, pending: undefined }, deps.nowMs());
    this.stopTicking = deps.timers.every(TICK_MS, () => this.tick());
  }

  follow(map: WatchedMap): void {
    this.leave();
    this.map = map;
    map.on('movestart', this.request);
    map.getContainer().addEventListener(PAINTED, this.painted);
    // Ground and strikes have a canvas each. Requesting a canvas's context would wait for the GPU, or create one.
    map.getContainer().addEventListener('webglcontextlost', this.loses, { capture: true });
    map.getContainer().addEventListener('webglcontextrestored', this.regains, { capture: true });
    this.probe();
  }

  readonly cannotDraw = (): void => this.change({ ...this.facts, drawable: false });

  stop(): void {
    this.stopTicking();
    this.leave();
  }

  private leave(): void {
    this.map?.off('movestart', this.request);
    this.map?.getContainer().removeEventListener(PAINTED, this.painted);
    this.map?.getContainer().removeEventListener('webglcontextlost', this.loses, { capture: true });
    this.map?.getContainer().removeEventListener('webglcontextrestored', this.regains, { capture: true });
    this.lost.clear();
    this.map = undefined;
  }

  private tick(): void {
    this.ticks += 1;
    if (this.ticks % PROBE_TICKS === 0) this.probe();
    if (!this.facts.pending || !this.facts.drawable) return;
    this.deps.nextPaint(() => this.change(pagePainted(this.facts, this.deps.nowMs())));
  }

  private probe(): void {
    this.request();
    this.map?.triggerRepaint();
  }

  private readonly request = (): void => this.change(requestFrame(this.facts, this.deps.nowMs()));

  private readonly loses = ({ target }: Event): void => void this.lost.add(target);

  private readonly regains = ({ target }: Event): void => void this.lost.delete(target);

  private readonly painted = (): void => {
    const container = this.map?.getContainer();
    // A replaced canvas is no longer part of the picture.
    const blank = [...this.lost].some((canvas) => container?.contains(canvas as Node | null));
    if (!blank) this.change(frameRendered(this.facts));
  };

  private change(facts: FrameFacts): void {
    const before = renderStateOf(this.facts);
    this.facts = facts;
    const after = renderStateOf(facts);
    if (after !== before) this.onChange(after);
  }
}

/** Watches whether the map renders, from `onMap` on. Call `cannotDraw` if rendering is impossible. */
export function useRendered(view: Pick<LookingMap, 'onMap'>) {
  const [renderState, setRendered] = useState<RenderState>('drawn');
  const watch = useRef<RenderWatchdog>(undefined);
  useEffect(() => {
    const nextPaint = (act: () => void) => void requestAnimationFrame(act);
    const watching = new RenderWatchdog(
      { timers: systemTimers, nextPaint, nowMs: () => performance.now() },
      setRendered,
    );
    watch.current = watching;
    return () => watching.stop();
  }, []);
  useEffect(() => {
    // No map will replace the preview.
    if (renderState === 'undrawable' || renderState === 'stopped') endPreview();
  }, [renderState]);
  const onMap = useCallback(
    (map: MapRef) => {
      view.onMap(map);
      watch.current?.follow(map.getMap());
    },
    [view.onMap],
  );
  const cannotDraw = useCallback(() => watch.current?.cannotDraw(), []);
  return { rendered: renderState, onMap, cannotDraw };
}
