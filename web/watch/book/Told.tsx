import { useTexts } from '#web/i18n/index.ts';
import styles from './Book.module.css';
import type { BookState } from './BookState.ts';

/** Says loudly if nobody is told. */
export function Told({ told }: { readonly told: BookState['told'] }) {
  const { LL } = useTexts();
  const words = LL.book.told;
  if (told && told.working > 0) return null;
  return (
    <p className={styles.nobody} data-told="0">
      <strong>{words.nobody()}</strong> <span>{words.nobodyText()}</span>
    </p>
  );
}
