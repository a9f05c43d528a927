import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from './AskScreen.module.css';

interface AskedFormProps {
  /** The submitted query, in a few words; undefined before. */
  readonly asked: string | undefined;
  /** Counts submissions of the same query. */
  readonly attempt: number;
  readonly children: ReactNode;
}

/** A form that collapses after submission into one line, which reopens it with its contents. */
export function AskedForm({ asked, attempt, children }: AskedFormProps) {
  const { LL } = useTexts();
  const room = useRef<HTMLDivElement>(null);
  const [editedAt, setEditedAt] = useState<number>();
  const isFolded = asked !== undefined && editedAt !== attempt;
  useEffect(() => {
    if (editedAt !== undefined) room.current?.querySelector<HTMLElement>('input')?.focus();
  }, [editedAt]);
  return (
    <>
      {isFolded && (
        <p className={styles.asked} data-asked>
          {asked}
          {' · '}
          <button type="button" onClick={() => setEditedAt(attempt)}>
            {LL.place.edit()}
          </button>
        </p>
      )}
      <div ref={room} hidden={isFolded}>
        {children}
      </div>
    </>
  );
}
