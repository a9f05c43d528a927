import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { PrimarySource } from '#shared/wire/PrimarySource.ts';
import { ask, json } from '#web/kit/http/ask.ts';

const Told = v.object({ source: v.string(), primary: v.optional(PrimarySource) });

interface ToldSource {
  readonly simulated: boolean;
  /** Undefined where the source is as ever: ground strokes that may guard. */
  readonly primary: PrimarySource | undefined;
}

/** What a page without the map's stream knows of the source; as ever until the status says otherwise. */
export function useToldSource(): ToldSource {
  const [told, setTold] = useState<ToldSource>({ simulated: false, primary: undefined });
  useEffect(() => {
    const leaving = new AbortController();
    const look = async () => {
      // A stale feed answers with 503, and with the same body. Without an answer the map says it.
      const asked = await ask(apiPaths.status, json(Told), { signal: leaving.signal, alsoRead: 503 });
      if (!asked.ok || leaving.signal.aborted) return;
      const { source, primary } = asked.value;
      setTold({ simulated: source === 'simulated', primary });
    };
    void look();
    return () => leaving.abort();
  }, []);
  return told;
}
