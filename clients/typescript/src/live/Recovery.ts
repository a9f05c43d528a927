import { reconnectDelayMs } from '../../../../shared/wire/reconnectDelay.ts';
import type { Extent, Strike, TimeRange } from '../apiTypes.ts';
import { LightningError, wait } from '../getJson.ts';
import type { StrikeHistory } from '../StrikeHistory.ts';

/** Responses are cached for up to 5 s, so an earlier request would return the same. */
const LEAST_PAUSE_MS = 5_000;
/** The history is requested beyond the end of the missing span, because clocks differ. */
const BEYOND_MS = 10 * 60_000;

export interface RecoveryDeps {
  readonly history: (range: TimeRange) => StrikeHistory;
  readonly tell: (strike: Strike) => void;
  /** Called when the whole missing span has been read, except the extent’s gaps. */
  readonly caughtUp: (extent: Extent) => void;
  readonly fail: (error: unknown) => void;
  readonly random: () => number;
  readonly signal: AbortSignal;
}

/** Reads missed strikes from the history until it reaches the start of the stream: only then are all archived. */
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

  /** Delivers the strikes of the span; undefined if the history is unavailable. */
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

/** True if the history is final for the span. Beyond home that cannot be known, so it counts as final. */
function isThrough({ completeToMs, outsideHome }: Extent, { toMs }: TimeRange): boolean {
  return outsideHome || (completeToMs !== null && completeToMs >= toMs);
}
