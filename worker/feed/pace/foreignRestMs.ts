const FIRST_REST_MS = 10 * 60_000;
const LONGEST_REST_MS = 6 * 60 * 60_000;

/** How long a region is left alone that was given up, after it was given up `before` times in a row. */
export function foreignRestMs(before: number): number {
  return Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** before);
}
