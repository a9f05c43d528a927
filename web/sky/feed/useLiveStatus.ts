import { useEffect, useState } from 'react';
import type { apiPaths } from '#shared/wire/apiPaths.ts';
import type { Status } from '#shared/wire/Status.ts';

const TIMEOUT_MS = 10_000;
const STATUS_PATH: typeof apiPaths.status = '/api/v1/status';

interface TrustedStatus extends Pick<Status, 'source'> {
  readonly strikesLastHour: number;
}

/** Fetches the status once; null until it is known, and if it cannot be trusted. */
export function useLiveStatus(): TrustedStatus | null {
  const [status, setStatus] = useState<TrustedStatus | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    fetchStatus(AbortSignal.any([controller.signal, AbortSignal.timeout(TIMEOUT_MS)])).then(setStatus, () => undefined);
    return () => controller.abort();
  }, []);
  return status;
}

async function fetchStatus(signal: AbortSignal): Promise<TrustedStatus | null> {
  const response = await fetch(STATUS_PATH, { signal });
  return response.ok ? trusted(await response.json()) : null;
}

/** Checks two fields by hand, to spare every visitor a schema library. */
function trusted(body: Partial<Status> | null): TrustedStatus | null {
  if (body?.ok !== true || (body.source !== 'live' && body.source !== 'simulated')) return null;
  const { source, strikesLastHour } = body;
  return typeof strikesLastHour === 'number' ? { source, strikesLastHour } : null;
}
