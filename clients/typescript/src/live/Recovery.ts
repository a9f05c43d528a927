import { reconnectDelayMs } from '../../../../shared/wire/reconnectDelay.ts';
import type { Extent, Strike, TimeRange } from '../apiTypes.ts';
import { LightningError, wait } from '../getJson.ts';
import type { StrikeHistory } from '../StrikeHistory.ts';

/** Answers are up to 5 s old: asking again sooner would read the same. */
const LEAST_PAUSE_MS = 5_000;
/** The history is asked beyond the end of what is owed, because clocks differ. */
const BEYOND_MS = 10 * 60_000;

export interface RecoveryDeps {
  readonly history: (range: TimeRange) => StrikeHistory;
  readonly tell: (strike: Strike) => void;
  /** Called when all that was owed has been read, except the extent’s gaps. */
  readonly caughtUp: (extent: Extent) => void;
  readonly fail: (error: unknown) => void;
  readonly random: () => number;
  readonly signal: AbortSignal;
}

/** Reads missed strikes from the history until that reaches the stream's beginning: only then is it all archived. */
export class Recovery {
  private readonly deps: RecoveryDeps;
  private owed: TimeRange | undefined;

  constructor(deps: RecoveryDeps) {
    this.deps = deps;
  }

  get underWay(): boolean {
    return this.owed !== undefined;
  }

  owe({ fromMs, toMs }: TimeRange): void {
    const begins = this.owed === undefined;
    this.owed = {
      fromMs: Math.min(fromMs, this.owed?.fromMs ?? fromMs),
      toMs: Math.max(toMs, this.owed?.toMs ?? toMs),
    };
    if (begins) this.run().catch(this.deps.fail);
  }

  private async run(): Promise<void> {
    const { random, signal } = this.deps;
    for (let tries = 0; this.owed && !signal.aborted; tries += 1) {
      const extent = await this.read(this.owed);
      if (signal.aborted) return;
      if (extent && isThrough(extent, this.owed)) {
        this.owed = undefined;
        this.deps.caughtUp(extent);
        return;
      }
      await wait(LEAST_PAUSE_MS + reconnectDelayMs(tries, random), signal);
    }
  }

  /** Tells the strikes of the span; undefined if the history did not answer. */
  private async read({ fromMs, toMs }: TimeRange): Promise<Extent | undefined> {
    const history = this.deps.history({ fromMs, toMs: toMs + BEYOND_MS });
    try {
      for await (const strike of history) this.deps.tell(strike);
      return history.extent;
    } catch (error) {
      if (error instanceof LightningError && error.status < 500 && error.status !== 429) throw error;
      return undefined;
    }
  }
}

/** The history knows all that it ever will of the span. Beyond home it never says so. */
function isThrough({ completeToMs, outsideHome }: Extent, { toMs }: TimeRange): boolean {
  return outsideHome || (completeToMs !== null && completeToMs >= toMs);
}
