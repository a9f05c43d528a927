/** Pieces of different requests are spread by what one takes, so that what comes in is read between them. */
const PIECE_MS = 15;
/** A look into the archive: D1 does the work elsewhere, and this thread only reads its rows. */
export const LOOK_MS = 1;
/** Longer than this nobody waits for a piece. */
const MOST_MS = 1_000;
let freeAtMs = 0;

/**
 * A pause between two pieces of work. Without it a chain of them blocks the thread, and so do the pieces of many requests
 * whose pauses end together: the thread reads what comes in only when nothing else is left to do.
 */
export function othersTurn(pieceMs = PIECE_MS): Promise<void> {
  const nowMs = Date.now();
  const atMs = Math.min(Math.max(nowMs + 1, freeAtMs), nowMs + MOST_MS);
  freeAtMs = atMs + pieceMs;
  return new Promise((resume) => setTimeout(resume, atMs - nowMs));
}

/** Runs the work to its end and returns its result. Others have their turn at each of its pauses. */
export async function inPieces<Result>(work: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const piece = work.next();
    if (piece.done) return piece.value;
    await othersTurn();
  }
}
