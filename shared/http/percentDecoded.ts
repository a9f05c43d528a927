/** Undefined where a text is not encoded well: anybody may send anything in an address. */
export function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
