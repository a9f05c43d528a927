import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useHash } from '#web/kit/browser/browserState.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { Fragment } from '#web/kit/routing/address.ts';
import { useAddress } from '#web/kit/routing/address.ts';
import styles from './query.module.css';

type Parsed<Query, FieldError> =
  | { readonly ok: true; readonly query: Query }
  | { readonly ok: false; readonly error: FieldError };

/** The query in the fragment, or its error. Submitting the same query again increases `attempt`. */
export function useAddressQuery<Query, FieldError>(address: Fragment<Parsed<Query, FieldError>, Query>) {
  const hash = useHash();
  const [parsed, request] = useAddress(address, 'hash');
  const [attempt, setAttempt] = useState(0);
  const onRequest = (requested: Query) => {
    if (address.format(requested) === hash) setAttempt(attempt + 1);
    else request(requested);
  };
  const archiveQuery = parsed?.ok ? parsed.query : undefined;
  return { hash, attempt, query: archiveQuery, error: parsed && !parsed.ok ? parsed.error : undefined, onRequest };
}

interface QueryFormProps {
  /** The submitted query, in a few words; undefined before. */
  readonly summary: string | undefined;
  /** Counts submissions of the same query. */
  readonly attempt: number;
  readonly children: ReactNode;
}

/** A form that collapses after submission into one line, which reopens it with its contents. */
export function QueryForm({ summary: requested, attempt, children }: QueryFormProps) {
  const { LL } = useTexts();
  const room = useRef<HTMLDivElement>(null);
  const [editedAt, setEditedAt] = useState<number>();
  const isFolded = requested !== undefined && editedAt !== attempt;
  useEffect(() => {
    if (editedAt !== undefined) room.current?.querySelector<HTMLElement>('input')?.focus();
  }, [editedAt]);
  return (
    <>
      {isFolded && (
        <p className={styles.asked} data-asked>
          {requested}
          {' · '}
          <button type="button" onClick={() => setEditedAt(attempt)}>
            {LL.mapTools.place.edit()}
          </button>
        </p>
      )}
      <div ref={room} hidden={isFolded}>
        {children}
      </div>
    </>
  );
}
