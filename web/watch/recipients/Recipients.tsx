import type { RecipientView } from '#shared/watch/RecipientView.ts';
import { useTexts } from '#web/i18n/index.ts';
import book from '../book/Book.module.css';
import { AddRecipient } from './AddRecipient.tsx';
import { RecipientRow } from './RecipientRow.tsx';
import styles from './Recipients.module.css';

interface RecipientsProps {
  /** Of the book, below /watch. */
  readonly path: string;
  readonly ownerKey: string;
  readonly recipients: readonly RecipientView[];
  readonly onChanged: () => void;
}

/** Who is told of a book's areas, and whether it works: for the owner alone. */
export function Recipients({ path, ownerKey, recipients, onChanged }: RecipientsProps) {
  const { LL } = useTexts();
  const words = LL.book.recipients;
  return (
    <section className={book.section}>
      <h2>{words.title()}</h2>
      {recipients.length === 0 && <p>{words.none()}</p>}
      <ul className={styles.list}>
        {recipients.map((recipient) => (
          <RecipientRow
            key={recipient.id}
            path={`${path}/recipients/${recipient.id}`}
            ownerKey={ownerKey}
            recipient={recipient}
            onChanged={onChanged}
          />
        ))}
      </ul>
      <AddRecipient path={`${path}/recipients`} ownerKey={ownerKey} onAdded={onChanged} />
    </section>
  );
}
