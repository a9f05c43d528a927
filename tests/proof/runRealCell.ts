import type { FarSideFault } from '#worker/dev/standIns/FarSideFault.ts';
import { camp, startWatched, strikeNear, until } from './startWatched.ts';

/** What goes wrong in real processes while a strike raises and is let go again. */
export interface RealCell {
  readonly death: 'nothing' | 'watch' | 'feed' | 'both' | 'runtime';
  /** When it dies: as soon as the strike is shown, or while the all-clear is waited for. */
  readonly when: 'raise' | 'countdown';
  readonly farSide: FarSideFault;
  readonly feed: 'prompt' | 'outage' | 'late';
}

export const REAL_CELLS: readonly RealCell[] = [
  { death: 'nothing', when: 'raise', farSide: 'none', feed: 'prompt' },
  { death: 'watch', when: 'raise', farSide: 'none', feed: 'prompt' },
  { death: 'feed', when: 'raise', farSide: 'none', feed: 'prompt' },
  { death: 'both', when: 'raise', farSide: '500', feed: 'prompt' },
  { death: 'runtime', when: 'raise', farSide: 'none', feed: 'prompt' },
  { death: 'watch', when: 'countdown', farSide: 'none', feed: 'prompt' },
  { death: 'feed', when: 'countdown', farSide: 'none', feed: 'prompt' },
  { death: 'runtime', when: 'countdown', farSide: '500', feed: 'prompt' },
  { death: 'nothing', when: 'raise', farSide: 'hang', feed: 'prompt' },
  { death: 'nothing', when: 'raise', farSide: 'cut', feed: 'prompt' },
  { death: 'nothing', when: 'raise', farSide: '429', feed: 'prompt' },
  { death: 'nothing', when: 'raise', farSide: 'slow', feed: 'prompt' },
  { death: 'nothing', when: 'raise', farSide: 'none', feed: 'outage' },
  { death: 'both', when: 'countdown', farSide: 'cut', feed: 'outage' },
  { death: 'nothing', when: 'raise', farSide: 'none', feed: 'late' },
];

export const realTitle = ({ death, when, farSide, feed }: RealCell) =>
  `dies: ${death} (${when}); far side: ${farSide}; feed: ${feed}`;

/** What arrived: the types, each id once, how many came again, and how long after the last strike the all-clear was decided. */
export interface RealRun {
  readonly types: readonly string[];
  readonly doubles: number;
  readonly clearAfterMs: number;
  readonly isSigned: boolean;
}

const DWELL_MS = 12_000;
const SETTLE_MS = 2_000;
const HURT_MS = 4_000;
export const HOLD_MS = DWELL_MS + SETTLE_MS;

/** Runs one cell on workerd, over real HTTP, with a dwell of seconds. */
export async function runRealCell({ death, when, farSide, feed }: RealCell): Promise<RealRun> {
  const watched = await startWatched({ POLL_INTERVAL_MS: '300', PROVIDER_MAX_RPS: '20', WATCH_TEST_TIME: '1' });
  const { product, source, hooks } = watched;
  try {
    const book = await watched.bookOfHook('real', { ...camp(), dwellMin: DWELL_MS / 60_000 });
    const kill = async () => {
      if (death === 'runtime') return product.restart();
      if (death === 'feed' || death === 'both') await product.kill('FEED', 'feed');
      if (death === 'watch' || death === 'both') await product.kill('WATCH', book.keys.id[0] ?? '');
    };
    await book.until(({ unknown }) => !unknown, 'seen');

    if (feed === 'late') product.simulator.setFaults({ lateness: { minMs: 1_500, maxMs: 1_500 } });
    hooks.setFault('real', farSide);
    const strike = strikeNear();
    source.add(strike);
    if (when === 'raise') await kill();
    setTimeout(() => hooks.setFault('real', 'none'), HURT_MS);
    const story = () => [...new Map(hooks.arrivals.filter(({ taken }) => taken).map((one) => [one.id, one])).values()];
    const has = (type: string) => story().some(({ message }) => message.type === type);
    await until(() => has('watch.raise'), 'the raise', 40_000);
    if (when === 'countdown') await kill();
    if (feed === 'outage') {
      product.simulator.setFaults({ errorRate: 1 });
      await until(() => Date.now() > strike.atMs + HOLD_MS + 3_000, 'the dwell');
      product.simulator.setFaults({ errorRate: 0 });
    }
    await until(() => has('watch.clear'), 'the all-clear', 60_000);
    const clear = story().find(({ message }) => message.type === 'watch.clear');
    const ids = hooks.arrivals.filter(({ taken }) => taken).map(({ id }) => id);
    return {
      types: story().map(({ message }) => message.type),
      doubles: ids.length - new Set(ids).size,
      clearAfterMs: Date.parse(String(clear?.message.data.decidedAt)) - strike.atMs,
      isSigned: story()
        .slice(1)
        .every(({ verified }) => verified === true),
    };
  } finally {
    await watched.close();
  }
}

/** What is wrong with a run; empty if nothing is. */
export function realFaults(
  { farSide, death }: RealCell,
  { types, doubles, clearAfterMs, isSigned }: RealRun,
): string[] {
  const told = types.filter((type) => type === 'watch.raise' || type === 'watch.clear');
  // A row under way at a death, and one whose answer was cut off each time until the far side was well again.
  const isSent = death !== 'nothing' || farSide === 'cut';
  return [
    ...(told.join(' ') === 'watch.raise watch.clear' ? [] : [`told: ${told.join(' ')}`]),
    ...(doubles === 0 || isSent ? [] : [`${doubles} came twice`]),
    ...(clearAfterMs >= HOLD_MS ? [] : [`all-clear after ${clearAfterMs} ms`]),
    ...(isSigned ? [] : ['a signature that is none']),
  ];
}
