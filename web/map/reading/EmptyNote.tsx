import { useTexts } from '#web/i18n/index.ts';
import styles from './EmptyNote.module.css';

/** Says that nothing fell here, and leads to where something may have: whoever heard thunder is not done yet. */
export function EmptyNote({ onRegion }: { onRegion?: (() => void) | undefined }) {
  const { LL } = useTexts();
  return (
    <div className={styles.note}>
      <p>{LL.map.empty()}</p>
      {onRegion && (
        <button type="button" onClick={onRegion}>
          {LL.map.showRegion()}
        </button>
      )}
    </div>
  );
}
