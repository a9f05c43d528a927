import { type Context, createContext, use, useLayoutEffect } from 'react';

type Say = (wanted: boolean) => void;

/** Given by what surrounds a part of the page: called when the part wants to be alone there, and when no longer. */
export const AloneContext = createContext<Say>(() => undefined);
/** Called when the map beside the part is to be seen instead of it, and when no longer. */
export const AsideContext = createContext<Say>(() => undefined);

/** For what must be seen from across a room: nothing stands beside it. */
export const useAlone = (alone: boolean) => useSaid(AloneContext, alone);

/** For a question that is answered on the map. */
export const useAside = (aside: boolean) => useSaid(AsideContext, aside);

function useSaid(context: Context<Say>, wanted: boolean): void {
  const say = use(context);
  useLayoutEffect(() => {
    say(wanted);
    return () => say(false);
  }, [say, wanted]);
}
