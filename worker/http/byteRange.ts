/** Part of a body, as a `Range` asks for it; `suffix` counts from the end. */
export type ByteRange = { readonly offset: number; readonly length?: number } | { readonly suffix: number };

/** Longer numbers are no position in a file. */
const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/i;

/**
 * The one range that a request for the representation `tag` asks for. Undefined for all of it: without a range, with
 * several or one that is malformed, and where `If-Range` names another representation (RFC 9110, 13.1.5 and 14.2).
 */
export function byteRange(headers: Headers, tag: string): ByteRange | undefined {
  const condition = headers.get('if-range');
  if (condition !== null && condition !== tag) return undefined;
  const [, first = '', last = ''] = RANGE.exec(headers.get('range') ?? '') ?? [];
  if (first === '') return last === '' ? undefined : { suffix: Number(last) };
  const offset = Number(first);
  if (last === '') return { offset };
  return Number(last) < offset ? undefined : { offset, length: Number(last) - offset + 1 };
}

/** Where the range lies in a body of `size` bytes; undefined if it holds none of them. */
export function rangeWithin(
  range: ByteRange,
  size: number,
): { readonly offset: number; readonly length: number } | undefined {
  if ('suffix' in range) {
    const length = Math.min(range.suffix, size);
    return length > 0 ? { offset: size - length, length } : undefined;
  }
  const length = Math.min(range.length ?? size, size - range.offset);
  return length > 0 ? { offset: range.offset, length } : undefined;
}
