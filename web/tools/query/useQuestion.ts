import { useMemo, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { useHash } from '#web/kit/browser/browserState.ts';
import { usePathname } from '#web/kit/routing/useHref.ts';

type Parsed<Question, Fault> =
  | { readonly ok: true; readonly question: Question }
  | { readonly ok: false; readonly fault: Fault };

/** The question that stands in the fragment, or its fault. To ask the same again is another attempt. */
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
    // The query is the map's.
    else navigate(pathname + window.location.search + next);
  };
  const question = parsed?.ok ? parsed.question : undefined;
  return { hash, attempt, question, fault: parsed && !parsed.ok ? parsed.fault : undefined, onAsk };
}
