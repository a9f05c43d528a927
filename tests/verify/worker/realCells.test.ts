import { describe, expect, test } from 'vitest';
import { camp, startWatched, strikeNear, until } from '#tests/support/watch/startWatched.ts';

/** What goes wrong in real processes while a strike raises and is let go again. */
interface RealCell {
  readonly death: 'Watch and Feed' | 'the runtime';
  /** When it dies: as soon as the strike is shown, or while the all-clear is waited for. */
  readonly when: 'raise' | 'countdown';
  /** Until it is well again, some seconds later. */
  readonly destination: '500' | 'cut';
  readonly feed: 'prompt' | 'outage';
}

const CELLS: readonly RealCell[] = [
  { death: 'Watch and Feed', when: 'raise', destination: '500', feed: 'prompt' },
  { death: 'the runtime', when: 'countdown', destination: '500', feed: 'prompt' },
  { death: 'Watch and Feed', when: 'countdown', destination: 'cut', feed: 'outage' },
];

const DWELL_MS = 12_000;
const LATE_REPORT_MS = 2_000;
const HURT_MS = 4_000;
const HOLD_MS = DWELL_MS + LATE_REPORT_MS;

/** In virtual time, by every combination: tests/ledgers/watch/watchVerification.test.ts. */
describe('in real processes, a raise and its all-clear arrive, signed, and no all-clear before its time', () => {
  test.concurrent.each(CELLS)('dies: $death ($when); far side: $farSide; feed: $feed', async (cell) => {
    const { types, isSigned, clearAfterMs } = await runCell(cell);
    expect(types.filter((type) => type === 'watch.raised' || type === 'watch.all-clear')).toEqual([
      'watch.raised',
      'watch.all-clear',
    ]);
    expect(isSigned).toBe(true);
    expect(clearAfterMs).toBeGreaterThanOrEqual(HOLD_MS);
  });
});

/** On workerd, over real HTTP, with a dwell of seconds. What arrived: each id once; the all-clear counts from the strike. */
async function runCell({ death, when, destination, feed }: RealCell) {
  const watched = await startWatched({ POLL_INTERVAL_MS: '300', PROVIDER_MAX_RPS: '20', WATCH_TEST_TIME: '1' });
  const { product, source, hooks } = watched;
  try {
    const watchlist = await watched.watchlistOfHook('real', { ...camp(), dwellMin: DWELL_MS / 60_000 });
    const kill = async () => {
      if (death === 'the runtime') return product.restart();
      await product.kill('FEED', 'feed');
      await product.kill('WATCH', watchlist.keys.id[0] ?? '');
    };
    await watchlist.until(({ unknown }) => !unknown, 'seen');

    hooks.setFault('real', destination);
    const strike = strikeNear();
    source.add(strike);
    if (when === 'raise') await kill();
    setTimeout(() => hooks.setFault('real', 'none'), HURT_MS);
    const story = () => [
      ...new Map(hooks.arrivals.filter(({ accepted }) => accepted).map((one) => [one.id, one])).values(),
    ];
    const has = (type: string) => story().some(({ message }) => message.type === type);
    await until(() => has('watch.raised'), 'the raise', 40_000);
    if (when === 'countdown') await kill();
    if (feed === 'outage') {
      product.simulator.setFaults({ errorRate: 1 });
      await until(() => Date.now() > strike.atMs + HOLD_MS + 3_000, 'the dwell');
      product.simulator.setFaults({ errorRate: 0 });
    }
    await until(() => has('watch.all-clear'), 'the all-clear', 60_000);
    const clear = story().find(({ message }) => message.type === 'watch.all-clear');
    return {
      types: story().map(({ message }) => message.type),
      clearAfterMs: Date.parse(String(clear?.message.data.decidedAt)) - strike.atMs,
      isSigned: story()
        .slice(1)
        .every(({ verified }) => verified === true),
    };
  } finally {
    await watched.close();
  }
}
