import { useCallback, useMemo } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { usePathname } from '#web/kit/routing/useHref.ts';
import { type AddressPart, withAddressPart } from './AddressPart.ts';

/** How an address change enters the history: `push` for choices, so that Back undoes them; `replace` for moves. */
export type HistoryStep = 'push' | 'replace';

export type ChangeAddress<Value> = (changed: (value: Value) => Value, step: HistoryStep) => void;

/** Returns a part of the address, and a function to change it. */
export function useAddressPart<Value>(part: AddressPart<Value>): [Value, ChangeAddress<Value>] {
  const search = useSearch();
  const pathname = usePathname();
  const value = useMemo(() => part.parse(new URLSearchParams(search)), [part, search]);
  const change = useCallback<ChangeAddress<Value>>(
    (changed, step) => {
      // Read again: another part may have changed the address since this one was rendered.
      const present = window.location.search;
      const next = withAddressPart(present, part, changed(part.parse(new URLSearchParams(present))));
      navigate(next === '' ? pathname : `${pathname}?${next}`, { replace: step === 'replace' });
    },
    [part, pathname],
  );
  return [value, change];
}
