import { languageNames } from '#shared/languages.ts';
import { LOCALES } from '#web/kit/i18n/index.ts';
import { pathOf } from '#web/kit/routing/routes.ts';
import styles from '../../kit/components/pages.module.css';

/** Scripts redirect at once to the stored language; without scripts, visitors choose here. */
export default function LanguagePage() {
  return (
    <div className={styles.languagePage}>
      <h1>Balkan Lightning</h1>
      <ul>
        {LOCALES.map((locale) => (
          <li key={locale}>
            <a href={pathOf('landing', locale)} hrefLang={locale} lang={locale}>
              {languageNames[locale]}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
