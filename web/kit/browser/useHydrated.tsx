import { type ReactNode, Suspense, useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False while prerendering and hydrating, true afterwards. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

interface HydratedProps {
  /** The prerendered content. It stays until the children's code has loaded. */
  readonly opening: ReactNode;
  readonly children: ReactNode;
}

/** Content for browsers only, because prerendered HTML has no fragment and no live figures. */
export function Hydrated({ opening, children }: HydratedProps) {
  return useHydrated() ? <Suspense fallback={opening}>{children}</Suspense> : opening;
}
