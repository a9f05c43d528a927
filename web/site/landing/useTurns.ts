import { useEffect, useState } from 'react';

/** Counts up every `everyMs` while the page is visible, and when it becomes visible again, to refetch live data. */
export function useTurns(everyMs = 60_000): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const next = () => document.visibilityState === 'visible' && setTurn((last) => last + 1);
    const timer = setInterval(next, everyMs);
    document.addEventListener('visibilitychange', next);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', next);
    };
  }, [everyMs]);
  return turn;
}
