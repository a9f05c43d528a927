import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { useHash } from '#web/kit/browser/browserState.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { usePathname } from '#web/kit/routing/PageLink.tsx';
import styles from './AskScreen.module.css';

type Parsed<Question, Fault> =
  | { readonly ok: true; readonly question: Question }
  | { readonly ok: false; readonly fault: Fault };

/** The query in the fragment, or its error. Submitting the same query again increases `attempt`. */
export function useQuestion<Question, Fault>(
  parse: (hash: string) => Parsed<Question, Fault> | undefined,
  format: (query: Question) => string,
) {
  const hash = useHash();
  const pathname = usePathname();
  const parsed = useMemo(() => parse(hash), [parse, hash]);
  const [attempt, setAttempt] = useState(0);
  const onAsk = (asked: Question) => {
    const next = format(asked);
    if (next === hash) setAttempt(attempt + 1);
    // The query string belongs to the map.
    else navigate(pathname + window.location.search + next);
  };
  const question = parsed?.ok ? parsed.question : undefined;
  return { hash, attempt, question, fault: parsed && !parsed.ok ? parsed.fault : undefined, onAsk };
}

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
