import { useEffect, useState } from 'react';
import { type LoadedStrike, loadStrike } from '#web/feed/loadStrike.ts';

export type FocusedStrike =
  | { readonly state: 'none' | 'loading' | 'unknown' | 'unavailable' }
  | { readonly state: 'found'; readonly strike: LoadedStrike };

/** The strike that the address names. */
export function useFocusedStrike(eventId: string | undefined): FocusedStrike {
  const [focused, setFocused] = useState<FocusedStrike>({ state: eventId === undefined ? 'none' : 'loading' });
  useEffect(() => {
    if (eventId === undefined) return;
    const leaving = new AbortController();
    loadStrike(eventId, fetch, leaving.signal).then((result) => {
      if (leaving.signal.aborted) return;
      setFocused(result.ok ? { state: 'found', strike: result.strike } : { state: result.reason });
    });
    return () => leaving.abort();
  }, [eventId]);
  return focused;
}
