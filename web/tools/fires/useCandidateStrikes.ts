import { useEffect, useState } from 'react';
import type { FireBody } from '#shared/fires/FiresBody.ts';
import type { Strike } from '#shared/strike.ts';
import { loadStrike } from '#web/sky/feed/loadStrike.ts';
import { rankedCandidates } from './listedFires.ts';

interface CandidateStrikes {
  readonly key: string;
  /** By rank; undefined for what is not found. */
  readonly strikes: readonly (Strike | undefined)[];
}

/** Where a fire's candidates struck, which the list of fires does not tell; undefined until all are known or not found. */
export function useCandidateStrikes(fire: FireBody | undefined): readonly (Strike | undefined)[] | undefined {
  const [known, setKnown] = useState<CandidateStrikes>();
  const key = fire && [fire.id, ...rankedCandidates(fire).map(({ strikeId }) => strikeId)].join(' ');
  useEffect(() => {
    if (key === undefined) return;
    const leaving = new AbortController();
    const [, ...ids] = key.split(' ');
    const asked = ids.map(async (id) => {
      const found = await loadStrike(id, undefined, fetch, leaving.signal);
      return found.ok ? found.value : undefined;
    });
    void Promise.all(asked).then((strikes) => {
      if (!leaving.signal.aborted) setKnown({ key, strikes });
    });
    return () => leaving.abort();
  }, [key]);
  return known?.key === key ? known?.strikes : undefined;
}
