import type { RecipientView } from '#shared/watch/RecipientView.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { BookPlace } from '#web/kit/routing/routes.ts';
import book from '#web/tools/watch/book/Book.module.css';
import { AddRecipient } from './AddRecipient.tsx';
import { Drill } from './Drill.tsx';
import { RecipientRow } from './RecipientRow.tsx';
import styles from './Recipients.module.css';

interface RecipientsProps {
  readonly place: BookPlace;
  readonly ownerKey: string;
  readonly recipients: readonly RecipientView[];
  readonly onChanged: () => void;
}

/** Who is told of a book's areas, and whether it works: for the owner alone. */
export function Recipients({ place: { id, area }, ownerKey, recipients, onChanged }: RecipientsProps) {
  const { LL } = useTexts();
  const words = LL.recipients;
  const path = `/${id}/recipients`;
  return (
    <section className={book.section}>
      <h2>{words.title()}</h2>
      {recipients.length === 0 && <p>{words.none()}</p>}
      <ul className={styles.list}>
        {recipients.map((recipient) => (
          <RecipientRow
            key={recipient.id}
            path={`${path}/${recipient.id}`}
            ownerKey={ownerKey}
            recipient={recipient}
            onChanged={onChanged}
          />
        ))}
      </ul>
      {recipients.length > 0 && <Drill path={`/${id}/areas/${area}`} ownerKey={ownerKey} onSent={onChanged} />}
      <AddRecipient bookId={id} ownerKey={ownerKey} onAdded={onChanged} />
    </section>
  );
}
