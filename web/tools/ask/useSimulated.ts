import { useEffect, useState } from 'react';
import { apiPaths } from '#shared/wire/apiPaths.ts';

/** False until the status says so. */
export function useSimulated(): boolean {
  const [simulated, setSimulated] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    fetch(apiPaths.status, { signal: controller.signal })
      .then((response) => response.json())
      .then(
        (status: { readonly source?: unknown } | null) => setSimulated(status?.source === 'simulated'),
        // Then the map says it.
        () => undefined,
      );
    return () => controller.abort();
  }, []);
  return simulated;
}
