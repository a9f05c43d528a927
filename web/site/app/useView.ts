import { useCallback, useEffect, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { localStore } from '#web/kit/browser/browserStore.ts';
import type { Locale } from '#web/kit/i18n/index.ts';
import { inLanguage, type Place, parsePath, pathOf } from '#web/kit/routing/routes.ts';
import { usePathname } from '#web/kit/routing/useHref.ts';
import { loadPage } from './pages.ts';
import { LANGUAGE_KEY } from './setUp.ts';

/** What is on the screen: a page in a language, both loaded. */
export interface View {
  readonly place: Place;
  readonly locale: Locale;
}

interface Viewing {
  readonly view: View;
  readonly chooseLanguage: (locale: Locale) => void;
  /** Whether the next view is loading; the present one stays until it is ready. */
  readonly pending: boolean;
  readonly failure: unknown;
}

/** Follows the address: the page shown changes once the next one has loaded, so that no spinner covers a page. */
export function useView(initial: View): Viewing {
  const pathname = usePathname();
  const [chosen, setChosen] = useState(initial.locale);
  const [shown, setShown] = useState({ ...initial, pathname });
  const [failed, setFailed] = useState<{ readonly pathname: string; readonly error: unknown } | null>(null);
  const place = parsePath(pathname);
  const locale = place.locale ?? chosen;
  const pending = pathname !== shown.pathname || locale !== shown.locale;

  useEffect(() => {
    if (!pending) return;
    const next = parsePath(pathname);
    if (next.page === 'root') {
      navigate(pathOf('landing', locale), { replace: true });
      return;
    }
    let wanted = true;
    loadPage(next.page, locale).then(
      () => wanted && setShown({ place: next, locale, pathname }),
      (error: unknown) => wanted && setFailed({ pathname, error }),
    );
    return () => {
      wanted = false;
    };
  }, [pending, pathname, locale]);

  const chooseLanguage = useCallback(
    (next: Locale) => {
      localStore.setItem(LANGUAGE_KEY, next);
      setChosen(next);
      const here = parsePath(pathname);
      if (here.locale) navigate(inLanguage(here, next) + window.location.search + window.location.hash);
    },
    [pathname],
  );

  const failure = failed?.pathname === pathname ? failed.error : null;
  return { view: shown, chooseLanguage, pending: pending && !failure, failure };
}
