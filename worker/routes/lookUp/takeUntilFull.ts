import type { Strike } from '#shared/strike.ts';

/**
 * Adds those of a page, newest first, that are wanted to `taken`, until it holds `most`. Returns the instant down to
 * which the page was searched; undefined if all of it was.
 */
export function takeUntilFull(
  taken: Strike[],
  page: readonly Strike[],
  most: number,
  isWanted: (strike: Strike) => boolean,
): number | undefined {
  for (const strike of page) {
    if (!isWanted(strike)) continue;
    // Others of this millisecond may follow.
    if (taken.length >= most) return strike.atMs + 1;
    taken.push(strike);
  }
  return undefined;
}
