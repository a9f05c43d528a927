import { useEffect, useState } from 'react';
import type { NumberedStrike, StrikeHint } from '#shared/strike.ts';
import { loadStrike } from '#web/sky/feed/loadStrike.ts';

export type FocusedStrike =
  | { readonly state: 'none' | 'loading' | 'unknown' | 'unavailable' }
  | { readonly state: 'found'; readonly strike: NumberedStrike };

/** Loads the strike that the address names; `hint` is what the address holds besides its id. */
export function useFocusedStrike(eventId: string | undefined, hint: StrikeHint | undefined): FocusedStrike {
  const [firstHint] = useState(hint);
  const [focused, setFocused] = useState<FocusedStrike>({ state: eventId === undefined ? 'none' : 'loading' });
  useEffect(() => {
    if (eventId === undefined) return;
    const leaving = new AbortController();
    loadStrike(eventId, firstHint, fetch, leaving.signal).then((result) => {
      if (leaving.signal.aborted) return;
      if (result.ok) setFocused({ state: 'found', strike: result.value });
      // An id that is none is refused as such.
      else setFocused({ state: ['missing', 'too-wide'].includes(result.trouble) ? 'unknown' : 'unavailable' });
    });
    return () => leaving.abort();
  }, [eventId, firstHint]);
  return focused;
}
