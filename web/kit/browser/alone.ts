import { type Context, createContext, use, useLayoutEffect } from 'react';

type Say = (wanted: boolean) => void;

/** Provided by a container: a part calls it with true to take the whole container, with false to return to normal. */
export const AloneContext = createContext<Say>(() => undefined);
/** Called with true to show the map instead of the part next to it, with false to return to normal. */
export const AsideContext = createContext<Say>(() => undefined);

/** For displays that are read from across a room: nothing else is shown. */
export const useAlone = (alone: boolean) => useSaid(AloneContext, alone);

/** For a choice that is made on the map. */
export const useAside = (aside: boolean) => useSaid(AsideContext, aside);

function useSaid(context: Context<Say>, wanted: boolean): void {
  const say = use(context);
  useLayoutEffect(() => {
    say(wanted);
    return () => say(false);
  }, [say, wanted]);
}
