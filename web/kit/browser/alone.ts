import { type Context, createContext, use, useLayoutEffect } from 'react';

type Print = (isRequested: boolean) => void;

/** Provided by a container: a part calls it with true to take the whole container, with false to return to normal. */
export const AloneContext = createContext<Print>(() => undefined);
/** Called with true to show the map instead of the part next to it, with false to return to normal. */
export const AsideContext = createContext<Print>(() => undefined);

/** For displays that are read from across a room: nothing else is shown. */
export const useAlone = (alone: boolean) => useSentences(AloneContext, alone);

/** For a choice that is made on the map. */
export const useAside = (aside: boolean) => useSentences(AsideContext, aside);

function useSentences(context: Context<Print>, isRequested: boolean): void {
  const print = use(context);
  useLayoutEffect(() => {
    print(isRequested);
    return () => print(false);
  }, [print, isRequested]);
}
