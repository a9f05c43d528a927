import { type ReactNode, Suspense } from 'react';
import { useHydrated } from './useHydrated.ts';

interface HydratedProps {
  /** What prerendered HTML holds. It stays until the children's program has arrived. */
  readonly opening: ReactNode;
  readonly children: ReactNode;
}

/** What only a browser can show, because HTML does not know the fragment of its address or the newest figures. */
export function Hydrated({ opening, children }: HydratedProps) {
  return useHydrated() ? <Suspense fallback={opening}>{children}</Suspense> : opening;
}
