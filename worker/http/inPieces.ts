/** Without a pause between pieces a chain of them blocks the thread; it lets other requests be answered. */
export const othersTurn = () => new Promise<void>((resume) => setTimeout(resume, 1));

/** Runs the work to its end and returns its result. Others have their turn at each of its pauses. */
export async function inPieces<Result>(work: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const piece = work.next();
    if (piece.done) return piece.value;
    await othersTurn();
  }
}
