import { camp, startWatched, strikeNear, until } from './startWatched.ts';

/** After the last strike, in ms: when the all-clear was decided, and when the far side had it. */
export interface AllClear {
  readonly decidedMs: number;
  readonly arrivedMs: number;
}

const DWELL_MIN = 30;

/** One all-clear as it is in earnest: a dwell of 30 min, a poll of 5 s, a Watch object that is killed on the way. */
export async function measureAllClear(): Promise<AllClear> {
  const watched = await startWatched({});
  try {
    const { product, hooks, source } = watched;
    const book = await watched.bookOfHook('clear', { ...camp(), dwellMin: DWELL_MIN });
    await book.until(({ unknown }) => !unknown, 'seen', 60_000);
    const strike = strikeNear();
    source.add(strike);
    const of = (type: string) => hooks.arrivals.find(({ message }) => message.type === type);
    await until(() => of('watch.raise') !== undefined, 'the raise');
    await until(() => Date.now() > strike.atMs + 10 * 60_000, 'ten minutes', 11 * 60_000, 1_000);
    await product.kill('WATCH', book.keys.id[0] ?? '');
    await until(() => of('watch.clear') !== undefined, 'the all-clear', 30 * 60_000, 1_000);
    const clear = of('watch.clear');
    return {
      decidedMs: Date.parse(String(clear?.message.data.decidedAt)) - strike.atMs,
      arrivedMs: (clear?.atMs ?? Number.NaN) - strike.atMs,
    };
  } finally {
    await watched.close();
  }
}
