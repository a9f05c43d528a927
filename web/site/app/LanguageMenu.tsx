import { useId, useRef } from 'react';
import { Icon } from '#web/kit/components/Icon.tsx';
import { LOCALES, type Locale, localeNames, useTexts } from '#web/kit/i18n/index.ts';
import { inLanguage, parsePath } from '#web/kit/routing/routes.ts';
import { usePathname } from '#web/kit/routing/useHref.ts';
import styles from './LanguageMenu.module.css';

/** Links to this page in every language: they work without JavaScript, and without a page load with it. */
export function LanguageMenu() {
  const { LL, locale, chooseLanguage } = useTexts();
  const pathname = usePathname();
  const menu = useRef<HTMLUListElement>(null);
  const id = useId();
  const choose = (next: Locale) => {
    menu.current?.hidePopover();
    chooseLanguage(next);
  };
  return (
    <div className={styles.menu}>
      <button type="button" className={styles.button} popoverTarget={id}>
        <Icon name="globe" />
        <span>{locale.toUpperCase()}</span>
        <span className="visually-hidden">{`${LL.nav.language()}: ${localeNames[locale]}`}</span>
      </button>
      <ul id={id} ref={menu} popover="auto" className={styles.list}>
        {LOCALES.map((other) => (
          <li key={other}>
            <a
              href={inLanguage(parsePath(pathname), other)}
              hrefLang={other}
              lang={other}
              aria-current={other === locale ? 'true' : undefined}
              onClick={(event) => {
                event.preventDefault();
                choose(other);
              }}
            >
              {localeNames[other]}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
