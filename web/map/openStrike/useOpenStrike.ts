import { useCallback, useEffect, useRef, useState } from 'react';
import type { BBox } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import { TIME_FILTERS_MS } from '#shared/limits.ts';
import { nearestStrike } from '#shared/sky/placeFacts.ts';
import type { NumberedStrike, StrikeHint } from '#shared/strike.ts';
import type { OpenStrike } from '#web/map/parts/Screen.ts';
import type { LiveFeed } from '#web/sky/LiveFeed.ts';
import { loadStrike, loadStrikeByOrdinal } from '#web/sky/loadStrike.ts';
import type { Playhead } from '#web/sky/Playhead.ts';
import { type SourceScope, skySource } from '#web/sky/Sky.ts';

interface OpenStrikeDeps extends SourceScope {
  readonly feed: LiveFeed;
  readonly moment: Playhead;
  readonly focused: FocusedStrike;
  readonly goTo: (position: Position) => void;
  readonly widen: (atMs: number) => void;
}

/** The open strike: from the address, a list, or a tap on the map. */
export function useOpenStrike({ feed, moment, box, windowMs, focused, goTo, widen }: OpenStrikeDeps) {
  const [open, setOpen] = useState<OpenStrike>();
  useFullStrike(open, setOpen);
  const show = useCallback(
    (strike: OpenStrike) => {
      setOpen(strike);
      goTo(strike);
    },
    [goTo],
  );
  const visibleFocused = useRef<FocusedStrike>(undefined);
  useEffect(() => {
    // Only once, so that a range that the visitor narrows afterwards stays narrow.
    if (focused.state !== 'found' || visibleFocused.current === focused) return;
    visibleFocused.current = focused;
    widen(focused.strike.atMs);
    show(focused.strike);
  }, [focused, show, widen]);
  const touch = useCallback(
    (at: Position, reach: BBox) => {
      const {
        strikes,
        endMs,
        toMs,
        windowMs: visibleMs,
      } = skySource(feed.view, moment, { box, windowMs }, feed.clock.now());
      setOpen(nearestStrike(strikes.store, at, { fromMs: endMs - visibleMs, toMs, within: reach }));
    },
    [feed, moment, box, windowMs],
  );
  const close = useCallback(() => setOpen(undefined), []);
  return { open, show, touch, close };
}

/** Delay before the first retry; later ones follow each minute. */
const REST_MS = 2_000;
/** After a server lost its numbering, another strike may have the number of a cached one. */
const SAME_MS = 1_000;

/**
 * Loads the details of an open strike of which only time and place are known. A recent strike may not be archived yet,
 * and a cached one may be opened offline, so both are retried.
 */
function useFullStrike(open: OpenStrike | undefined, setOpen: (strike: OpenStrike) => void): void {
  useEffect(() => {
    if (!open || open.id !== undefined) return;
    const leaving = new AbortController();
    const look = (restMs: number): unknown =>
      loadStrikeByOrdinal(open.ordinal, fetch, leaving.signal).then((result) => {
        if (leaving.signal.aborted) return;
        if (result.ok && Math.abs(result.value.atMs - open.atMs) <= SAME_MS) {
          const { id, detail } = result.value;
          setOpen({ ...open, id, ...(detail ? { detail } : {}) });
        }
        // After leaving, the next attempt ends without a request.
        else setTimeout(look, restMs, 60_000);
      });
    look(REST_MS);
    return () => leaving.abort();
  }, [open, setOpen]);
}

export type FocusedStrike =
  | { readonly state: 'none' | 'loading' | 'unknown' | 'unavailable' }
  | { readonly state: 'found'; readonly strike: NumberedStrike };

/** Loads the strike in the address; `hint` is what the address contains apart from the id. */
export function useFocusedStrike(eventId: string | undefined, hint: StrikeHint | undefined): FocusedStrike {
  const [firstHint] = useState(hint);
  const [focused, setFocused] = useState<FocusedStrike>({ state: eventId === undefined ? 'none' : 'loading' });
  useEffect(() => {
    if (eventId === undefined) return;
    const leaving = new AbortController();
    loadStrike(eventId, firstHint, fetch, leaving.signal).then((result) => {
      if (leaving.signal.aborted) return;
      if (result.ok) setFocused({ state: 'found', strike: result.value });
      // A malformed or impossible id counts as unknown.
      else setFocused({ state: ['missing', 'too-wide'].includes(result.errorKind) ? 'unknown' : 'unavailable' });
    });
    return () => leaving.abort();
  }, [eventId, firstHint]);
  return focused;
}

/** Returns the current window, or the next offered one that reaches `atMs`; the current one if none does. */
export function windowHolding(atMs: number, nowMs: number, windowMs: number): number {
  const fits = (offeredMs: number) => offeredMs >= windowMs && nowMs - atMs < offeredMs;
  return TIME_FILTERS_MS.find(fits) ?? windowMs;
}
