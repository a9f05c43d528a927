/** Between two pieces, whatever came meanwhile is answered: without a pause a chain of them keeps the thread to itself. */
export const othersTurn = () => new Promise<void>((resume) => setTimeout(resume, 1));

/** What the work comes to. Others have their turn at each of its pauses. */
export async function inPieces<Result>(work: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const piece = work.next();
    if (piece.done) return piece.value;
    await othersTurn();
  }
}
