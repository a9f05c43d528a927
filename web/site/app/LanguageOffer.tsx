import { useState } from 'react';
import { ownLanguageTexts } from '#shared/i18n/ownLanguageTexts.ts';
import { Icon } from '#web/kit/components/Icon.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { usePathname } from '#web/kit/routing/PageLink.tsx';
import { inLanguage, parsePath } from '#web/kit/routing/routes.ts';
import styles from './Header.module.css';
import { type OfferedLocale, rememberChoice } from './languageChoice.ts';

interface LanguageOfferProps {
  readonly own: OfferedLocale;
}

/** One line in the browser's language. An overlay, so that nothing moves. */
export default function LanguageOffer({ own }: LanguageOfferProps) {
  const { locale, chooseLanguage } = useTexts();
  const pathname = usePathname();
  const [declined, setDeclined] = useState(false);
  if (declined || own === locale) return null;
  const { offer, decline } = ownLanguageTexts[own];
  return (
    <p className={styles.offerLine} lang={own} data-chrome>
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
          setDeclined(true);
        }}
      >
        <Icon name="close" size={20} />
      </button>
    </p>
  );
}
