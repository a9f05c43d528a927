import { useEffect, useState } from 'react';
import { ownLanguageTexts } from '#texts/ownLanguageTexts.ts';
import { localStore } from '#web/kit/browser/browserStore.ts';
import { Icon } from '#web/kit/components/Icon.tsx';
import { type Locale, preferredLocale, useTexts } from '#web/kit/i18n/index.ts';
import { inLanguage, parsePath } from '#web/kit/routing/routes.ts';
import { usePathname } from '#web/kit/routing/useHref.ts';
import styles from './LanguageOffer.module.css';

/** Apart from the language's own key, which the first visit writes without asking. */
const CHOSEN_KEY = 'language.chosen';

/** Whoever chose or declined once is not asked again. */
export function rememberChoice(): void {
  localStore.setItem(CHOSEN_KEY, '1');
}

/** One line in the browser's language. It lies over the top of the page, so that nothing moves for it. */
export function LanguageOffer() {
  const { locale, chooseLanguage } = useTexts();
  const pathname = usePathname();
  const [own, setOwn] = useState<Locale>();
  // Not while rendering: prerendered HTML does not know the browser.
  useEffect(() => {
    if (localStore.getItem(CHOSEN_KEY) === null) setOwn(preferredLocale(navigator.languages));
  }, []);
  // Many browsers here are in English without a wish for it.
  if (own === undefined || own === 'en' || own === locale) return null;
  const { offer, decline } = ownLanguageTexts[own];
  return (
    <p className={styles.line} lang={own} data-chrome>
      <a
        href={inLanguage(parsePath(pathname), own)}
        hrefLang={own}
        onClick={(event) => {
          event.preventDefault();
          chooseLanguage(own);
        }}
      >
        {offer}
      </a>
      <button
        type="button"
        aria-label={decline}
        onClick={() => {
          rememberChoice();
          setOwn(undefined);
        }}
      >
        <Icon name="close" size={20} />
      </button>
    </p>
  );
}
