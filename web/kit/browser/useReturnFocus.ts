import { type RefObject, useLayoutEffect } from 'react';

/** When what `part` holds goes with the focus inside it, the focus returns to where it was before it came. */
export function useReturnFocus(part: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const before = document.activeElement;
    const shown = part.current;
    return () => {
      const now = document.activeElement;
      const lost = now === document.body || shown?.contains(now);
      if (lost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [part]);
}
