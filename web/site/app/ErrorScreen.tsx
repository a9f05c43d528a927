import { type ErrorTexts, errorTexts } from '#shared/i18n/errorTexts.ts';
import { ChunkLoadError } from '#web/kit/browser/loadChunks.ts';
import buttons from '#web/kit/components/components.module.css';
import { hasTexts, type Texts, useTexts } from '#web/kit/i18n/index.ts';
import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import styles from './Layout.module.css';

interface ErrorScreenProps {
  readonly error: unknown;
}

/** Distinguishes a chunk that failed to load from other errors, because a retry can fix it. */
export function ErrorScreen({ error }: ErrorScreenProps) {
  const { LL, locale } = useTexts();
  const texts = hasTexts(locale) ? loadedTexts(LL, error, errorTexts[locale].write) : errorTexts[locale];
  return (
    <div className={styles.errorScreen} role="alert">
      <h1>{texts.title}</h1>
      <p>{texts.reason}</p>
      <p className={styles.errorScreenActions}>
        <button type="button" className={buttons.primary} onClick={() => window.location.reload()}>
          {texts.retry}
        </button>
        <a href="/">{texts.home}</a>
      </p>
      <p>
        {texts.write} <a href={`mailto:${siteConfig.email}`}>{siteConfig.email}</a>
      </p>
    </div>
  );
}

function loadedTexts({ error: texts }: Texts, error: unknown, write: string): ErrorTexts {
  const reason = error instanceof ChunkLoadError ? texts.chunk() : texts.fault();
  return { title: texts.title(), reason, retry: texts.retry(), home: texts.home(), write };
}
