import type { BookView } from '#shared/watch/BookView.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from './Sides.module.css';

/** Says loudly if nobody is told. */
export function Told({ told }: { readonly told: BookView['told'] | undefined }) {
  const { LL } = useTexts();
  const words = LL.book.told;
  if (told && told.working > 0) return null;
  return (
    <p className={styles.nobody} data-told="0">
      <strong>{words.nobody()}</strong> <span>{words.nobodyText()}</span>
    </p>
  );
}
