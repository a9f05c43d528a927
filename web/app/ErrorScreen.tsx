import { ChunkLoadError } from '#web/browser/withinChunkTimeout.ts';
import { hasTexts, useTexts } from '#web/i18n/index.ts';
import buttons from '#web/kit/Button.module.css';
import styles from './ErrorScreen.module.css';
import { errorTexts } from './errorTexts.ts';

interface ErrorScreenProps {
  readonly error: unknown;
}

/** The fallback screen. It distinguishes a chunk that failed to load from a fault, because a retry can mend it. */
export function ErrorScreen({ error }: ErrorScreenProps) {
  const { LL, locale } = useTexts();
  const texts = hasTexts(locale) ? LL.error : errorTexts[locale];
  return (
    <div className={styles.screen} role="alert">
      <h1>{texts.title()}</h1>
      <p>{error instanceof ChunkLoadError ? texts.chunk() : texts.fault()}</p>
      <p className={styles.actions}>
        <button type="button" className={buttons.primary} onClick={() => window.location.reload()}>
          {texts.retry()}
        </button>
        <a href="/">{texts.home()}</a>
      </p>
    </div>
  );
}
