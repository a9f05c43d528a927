import { useEffect, useState } from 'react';
import { ownLanguageTexts } from '#texts/ownLanguageTexts.ts';
import { DEFAULT_LOCALE, type Locale, preferredLocale, useTexts } from '#web/kit/i18n/index.ts';
import { pathOf } from '#web/kit/routing/routes.ts';
import styles from './OtherLanguage.module.css';

/**
 * On the English page, one line in the browser's own language if the site speaks it. It lies in the hero's padding, so
 * that nothing moves when it appears.
 */
export function OtherLanguage() {
  const { locale, chooseLanguage } = useTexts();
  const [own, setOwn] = useState<Locale>();
  // Not while rendering: prerendered HTML does not know the browser.
  useEffect(() => setOwn(preferredLocale(navigator.languages)), []);
  if (locale !== DEFAULT_LOCALE || own === undefined || own === locale) return null;
  return (
    <p className={styles.line} lang={own}>
      <a
        href={pathOf('landing', own)}
        hrefLang={own}
        onClick={(event) => {
          event.preventDefault();
          chooseLanguage(own);
        }}
      >
        {ownLanguageTexts[own]}
      </a>
    </p>
  );
}
