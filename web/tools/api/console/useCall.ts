import { useEffect, useRef, useState } from 'react';
import { type ApiAnswer, callApi } from './callApi.ts';

export type Call =
  | { readonly kind: 'none' }
  | { readonly kind: 'asking' | 'failed'; readonly path: string }
  | { readonly kind: 'answered'; readonly path: string; readonly answer: ApiAnswer };

/** The console's one call: a new one ends the one before, and leaving the page ends it too. */
export function useCall(): { readonly call: Call; readonly send: (path: string) => void } {
  const [call, setCall] = useState<Call>({ kind: 'none' });
  const underWay = useRef<AbortController>(undefined);
  useEffect(() => () => underWay.current?.abort(), []);
  const send = (path: string) => {
    underWay.current?.abort();
    const own = new AbortController();
    underWay.current = own;
    const unlessLeft = (next: Call) => {
      if (!own.signal.aborted) setCall(next);
    };
    setCall({ kind: 'asking', path });
    callApi(path, own.signal).then(
      (answer) => unlessLeft({ kind: 'answered', path, answer }),
      () => unlessLeft({ kind: 'failed', path }),
    );
  };
  return { call, send };
}
