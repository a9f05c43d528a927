/** What one part of the map keeps in the address: parameters that no other owns, and how to read and write them. */
export interface AddressPart<Value> {
  /** The names of its parameters. */
  readonly names: readonly string[];
  /** Reads the query string; invalid parameters count as missing. Never throws. */
  readonly parse: (parameters: URLSearchParams) => Value;
  /** Returns `name=value` of each parameter, ready for an address, leaving out defaults. */
  readonly format: (value: Value) => readonly string[];
}

/** Returns the query string, without `?`, with `part` set to `value`. Parameters of other parts stay as they are. */
export function withAddressPart<Value>(search: string, part: AddressPart<Value>, value: Value): string {
  const others = search
    .replace(/^\?/, '')
    .split('&')
    .filter((pair) => pair !== '' && !part.names.includes(pair.split('=', 1)[0] ?? ''));
  return [...part.format(value), ...others].join('&');
}
