import { describe, expect, test as plainTest } from 'vitest';
import { MINUTE_MS } from '#shared/time.ts';
import { feedStateAt } from '#shared/wire/feedStateAt.ts';
import { FileHost, SLOT_MS } from '#tests/ledgers/FileHost.ts';
import { HOME, START_MS } from '#tests/ledgers/runFeed.ts';
import { withLedger } from '#tests/ledgers/testEnv.ts';
import { VirtualTime } from '#tests/support/time/VirtualTime.ts';
import { FileEngine } from '#worker/feed/FileEngine.ts';
import { describeFeed } from '#worker/feed/feedStatus.ts';
import { homeCoverage } from '#worker/feed/homeCoverage.ts';
import type { FeedLedger } from '#worker/feed/ledger.ts';
import type { FileResponse } from '#worker/sources/source.ts';

const LISTED_AFTER_MS = 2 * MINUTE_MS;

/** Ids start again in each file. */
const flashesOf = (slotMs: number) =>
  Array.from({ length: 10 }, (_, minute) => ({
    id: `${slotMs}-${minute}`,
    latitude: 42,
    longitude: 23,
    atMs: slotMs + minute * MINUTE_MS,
  }));

interface Running {
  readonly host: FileHost;
  readonly time: VirtualTime;
  readonly ledger: FeedLedger;
  readonly published: { readonly id: string; readonly ordinal: number }[];
  /** Ends the engine's memory. */
  die(): void;
}

async function runFiles(story: (feed: Running) => Promise<void>): Promise<void> {
  await withLedger(async (ledger) => {
    const time = new VirtualTime(START_MS);
    const host = new FileHost(time, LISTED_AFTER_MS, flashesOf);
    const published: Running['published'] = [];
    let engine: FileEngine;
    ledger.facts.write('reading', { supportsAlerts: false, lateDownAfterMs: 35 * MINUTE_MS, unreportedMs: 0 });
    const live = () => {
      const born = new FileEngine({
        ledger,
        source: host,
        clock: time,
        random: () => 0.5,
        log: () => {},
        publish: (strikes) => published.push(...strikes),
        announce: () => {},
        home: HOME,
      });
      engine = born;
      const alarmed = async () => {
        while (engine === born) await time.sleep(Math.max(1, (await born.run()) - time.now()));
      };
      void alarmed();
    };
    live();
    await story({ host, time, ledger, published, die: live });
  });
}

/** A test of a source of files. */
const test = (title: string, story: (feed: Running) => Promise<void>): void => plainTest(title, () => runFiles(story));

/** Every flash of the files from `fromMs` on that ended by `toMs`. */
function expected(fromMs: number, toMs: number) {
  const flashes: ReturnType<typeof flashesOf> = [];
  for (let slotMs = fromMs; slotMs + SLOT_MS <= toMs; slotMs += SLOT_MS) flashes.push(...flashesOf(slotMs));
  return flashes;
}

/** From when a file is listed. */
const READ_WITHIN_MS = 2 * MINUTE_MS;
const BACK_MS = 2 * 60 * MINUTE_MS;
const FIRST_SLOT_MS = START_MS - BACK_MS;
const stateOf = ({ ledger, time }: Running) => {
  const { state, cause } = feedStateAt(describeFeed(ledger, { home: HOME, coverage: HOME }, time.now()), time.now());
  return cause === undefined ? state : `${state} (${cause})`;
};

describe('a source of files', () => {
  test('[FD19] is read newest first, two hours back, each flash once, with two calls a minute', async (feed) => {
    await feed.time.pass(60 * MINUTE_MS);
    const ids = feed.published.map(({ id }) => id);
    const requested = expected(FIRST_SLOT_MS, feed.time.now() - LISTED_AFTER_MS).map(({ id }) => id);
    expect([...ids].sort()).toEqual(requested.sort());
    expect(ids[0]).toBe(`${START_MS - 2 * SLOT_MS}-0`);
    expect(feed.host.mostCalls).toBeLessThanOrEqual(2);
  });

  test('[FD20] has a mark at the end of its newest file, is never live, and tells no watermark', async (feed) => {
    await feed.time.pass(60 * MINUTE_MS);
    expect(homeCoverage(feed.ledger).completeToMs).toBe(START_MS + 5 * SLOT_MS);
    expect(feed.ledger.facts.read('watermarkMs')).toBeNull();
    expect(stateOf(feed)).toBe('delayed (late)');
  });

  test('is down 35 minutes after the end of its newest file', async (feed) => {
    await feed.time.pass(62.5 * MINUTE_MS);
    const readToMs = feed.ledger.facts.read('lastSuccessMs') ?? 0;
    feed.host.overrideFor = () => ({ kind: 'failed', reason: 'status 500' });
    await feed.time.passUntil(readToMs + 35 * MINUTE_MS);
    expect(stateOf(feed)).toMatch(/^delayed/);
    await feed.time.pass(1);
    expect(stateOf(feed)).toBe('down (provider)');
  });

  test('a missing file is owed for three hours, then its time is lost; one that comes late is read', async (feed) => {
    const never = START_MS - SLOT_MS;
    const late = START_MS;
    feed.host.missing.add(never).add(late);
    await feed.time.pass(60 * MINUTE_MS);
    expect(feed.ledger.windows.gapSpans('home')).toEqual([[never, late + SLOT_MS]]);
    feed.host.missing.delete(late);
    await feed.time.pass(5 * MINUTE_MS);
    expect(feed.ledger.windows.gapSpans('home')).toEqual([[never, never + SLOT_MS]]);
    expect(feed.published.map(({ id }) => id)).toContain(`${late}-3`);
    await feed.time.pass(150 * MINUTE_MS);
    expect(feed.ledger.windows.countGaps()).toBe(0);
    expect(homeCoverage(feed.ledger).gaps).toContainEqual([never, never + SLOT_MS]);
  });

  test('a slot that comes in two parts is read from both, and a fuller version for what it has more: no flash is told twice', async (feed) => {
    const [halved, fuller] = [START_MS, START_MS + SLOT_MS];
    const middle = (slotMs: number) => slotMs + 5 * MINUTE_MS;
    feed.host.parts.set(halved, [
      { id: 'late', fromMs: middle(halved), toMs: halved + SLOT_MS, listedMs: 0 },
      { id: 'early', fromMs: halved, toMs: middle(halved) - 30_000, listedMs: 0 },
    ]);
    feed.host.parts.set(fuller, [
      { id: 'whole', fromMs: fuller, toMs: fuller + SLOT_MS, listedMs: fuller + 30 * MINUTE_MS },
      { id: 'part', fromMs: middle(fuller), toMs: fuller + SLOT_MS, listedMs: 0 },
      { id: 'the same', fromMs: middle(fuller), toMs: fuller + SLOT_MS, listedMs: fuller + 20 * MINUTE_MS },
    ]);
    await feed.time.pass(30 * MINUTE_MS);
    expect(feed.ledger.windows.gapSpans('home')).toEqual([
      [middle(halved) - 30_000, middle(halved)],
      [fuller, middle(fuller)],
    ]);
    await feed.time.pass(30 * MINUTE_MS);
    expect(feed.ledger.windows.gapSpans('home')).toEqual([[middle(halved) - 30_000, middle(halved)]]);
    const { readIds } = feed.host;
    expect(
      ['late', 'early', 'part', 'whole', 'the same'].map((id) => readIds.filter((read) => read === id).length),
    ).toEqual([1, 1, 1, 1, 0]);
    const reported = feed.published.map(({ id }) => id);
    for (const slotMs of [halved, fuller]) {
      const ofSlot = reported.filter((id) => id.includes(` ${slotMs}-`)).map((id) => id.split(' ').at(-1));
      expect(ofSlot.sort()).toEqual(flashesOf(slotMs).map(({ id }) => id));
    }
  });

  test('what was read counts as read for good, and a time that was lost stays the only one', async (feed) => {
    const never = START_MS - SLOT_MS;
    feed.host.missing.add(never);
    await feed.time.pass(6 * 60 * MINUTE_MS);
    expect(homeCoverage(feed.ledger).gaps).toEqual([
      [0, FIRST_SLOT_MS],
      [never, never + SLOT_MS],
    ]);
  });

  test('whatever fails on the way, nothing is lost and nothing doubled once it answers again', async (feed) => {
    const errors: FileResponse[] = [
      { kind: 'failed', reason: 'status 500' },
      { kind: 'paused', reason: 'status 429', retryAfterMs: 90_000 },
      { kind: 'paused', reason: 'token', retryAfterMs: 0 },
      { kind: 'rejected', reason: 'status 401', denied: true },
      { kind: 'absent' },
      { kind: 'unreadable', reason: 'flash_time: units' },
    ];
    feed.host.overrideFor = (call) => (call % 3 === 0 ? undefined : errors[call % errors.length]);
    for (let life = 0; life < 6; life += 1) {
      await feed.time.pass(17 * MINUTE_MS);
      feed.die();
    }
    feed.host.overrideFor = () => undefined;
    await feed.time.pass(60 * MINUTE_MS);
    const ids = feed.published.map(({ id }) => id);
    const { gaps } = homeCoverage(feed.ledger);
    const hasGap = (atMs: number) => gaps.some(([fromMs, toMs]) => atMs >= fromMs && atMs < toMs);
    const requested = expected(FIRST_SLOT_MS, feed.time.now() - LISTED_AFTER_MS - READ_WITHIN_MS);
    expect(new Set(ids).size).toBe(ids.length);
    // Of what was out of reach for three hours, the time is known to be a gap.
    expect(requested.filter(({ id, atMs }) => !ids.includes(id) && !hasGap(atMs))).toEqual([]);
    expect(requested.filter(({ id }) => ids.includes(id)).length).toBeGreaterThan(150);
  });
});
