import { useEffect, useState } from 'react';
import { streamedSource, type ToldSource, toldSource } from './toldSource.ts';

const AS_EVER: ToldSource = { simulated: false, primary: undefined };

/** What is known of the source beside a map, or without one; as ever until the server says otherwise. */
export function useToldSource(): ToldSource {
  const [told, setTold] = useState(() => streamedSource() ?? AS_EVER);
  useEffect(() => {
    const leaving = new AbortController();
    toldSource({ signal: leaving.signal }).then((heard) => {
      // Without an answer the map says it.
      if (heard && !leaving.signal.aborted) setTold(heard);
    });
    return () => leaving.abort();
  }, []);
  return told;
}
