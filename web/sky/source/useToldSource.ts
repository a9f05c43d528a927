import { useEffect, useState } from 'react';
import { streamedSource, type ToldSource, toldSource } from './toldSource.ts';

const AS_EVER: ToldSource = { simulated: false, primary: undefined };

/** The source, with or without a map; the usual one until the server reports another. */
export function useToldSource(): ToldSource {
  const [told, setTold] = useState(() => streamedSource() ?? AS_EVER);
  useEffect(() => {
    const leaving = new AbortController();
    toldSource({ signal: leaving.signal }).then((heard) => {
      // If the request fails, the map shows that.
      if (heard && !leaving.signal.aborted) setTold(heard);
    });
    return () => leaving.abort();
  }, []);
  return told;
}
