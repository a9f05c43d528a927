import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#web/kit/components/Button.tsx';
import type { QueryState } from '#web/kit/http/useQuery.ts';
import styles from './query.module.css';

type Failed = Extract<QueryState<unknown>, { kind: 'failed' }>;

interface QueryResultProps<Value> {
  readonly id: string;
  readonly title: string;
  readonly texts: {
    readonly running: () => string;
    readonly failure: { readonly wait: (wait: { readonly seconds: number }) => string; readonly retry: () => string };
  };
  readonly queryState: QueryState<Value>;
  /** Smaller letters, so that a long list needs less paper. */
  readonly dense?: boolean;
  /** Text for a failure, and whether a retry may help. */
  readonly failureOf: (failed: Failed) => readonly [said: string, mayRetry: boolean];
  readonly children: (value: Value) => ReactNode;
}

/** The result of a form's query, its progress, or its error. */
export function QueryResult<Value>(props: QueryResultProps<Value>) {
  const { id, title, texts: commonTexts, queryState, dense = false, failureOf, children } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Below a form that fills a phone's screen, the result would arrive unnoticed.
    if (queryState.kind !== 'loading') heading.current?.focus();
  }, [queryState.kind]);
  const [text, mayRetry] = queryState.kind === 'failed' ? failureOf(queryState) : [];
  return (
    <section
      className={styles.answer}
      aria-labelledby={id}
      aria-busy={queryState.kind === 'loading'}
      data-dense={dense}
    >
      <h2 id={id} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p role="status">{queryState.kind === 'loading' && commonTexts.running()}</p>
      {queryState.kind === 'failed' && (
        <div className={styles.bad} role="alert">
          <p>
            {text}
            {queryState.waitS !== undefined && ` ${commonTexts.failure.wait({ seconds: queryState.waitS })}`}
          </p>
          {mayRetry && <Button onClick={queryState.retry}>{commonTexts.failure.retry()}</Button>}
        </div>
      )}
      {queryState.kind === 'known' && children(queryState.value)}
    </section>
  );
}
