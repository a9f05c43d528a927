/** Between two pieces, whatever came meanwhile is answered: without a pause a chain of them keeps the thread to itself. */
export const othersTurn = () => new Promise<void>((resume) => setTimeout(resume, 1));

/** Does the work to its end and returns its result. Others have their turn at each of its pauses. */
export async function inPieces<Result>(work: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const piece = work.next();
    if (piece.done) return piece.value;
    await othersTurn();
  }
}
