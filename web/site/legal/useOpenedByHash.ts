import { useEffect } from 'react';

/** Opens the section that the hash points into, for browsers that do not, and again after it has been closed. */
export function useOpenedByHash(): void {
  useEffect(() => {
    const open = () => {
      const target = document.getElementById(decodeURIComponent(window.location.hash.slice(1)));
      const section = target?.closest('details');
      if (!target || !section) return;
      section.open = true;
      target.scrollIntoView();
    };
    // A second click on the same link does not change the hash, so clicks are handled as well.
    const click = (event: MouseEvent) => {
      if (event.target instanceof Element && event.target.closest('a[href^="#"]')) setTimeout(open);
    };
    open();
    window.addEventListener('hashchange', open);
    document.addEventListener('click', click);
    return () => {
      window.removeEventListener('hashchange', open);
      document.removeEventListener('click', click);
    };
  }, []);
}
