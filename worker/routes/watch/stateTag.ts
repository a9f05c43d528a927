import type { BookView } from '#shared/watch/BookView.ts';
import { hashOf } from '#worker/keys/hashOf.ts';

const STEP_MS = 10_000;

/**
 * The entity tag of a book's state. Completeness and when the Feed was heard move with every poll, and count in steps
 * of 10 s: a panel that is answered 304 shows an age at most 10 s too great, and never too small.
 */
export function stateTag({ areas, feed, ...rest }: BookView): string {
  const steps = areas.map(({ completeTo, ...area }) => ({ ...area, completeTo: stepOf(completeTo) }));
  return `"${hashOf(JSON.stringify([rest, steps, stepOf(feed.heardAt)])).slice(0, 32)}"`;
}

function stepOf(atMs: number | null): number | null {
  return atMs === null ? null : Math.floor(atMs / STEP_MS);
}
