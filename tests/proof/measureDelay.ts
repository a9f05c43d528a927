import { camp, startWatched, strikeNear, until } from './startWatched.ts';

/** Camps so far apart that a strike near one is far from the others, in degrees. */
const APART = 0.4;
const WEST = -8;

/** Whether the call asks for the time of the strike: a sweep asks for what is older. */
function asksFor({ query }: { readonly query: string }, strikeMs: number): boolean {
  const from = Date.parse(new URLSearchParams(query).get('from') ?? '');
  const to = Date.parse(new URLSearchParams(query).get('to') ?? '');
  return from <= strikeMs && to >= strikeMs - 10_000;
}

/** Of one strike: when the far side had it, after the provider showed it, and after the Feed had asked for it. */
export interface Delay {
  readonly shownMs: number;
  readonly ownMs: number;
}

/** Strikes fall one after another, each near a camp of its own, while the Feed polls every five seconds. */
export async function measureDelays(strikes: number): Promise<Delay[]> {
  const watched = await startWatched({ POLL_INTERVAL_MS: '5000', PROVIDER_MAX_RPS: '2' });
  try {
    const { product, hooks, source } = watched;
    const delays: Delay[] = [];
    for (let index = 0; index < strikes; index += 1) {
      const east = WEST + APART * index;
      const name = `hook-${index}`;
      const book = await watched.bookOfHook(name, camp(east));
      await book.until(({ unknown, level }) => !unknown && level === 'clear', 'seen and clear', 60_000);
      // At any instant of the five seconds between two polls.
      await new Promise((resolve) => setTimeout(resolve, (index * 1_700) % 5_000));
      const strike = strikeNear(east);
      source.add(strike);
      const raise = () => hooks.arrivals.find(({ hook, message }) => hook === name && message.type === 'watch.raise');
      await until(() => raise() !== undefined, 'the raise', 30_000);
      const arrivedMs = raise()?.atMs ?? Number.NaN;
      const { recent } = product.simulator.calls();
      const asked = recent.findLast((call) => call.atMs <= arrivedMs && asksFor(call, strike.atMs));
      delays.push({ shownMs: arrivedMs - strike.atMs, ownMs: arrivedMs - (asked?.atMs ?? Number.NaN) });
    }
    return delays;
  } finally {
    await watched.close();
  }
}
