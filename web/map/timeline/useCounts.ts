import { useEffect, useState } from 'react';
import type { BBox } from '#shared/geo/BBox.ts';
import { askCounts, type KnownCounts } from '#web/kit/http/archiveAnswers.ts';
import { HISTORY_MS, type PastBounds } from '#web/sky/past/timeline.ts';
import { countedBox } from '#web/sky/past/timelineBars.ts';

/** Requests only once the map has stopped moving. */
const ASK_AFTER_MS = 300;

export type CountsState =
  | { readonly kind: 'loading' | 'failed' | 'outside' }
  | { readonly kind: 'known'; readonly known: KnownCounts };

/** Loads the counts of the view. Until then the last view's stay visible, because their shape is similar. */
export function useCounts(view: BBox | undefined, home: BBox | undefined, { fromMs }: PastBounds): CountsState {
  const [state, setState] = useState<CountsState>({ kind: 'loading' });
  useEffect(() => {
    if (!view || !home) return;
    const box = countedBox(view, home);
    if (!box) return setState({ kind: 'outside' });
    const leaving = new AbortController();
    const ask = async () => {
      // To the end of the current bar: requested again with the next bar, not each minute.
      const bounds = { fromMs, toMs: fromMs + HISTORY_MS };
      const first = await askCounts(box, '10min', bounds, leaving);
      const result =
        first.ok || first.errorKind !== 'too-wide' ? first : await askCounts(home, '10min', bounds, leaving);
      if (leaving.signal.aborted) return;
      setState(result.ok ? { kind: 'known', known: result.value } : { kind: 'failed' });
    };
    const handle = setTimeout(() => void ask(), ASK_AFTER_MS);
    return () => {
      clearTimeout(handle);
      leaving.abort();
    };
  }, [view, home, fromMs]);
  return state;
}
