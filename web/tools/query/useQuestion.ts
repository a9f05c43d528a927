import { useMemo, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { useHash } from '#web/kit/browser/browserState.ts';
import { usePathname } from '#web/kit/routing/useHref.ts';

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
