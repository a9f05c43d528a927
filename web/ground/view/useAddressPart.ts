import { useCallback, useMemo } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { usePathname } from '#web/kit/routing/PageLink.tsx';

export interface AddressPart<Value> {
  readonly names: readonly string[];
  /** Invalid parameters count as missing. Never throws. */
  readonly parse: (parameters: URLSearchParams) => Value;
  /** Returns `name=value` of each parameter, encoded, without defaults. */
  readonly format: (value: Value) => readonly string[];
}

/** Returns the query string, without `?`, with `part` set to `value`. Parameters of other parts are unchanged. */
export function withAddressPart<Value>(search: string, part: AddressPart<Value>, value: Value): string {
  const others = search
    .replace(/^\?/, '')
    .split('&')
    .filter((pair) => pair !== '' && !part.names.includes(pair.split('=', 1)[0] ?? ''));
  return [...part.format(value), ...others].join('&');
}

/** `push` for choices, so that Back undoes them; `replace` for moves. */
export type HistoryStep = 'push' | 'replace';

type ChangeAddress<Value> = (changed: (value: Value) => Value, step: HistoryStep) => void;

export function useAddressPart<Value>(part: AddressPart<Value>): [Value, ChangeAddress<Value>] {
  const search = useSearch();
  const pathname = usePathname();
  const value = useMemo(() => part.parse(new URLSearchParams(search)), [part, search]);
  const change = useCallback<ChangeAddress<Value>>(
    (changed, step) => {
      // Parsed again: another part may have changed the address since this one was rendered.
      const present = window.location.search;
      const next = withAddressPart(present, part, changed(part.parse(new URLSearchParams(present))));
      // The fragment holds a tool's query.
      const { hash } = window.location;
      navigate(`${pathname}${next === '' ? '' : `?${next}`}${hash}`, { replace: step === 'replace' });
    },
    [part, pathname],
  );
  return [value, change];
}
