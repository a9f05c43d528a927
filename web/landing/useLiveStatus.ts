import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { Status } from '#shared/wire/Status.ts';

export type LiveStatus = Pick<Status, 'strikesLastHour' | 'source'>;

/** The feed's state, asked once; null until it is known, and whenever it is not to be trusted. */
export function useLiveStatus(): LiveStatus | null {
  const [status, setStatus] = useState<LiveStatus | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    fetchStatus(controller.signal).then(setStatus, () => undefined);
    return () => controller.abort();
  }, []);
  return status;
}

async function fetchStatus(signal: AbortSignal): Promise<LiveStatus | null> {
  const response = await fetch(apiPaths.status, { signal });
  if (!response.ok) return null;
  const result = v.safeParse(Status, await response.json());
  return result.success && result.output.ok ? result.output : null;
}
