import type { Asked } from './ask.ts';

/** Asks now and every `periodMs`, until the returned function is called; nothing is told after that. */
export function askEvery<T>(
  periodMs: number,
  ask: (signal: AbortSignal) => Promise<Asked<T>>,
  onAnswer: (asked: Asked<T>) => void,
): () => void {
  const leaving = new AbortController();
  const look = async () => {
    const asked = await ask(leaving.signal);
    if (!leaving.signal.aborted) onAnswer(asked);
  };
  void look();
  const timer = setInterval(look, periodMs);
  return () => {
    leaving.abort();
    clearInterval(timer);
  };
}
