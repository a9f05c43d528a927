import { useEffect, useState } from 'react';
import { type Locale, loadTexts, type Namespace, useTexts } from '#web/kit/i18n/index.ts';

/** Loads text areas that a page does not begin with, and those of another language chosen later. Whether they are there. */
export function useTextAreas(areas: readonly Namespace[]): boolean {
  const { locale } = useTexts();
  const [loaded, setLoaded] = useState<Locale>();
  useEffect(() => {
    let wanted = true;
    loadTexts(locale, areas).then(
      () => wanted && setLoaded(locale),
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [locale, areas]);
  return loaded === locale;
}
