/** What one part of the map keeps in the address: parameters that nobody else owns, and how they are read and written. */
export interface AddressPart<Value> {
  /** The names of its parameters. */
  readonly names: readonly string[];
  /** What the query string says; parameters that make no sense are as if they were not there. Never throws. */
  readonly parse: (parameters: URLSearchParams) => Value;
  /** `name=value` of each parameter, fit for an address; none for what is as by default. */
  readonly format: (value: Value) => readonly string[];
}

/** The query string, without `?`, once `part` says `value`. What other parts own stays as it is. */
export function withAddressPart<Value>(search: string, part: AddressPart<Value>, value: Value): string {
  const others = search
    .replace(/^\?/, '')
    .split('&')
    .filter((pair) => pair !== '' && !part.names.includes(pair.split('=', 1)[0] ?? ''));
  return [...part.format(value), ...others].join('&');
}
