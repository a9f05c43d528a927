import { createContext, use, useLayoutEffect } from 'react';

/** Given by what surrounds a part of the page: called when the part wants to be alone there, and when no longer. */
export const AloneContext = createContext<(alone: boolean) => void>(() => undefined);

/** For what must be seen from across a room: nothing stands beside it. */
export function useAlone(): void {
  const sayAlone = use(AloneContext);
  useLayoutEffect(() => {
    sayAlone(true);
    return () => sayAlone(false);
  }, [sayAlone]);
}
