import type { BookView } from '#shared/watch/BookView.ts';
import { hashOf } from '#worker/keys/hashOf.ts';

/** What a caller holds may be so much older than what is known. */
const STEP_MS = 10_000;

/**
 * The entity tag of a book's state: another with every change of a state, an area, a recipient or a delivery. How far
 * the data is complete and when the Feed was heard move with every poll, and count in steps of 10 s: so a panel that is
 * answered 304 shows an age that is too great by 10 s at most, and never one that is too small. The server's time alone
 * makes no other tag.
 */
export function stateTag({ areas, feed, ...rest }: BookView): string {
  const steps = areas.map(({ completeTo, ...area }) => ({ ...area, completeTo: stepOf(completeTo) }));
  return `"${hashOf(JSON.stringify([rest, steps, stepOf(feed.heardAt)])).slice(0, 32)}"`;
}

function stepOf(atMs: number | null): number | null {
  return atMs === null ? null : Math.floor(atMs / STEP_MS);
}
