import { useEffect, useState } from 'react';
import { type Locale, loadTexts, type Namespace, useTexts } from '#web/kit/i18n/index.ts';

/** Loads text areas in the current language, in addition to the page's. Returns true once they have loaded. */
export function useTextAreas(areas: readonly Namespace[]): boolean {
  const { locale } = useTexts();
  const [loaded, setLoaded] = useState<Locale>();
  useEffect(() => {
    let isRequested = true;
    loadTexts(locale, areas).then(
      () => isRequested && setLoaded(locale),
      () => undefined,
    );
    return () => {
      isRequested = false;
    };
  }, [locale, areas]);
  return loaded === locale;
}
