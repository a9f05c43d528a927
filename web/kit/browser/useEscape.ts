import { useEffect } from 'react';

/** Calls `onEscape` when Escape is pressed anywhere on the page, unless something has already used the key. */
export function useEscape(onEscape: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onEscape();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [onEscape]);
}
