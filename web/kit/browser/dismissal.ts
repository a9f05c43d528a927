import { type RefObject, useEffect, useLayoutEffect } from 'react';

/** Calls `onEscape` on Escape anywhere on the page, unless something has already used the key. */
export function useEscape(onEscape: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onEscape();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [onEscape]);
}

/** When content of `part` disappears with the focus inside it, the focus returns to the element that had it before. */
export function useReturnFocus(part: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const before = document.activeElement;
    const element = part.current;
    return () => {
      const now = document.activeElement;
      const lost = now === document.body || element?.contains(now);
      if (lost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [part]);
}
