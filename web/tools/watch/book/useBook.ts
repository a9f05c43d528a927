import { useCallback, useEffect, useRef, useState } from 'react';
import { systemClock } from '#shared/time/Clock.ts';
import type { BookView } from '#shared/watch/BookView.ts';
import type { Refusal } from '#web/kit/http/ask.ts';
import type { ReadBook } from './BookState.ts';
import { callBook } from './callBook.ts';

const POLL_MS = 10_000;

export interface FollowedBook extends ReadBook {
  /** Why the newest reading failed; null if it did not. */
  readonly refusal: Refusal | null;
  /** Reads again at once. */
  readonly refresh: () => void;
}

/** Reads the book's state every 10 s while the component is mounted, also while the page is hidden. */
export function useBook(id: string, key: string): FollowedBook {
  const [read, setRead] = useState<ReadBook & { readonly refusal: Refusal | null }>({
    state: null,
    readAtMs: null,
    refusal: null,
  });
  const again = useRef<() => void>(() => undefined);
  useEffect(() => {
    let wanted = true;
    let reading = 0;
    let handle: ReturnType<typeof setTimeout> | undefined;
    const step = async () => {
      clearTimeout(handle);
      reading += 1;
      const own = reading;
      const called = await callBook<BookView>(`/${id}/state`, { key });
      if (!wanted || own !== reading) return;
      if (called.ok) setRead({ state: called.value, readAtMs: systemClock.now(), refusal: null });
      else setRead((before) => ({ ...before, refusal: called }));
      handle = setTimeout(step, POLL_MS);
    };
    again.current = () => void step();
    void step();
    return () => {
      wanted = false;
      clearTimeout(handle);
    };
  }, [id, key]);
  const refresh = useCallback(() => again.current(), []);
  return { ...read, refresh };
}
