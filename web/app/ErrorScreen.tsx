import { useTexts } from '#web/i18n/index.ts';
import buttons from '#web/kit/Button.module.css';
import styles from './ErrorScreen.module.css';
import { ChunkLoadError } from './withinChunkTimeout.ts';

/** The fallback screen. A part that failed to load is told apart from a fault, because a retry can mend it. */
export function ErrorScreen({ error }: { error: unknown }) {
  const { LL } = useTexts();
  const chunkFailed = error instanceof ChunkLoadError;
  return (
    <div className={styles.screen} role="alert">
      <h1>{LL.error.title()}</h1>
      <p>{chunkFailed ? LL.error.chunk() : LL.error.fault()}</p>
      <p className={styles.actions}>
        <button type="button" className={buttons.primary} onClick={() => window.location.reload()}>
          {LL.error.retry()}
        </button>
        <a href="/">{LL.error.home()}</a>
      </p>
    </div>
  );
}
