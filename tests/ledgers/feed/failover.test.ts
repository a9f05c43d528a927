import { describe, expect, test } from 'vitest';
import type { Strike } from '#shared/strike.ts';
import { FakeProvider } from '#tests/ledgers/FakeProvider.ts';
import { FAILED, HOME, type RunningFeed, runFeed, START_MS } from '#tests/ledgers/runFeed.ts';
import { FailoverSource } from '#worker/feed/FailoverSource.ts';
import type { WindowSource } from '#worker/sources/port/StrikeSource.ts';

const MINUTE_MS = 60_000;

/** The same sky as two networks tell it: other ids, a millisecond and some kilometres apart. */
function tellBoth(primary: FakeProvider, backup: FakeProvider, fromMs: number, minutes: number): void {
  for (let minute = 0; minute < minutes * 4; minute += 1) {
    const atMs = fromMs + minute * 15_000;
    const strike = { id: `s${atMs}`, latitude: 42 + (minute % 7) / 10, longitude: 23, atMs, publishedMs: atMs + 4_000 };
    primary.strikes.push(strike);
    backup.strikes.push({ ...strike, id: `other${atMs}`, atMs: atMs + 1, latitude: strike.latitude + 0.03 });
  }
}

interface Story extends RunningFeed {
  readonly backup: FakeProvider;
}

async function runBoth(story: (feed: Story) => Promise<void>): Promise<void> {
  const named = (name: string, source: FakeProvider): WindowSource => ({
    way: 'windows',
    traits: { ...source.traits, name },
    list: (window) => source.list(window),
  });
  await runFeed(
    async (feed) => await story({ ...feed, backup: backupOf(feed) }),
    ({ ledger, provider, time }) => {
      const backup = new FakeProvider(time);
      backups.set(provider, backup);
      return {
        provider: new FailoverSource({
          ledger,
          primary: named('provider', provider),
          backup: named('table', backup),
          home: HOME,
          clock: time,
          log: () => {},
        }),
      };
    },
  );
}

const backups = new WeakMap<FakeProvider, FakeProvider>();
const backupOf = ({ provider }: RunningFeed) => backups.get(provider) as FakeProvider;
const active = ({ ledger }: RunningFeed) => ledger.facts.read('failover').active;
const minuteOf = ({ atMs }: Strike) => Math.floor((atMs - START_MS) / 15_000);

describe('a backup of the same kind', () => {
  test('[FD21] steps in when the primary fails, and hands back after ten good minutes: each discharge is told once', async () => {
    await runBoth(async (feed) => {
      const { provider, backup, time, published } = feed;
      tellBoth(provider, backup, START_MS, 60);
      await time.pass(10 * MINUTE_MS);
      expect(active(feed)).toBe('primary');
      provider.fault = () => FAILED;
      await time.pass(MINUTE_MS);
      expect(active(feed)).toBe('backup');
      await time.pass(9 * MINUTE_MS);
      provider.fault = () => undefined;
      await time.pass(9 * MINUTE_MS);
      expect(active(feed)).toBe('backup');
      await time.pass(3 * MINUTE_MS);
      expect(active(feed)).toBe('primary');
      await time.pass(10 * MINUTE_MS);
      const told = published.map(minuteOf);
      const due = Math.floor((time.now() - MINUTE_MS - START_MS) / 15_000);
      expect(new Set(told).size).toBe(told.length);
      expect(Array.from({ length: due }, (_, index) => index).filter((index) => !told.includes(index))).toEqual([]);
      expect(published.some(({ id }) => id.startsWith('table:'))).toBe(true);
      expect(published.at(-1)?.id).toMatch(/^provider:/);
    });
  });

  test('a backup that does not answer does not step in, and the watermark never runs back', async () => {
    await runBoth(async (feed) => {
      const { provider, backup, time, ledger } = feed;
      tellBoth(provider, backup, START_MS, 30);
      backup.fault = () => FAILED;
      await time.pass(5 * MINUTE_MS);
      const before = ledger.facts.read('watermarkMs') ?? 0;
      provider.fault = () => FAILED;
      await time.pass(5 * MINUTE_MS);
      expect(active(feed)).toBe('primary');
      backup.fault = () => undefined;
      await time.pass(5 * MINUTE_MS);
      expect(active(feed)).toBe('backup');
      expect(ledger.facts.read('watermarkMs')).toBeGreaterThan(before);
    });
  });

  test('is asked once in 30 seconds while it does not read', async () => {
    await runBoth(async ({ backup, time }) => {
      await time.pass(10 * MINUTE_MS);
      expect(backup.calls.length).toBeGreaterThanOrEqual(15);
      expect(backup.calls.length).toBeLessThanOrEqual(21);
    });
  });
});
