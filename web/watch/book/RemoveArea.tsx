import { useState } from 'react';
import { useTexts } from '#web/i18n/index.ts';
import buttons from '#web/kit/Button.module.css';
import type { BookPlace } from '#web/routing/routes.ts';
import styles from './Book.module.css';
import { callBook } from './callBook.ts';
import { faultText } from './faultText.ts';

interface RemoveAreaProps {
  readonly place: BookPlace;
  readonly ownerKey: string;
  /** Whether the book has no other area: it then goes too. */
  readonly alone: boolean;
  readonly onRemoved: () => void;
}

/** Ends the watching for good, once the owner has said so twice. */
export function RemoveArea({ place: { id, area }, ownerKey, alone, onRemoved }: RemoveAreaProps) {
  const { LL } = useTexts();
  const words = LL.book.links;
  const [asked, setAsked] = useState(false);
  const [failure, setFailure] = useState<string>();
  const remove = async () => {
    const path = alone ? `/${id}` : `/${id}/areas/${area}`;
    const called = await callBook(path, { method: 'DELETE', key: ownerKey });
    if (called.ok || called.fault === 'gone') onRemoved();
    else setFailure(faultText(called, LL));
  };
  if (!asked) {
    return (
      <button type="button" className={buttons.secondary} onClick={() => setAsked(true)}>
        {words.remove()}
      </button>
    );
  }
  return (
    <div className={styles.sure}>
      <p role="alert">{failure ?? words.removeSure()}</p>
      <button type="button" className={buttons.secondary} onClick={remove}>
        {words.removeYes()}
      </button>
      <button type="button" className={buttons.primary} onClick={() => setAsked(false)}>
        {words.removeNo()}
      </button>
    </div>
  );
}
