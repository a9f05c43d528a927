import { useCallback, useMemo } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { useLocationText } from '#web/kit/browser/browserState.ts';
import { usePathname } from './PageLink.tsx';

/** A value in an address, in one parameter or several. */
export interface AddressPart<Value, Parsed = Value> {
  readonly names: readonly string[];
  /** Invalid parameters count as missing, or are refused. Never throws. */
  readonly parse: (parameters: URLSearchParams) => Parsed;
  /** Returns `name=value` of each parameter, encoded, without defaults. */
  readonly format: (value: Value) => readonly string[];
}

export interface Refusal<Fault extends string> {
  readonly ok: false;
  readonly error: Fault;
}

export type CheckedPart<Value, Fault extends string> = AddressPart<Value, Value | Refusal<Fault>>;

export const refused = <const Fault extends string>(error: Fault): Refusal<Fault> => ({ ok: false, error });

const isRefused = (value: Partial<Refusal<string>> | null | undefined) => value?.ok === false;

/** The text of one parameter. */
export interface Codec<Value> {
  /** Undefined if the text is invalid. Never throws. */
  readonly parse: (typed: string) => Value | undefined;
  /** Returns encoded text; empty leaves the parameter out. */
  readonly format: (value: Value) => string;
}

/** Text, without the blanks around it. */
export function text(isValid: (trimmed: string) => boolean): Codec<string> {
  return { parse: (typed) => [typed.trim()].find(isValid), format: encodeURIComponent };
}

export const upTo = (maxLength: number) => (trimmed: string) => trimmed.length <= maxLength;

export function oneOf<const Value extends string | number>(offered: readonly Value[]): Codec<Value> {
  return { parse: (typed) => offered.find((value) => String(value) === typed), format: String };
}

function parameter<Value, Other>(name: string, { parse, format }: Codec<Value>, missing: Other, invalid: Other) {
  return {
    names: [name],
    parse(parameters: URLSearchParams) {
      const typed = parameters.get(name);
      return typed === null ? missing : (parse(typed) ?? invalid);
    },
    format(value: unknown) {
      const typed = value === undefined ? '' : format(value as Value);
      return typed === '' ? [] : [`${name}=${typed}`];
    },
  };
}

/** A missing or invalid parameter counts as `usual`, which is left out. */
export function field<Value, const Usual>(name: string, codec: Codec<Value>, usual: Usual): AddressPart<Value | Usual> {
  const part = parameter(name, codec, usual, usual);
  const [left] = part.format(usual);
  return { ...part, format: (value) => part.format(value).filter((typed) => typed !== left) };
}

/** `word` says the opposite of `usual`, and any other text says nothing. */
export function flag(name: string, word: string, usual = false): AddressPart<boolean> {
  const parse = (typed: string) => (typed === word ? !usual : undefined);
  return field(name, { parse, format: (value) => (value === usual ? '' : word) }, usual);
}

/** An invalid parameter is refused with `fault`, a missing one counts as `missing`. It is always written. */
export const checked = <Value, const Fault extends string, const Missing>(
  name: string,
  codec: Codec<Value>,
  fault: Fault,
  missing: Missing | Refusal<Fault>,
): CheckedPart<Value | Missing, Fault> => parameter(name, codec, missing, refused(fault));

/** A missing parameter is refused too. */
export const required = <Value, const Fault extends string>(name: string, codec: Codec<Value>, fault: Fault) =>
  checked<Value, Fault, never>(name, codec, fault, refused(fault));

type Parts<Value> = { readonly [Key in keyof Value]: AddressPart<Value[Key]> };

/** The parts are written in their order. */
export function form<Value extends object>(parts: Parts<Value>): AddressPart<Value> {
  const entries = Object.entries(parts) as [keyof Value, AddressPart<Value[keyof Value]>][];
  return {
    names: entries.flatMap(([, { names }]) => names),
    parse: (parameters) => Object.fromEntries(entries.map(([key, part]) => [key, part.parse(parameters)])) as Value,
    format: (value) => entries.flatMap(([key, part]) => part.format(value[key])),
  };
}

/** A whole fragment. It stays in the browser: no request contains it. */
export interface Fragment<Parsed, Query> {
  /** Undefined for an empty fragment. */
  readonly parse: (hash: string) => Parsed | undefined;
  readonly format: (query: Query) => string;
}

/** A form that is a whole fragment. Of several faults it gives the first, in the order of `parts`. */
export function fragment<Query extends object, Fault extends string>(
  parts: { readonly [Key in keyof Query]: CheckedPart<Query[Key], Fault> },
): Fragment<{ readonly ok: true; readonly query: Query } | Refusal<Fault>, Query> {
  const { parse, format } = form(parts as Parts<Query>);
  return {
    parse(hash) {
      const parameters = new URLSearchParams(hash.replace(/^#/, ''));
      if (parameters.size === 0) return undefined;
      const query = parse(parameters);
      return Object.values(query).find(isRefused) ?? { ok: true, query };
    },
    format: (query) => `#${format(query).join('&')}`,
  };
}

/** Returns the query string, without `?`, with `part` set to `value`. Parameters of other parts are unchanged. */
export function withAddressPart<Value>(search: string, { names, format }: AddressPart<Value>, value: Value): string {
  const others = search
    .replace(/^\?/, '')
    .split('&')
    .filter((pair) => pair !== '' && !names.includes(pair.split('=', 1)[0] ?? ''));
  return [...format(value), ...others].join('&');
}

/** `push` for choices, so that Back undoes them; `replace` for moves. */
export type HistoryStep = 'push' | 'replace';

/** Of an object only what changes. */
type ChangePart<Value> = (changes: Value extends object ? Partial<Value> : Value, step: HistoryStep) => void;

/** The map owns the query, a tool the fragment; a change of one keeps the other. `address` must be stable. */
export function useAddress<Value>(address: AddressPart<Value>, where: 'query'): [Value, ChangePart<Value>];
export function useAddress<Parsed, Query>(
  address: Fragment<Parsed, Query>,
  where: 'hash',
): [Parsed | undefined, (query: Query) => void];
export function useAddress(address: AddressPart<unknown> | Fragment<unknown, unknown>, where: 'query' | 'hash') {
  const typed = useLocationText(where === 'query' ? 'search' : 'hash');
  const pathname = usePathname();
  const value = useMemo(
    () => ('names' in address ? address.parse(new URLSearchParams(typed)) : address.parse(typed)),
    [address, typed],
  );
  const change = useCallback(
    (changes: unknown, step: HistoryStep = 'push') => {
      let { search, hash } = window.location;
      if ('names' in address) {
        // Parsed again: another part may have changed the address since this one was rendered.
        const present = address.parse(new URLSearchParams(search));
        const changed = typeof changes === 'object' ? Object.assign({}, present, changes) : changes;
        search = withAddressPart(search, address, changed).replace(/^(?=.)/, '?');
      } else hash = address.format(changes);
      navigate(pathname + search + hash, { replace: step === 'replace' });
    },
    [address, pathname],
  );
  return [value, change];
}
