import { runInDurableObject } from 'cloudflare:test';
import { systemClock } from '#shared/Clock.ts';
import { HOME_BOX as HOME } from '#shared/geo/BBox.ts';
import { KM_PER_DEGREE } from '#shared/geo/geodesy.ts';
import type { Strike } from '#shared/strike.ts';
import { feedNamed } from '#tests/isolate/testEnv.ts';
import type { Feed } from '#worker/feed/Feed.ts';
import { FeedLedger } from '#worker/feed/ledger.ts';

export const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The product's Feed, which asks nobody: a test says what it has read. */
export class StormyFeed {
  readonly stub: DurableObjectStub<Feed>;
  private reported = 0;
  private firstMinuteMs: number | undefined;

  constructor(name?: string) {
    this.stub = feedNamed(name);
  }

  /** Keeps it from running by itself. */
  async begin(): Promise<void> {
    await runInDurableObject(this.stub, async (feed, { storage }) => {
      Object.assign(feed, { ranHere: true });
      await storage.setAlarm(systemClock.now() + HOUR_MS);
      new FeedLedger(storage).facts.write('homeBox', HOME);
    });
  }

  /** Home was read up to here, and these strikes were found. */
  async readTo(watermarkMs: number, strikes: readonly Strike[] = []): Promise<void> {
    await this.with(({ facts, windows, strikes: ledger }) => {
      ledger.number(strikes, systemClock.now(), 0);
      windows.cover('home', watermarkMs);
      facts.write('watermarkMs', watermarkMs);
    });
  }

  async addBacklog(fromMs: number, toMs: number): Promise<void> {
    await this.with(({ windows }) =>
      windows.addBacklog({ bbox: HOME, fromMs, toMs }, 'home', 'gap', systemClock.now()),
    );
  }

  /** As a Feed that lost its storage and found the archive. */
  async renumber(epoch: string): Promise<void> {
    await this.with(({ facts }) => facts.write('epoch', epoch));
  }

  /** Strikes in the minute before `minuteMs`: `count` flashes of a storm that drifts east at 48 km/h. */
  storm(minuteMs: number, { count = 6, latitude = 42, longitude = 20 } = {}): Strike[] {
    this.firstMinuteMs ??= minuteMs;
    const driftKm = ((minuteMs - this.firstMinuteMs) / MINUTE_MS) * 0.8;
    const kmADegree = KM_PER_DEGREE * Math.cos((latitude * Math.PI) / 180);
    return Array.from({ length: count }, (_, index) => {
      this.reported += 1;
      return {
        id: `storm${this.reported}`,
        latitude: latitude + (index % 3) * 0.01,
        longitude: longitude + (driftKm + (index % 2)) / kmADegree,
        atMs: minuteMs - MINUTE_MS + Math.floor(((index + 0.5) / count) * MINUTE_MS),
      };
    });
  }

  private async with(work: (ledger: FeedLedger) => void): Promise<void> {
    await runInDurableObject(this.stub, (_, { storage }) =>
      storage.transactionSync(() => work(new FeedLedger(storage))),
    );
  }
}
