import type { CountedSquare, PicturedStrike } from './strikeMarks.ts';

/** The strikes in view: each of them, or, if there are many, how many fell into each square of the frame. */
export type SeenStrikes =
  | { readonly kind: 'each'; readonly strikes: readonly PicturedStrike[] }
  | { readonly kind: 'counted'; readonly squares: readonly CountedSquare[] };

export function numberOf(seen: SeenStrikes): number {
  if (seen.kind === 'each') return seen.strikes.length;
  return seen.squares.reduce((sum, { fresh, recent, old }) => sum + fresh + recent + old, 0);
}
