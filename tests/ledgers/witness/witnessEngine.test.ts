import { describe, expect, test } from 'vitest';
import type { FeedStatus } from '#shared/wire/Status.ts';
import { HOME, START_MS } from '#tests/ledgers/runFeed.ts';
import { withStorage } from '#tests/ledgers/testEnv.ts';
import { VirtualTime } from '#tests/support/time/VirtualTime.ts';
import { GOOD_VARIABLES } from '#tests/support/workerVariables.ts';
import { packStrikes } from '#worker/feed/StrikePages.ts';
import { type ChosenSource, parseSources } from '#worker/sources/chosenSources.ts';
import type { SourceTraits } from '#worker/sources/port/SourceTraits.ts';
import type { FileAnswer, FileList, FileSource, ListedFile } from '#worker/sources/port/StrikeSource.ts';
import { shownFlashes, witnessProof, witnessReport } from '#worker/witness/describeWitness.ts';
import type { Event } from '#worker/witness/matchFlashes.ts';
import { WitnessEngine } from '#worker/witness/WitnessEngine.ts';
import { WitnessLedger } from '#worker/witness/WitnessLedger.ts';

const SLOT_MS = 600_000;
/** From the end of a slot until its file is listed. */
const LISTED_AFTER_MS = 60_000;

const SATELLITE: SourceTraits = {
  name: 'mtg-li',
  way: 'files',
  kind: 'optical-flash',
  rows: { max: 200_000, truncation: 'never' },
  delayMs: { typical: 420_000, worst: 900_000, step: SLOT_MS },
  timeStepMs: 1,
  errorKm: { typical: 8, worst: 21 },
  identity: 'given',
  coverage: { west: -65, south: -65, east: 65, north: 65 },
  attribution: 'Seen from above {year}',
  publicUse: 'yes',
};

/** Publishes a file for each ten minutes of `sky`, a minute after its end, with the faults it is told. */
class SatelliteHost implements FileSource {
  readonly way = 'files';
  readonly traits = SATELLITE;
  readonly callsMs: number[] = [];
  readonly missing = new Set<number>();
  readonly warned = new Set<number>();
  fault: () => Extract<FileAnswer, { reason: string }> | undefined = () => undefined;
  private readonly time: VirtualTime;
  private readonly sky: readonly Event[];

  constructor(time: VirtualTime, sky: readonly Event[]) {
    this.time = time;
    this.sky = sky;
  }

  async listFiles(fromMs: number, toMs: number): Promise<FileList> {
    this.callsMs.push(this.time.now());
    const fault = this.fault();
    if (fault) return fault.kind === 'unreadable' ? { kind: 'failed', reason: fault.reason } : fault;
    const files: ListedFile[] = [];
    for (let slotMs = Math.floor(toMs / SLOT_MS) * SLOT_MS; slotMs + SLOT_MS > fromMs; slotMs -= SLOT_MS) {
      const isListed = slotMs + SLOT_MS + LISTED_AFTER_MS <= this.time.now() && !this.missing.has(slotMs);
      if (isListed) files.push({ id: `${slotMs}`, slotMs, fromMs: slotMs, toMs: slotMs + SLOT_MS });
    }
    return { kind: 'listed', files };
  }

  async readFile({ slotMs, fromMs, toMs }: ListedFile): Promise<FileAnswer> {
    this.callsMs.push(this.time.now());
    const fault = this.fault();
    if (fault) return fault;
    const strikes = this.sky
      .filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
      .map((flash, index) => ({ ...flash, id: `${slotMs}-${index}` }));
    return { kind: 'strikes', strikes, rows: strikes.length, skipped: [], isWarned: this.warned.has(slotMs) };
  }
}

const MINUTE_MS = 60_000;
const ALIVE = { ...GOOD_VARIABLES, MTG_LI_KEY: 'key', MTG_LI_SECRET: 'secret', PUBLIC_DATA_SOURCE: 'A network' };
const CHOSEN = parseSources({ ...ALIVE, SOURCES: 'primary=provider,witness=mtg-li' }).sources[1] as ChosenSource;

/** `count` events a slot at one place, from the slot that begins at `fromMs` on, one after the other. */
function storm(fromMs: number, slots: number, count: number, at = { latitude: 42.2, longitude: 23.2 }): Event[] {
  const stepMs = SLOT_MS / count;
  return Array.from({ length: slots * count }, (_, index) => ({ ...at, atMs: fromMs + (index + 0.5) * stepMs }));
}

interface Running {
  readonly host: SatelliteHost;
  readonly time: VirtualTime;
  /** The primary source's side: what it has told, and how far it was read. */
  readonly feed: { strikes: Event[]; completeToMs: () => number; unread: [number, number][]; fails: boolean };
  readonly logged: string[];
  readonly report: () => ReturnType<typeof witnessReport>;
  readonly proof: () => ReturnType<typeof witnessProof>;
  readonly flashes: () => ReturnType<typeof shownFlashes>;
  /** Ends the engine's memory. */
  die(): void;
}

/** A witness over real SQLite in virtual time, woken as an alarm would wake it, beside a scripted feed. */
async function runWitness(sky: readonly Event[], story: (witness: Running) => Promise<void>): Promise<void> {
  await withStorage(async (storage) => {
    const time = new VirtualTime(START_MS);
    const host = new SatelliteHost(time, sky);
    const feed: Running['feed'] = { strikes: [], completeToMs: () => time.now() - 10_000, unread: [], fails: false };
    const logged: string[] = [];
    const answers = {
      status: async () => {
        if (feed.fails) throw new Error('gone');
        return { feed: { completeToMs: feed.completeToMs(), unread: feed.unread } } as unknown as FeedStatus;
      },
      strikesWithin: async (_box: unknown, { fromMs, toMs }: { fromMs: number; toMs: number }) => {
        const within = feed.strikes.filter(({ atMs }) => atMs >= fromMs && atMs <= toMs);
        return packStrikes(within.map((strike, index) => ({ ...strike, id: `${index}`, ordinal: index + 1 })));
      },
    };
    let ledger: WitnessLedger;
    let engine: WitnessEngine | undefined;
    const live = () => {
      ledger = new WitnessLedger(storage, 'live provider mtg-li');
      const log = (_level: string, event: string) => void logged.push(event);
      const born = new WitnessEngine({ ledger, source: host, feed: () => answers, home: HOME, clock: time, log });
      engine = born;
      const alarmed = async () => {
        while (engine === born) {
          const nextMs = await born.step().catch(() => time.now() + 30_000);
          await time.sleep(Math.max(1, nextMs - time.now()));
        }
      };
      void alarmed();
    };
    live();
    await story({
      host,
      time,
      feed,
      logged,
      report: () => witnessReport(ledger, CHOSEN, time.now()),
      proof: () => witnessProof(ledger, CHOSEN, time.now()),
      flashes: () => shownFlashes(ledger, CHOSEN, time.now()),
      die: live,
    });
    engine = undefined;
  });
}

const alarmsOf = ({ report }: Running) => report().witness.alarms;
const busiestMinute = ({ host: { callsMs } }: Running) =>
  Math.max(...callsMs.map((fromMs) => callsMs.filter((atMs) => atMs >= fromMs && atMs < fromMs + MINUTE_MS).length));

describe('a witness', () => {
  test('makes two calls a minute, reads an hour and a half back, and counts what both, one or the other told', async () => {
    const flashes = storm(START_MS - SLOT_MS, 1, 30);
    const lonely = storm(START_MS - SLOT_MS, 1, 3, { latitude: 44.2, longitude: 20.2 });
    await runWitness([...flashes, ...lonely], async (witness) => {
      // Every third flash has a stroke, 11 km off; far away the satellite is blind.
      witness.feed.strikes = [
        ...flashes
          .filter((_, index) => index % 3 === 0)
          .map((flash) => ({ ...flash, latitude: 42.3, atMs: flash.atMs + 300 })),
        ...storm(START_MS - SLOT_MS, 1, 2, { latitude: 38.2, longitude: 16.2 }),
      ];
      await witness.time.pass(30 * MINUTE_MS);
      expect(busiestMinute(witness)).toBe(2);
      const { slots, newestMs, name } = witness.report().witness;
      expect({ name, newestMs }).toEqual({ name: 'mtg-li', newestMs: START_MS + 2 * SLOT_MS });
      expect(slots).toEqual({ compared: 11, warned: 0, homeUnread: 0, unread: 0 });
      const { both, witnessOnly, primaryOnly, ...sums } = witness.proof();
      expect([both[11], witnessOnly[11], primaryOnly[11]]).toEqual([1, 1, 1]);
      expect(both.length).toBe(24);
      expect(sums).toMatchObject({ slots: 11, flashes: 33, flashesMatched: 10, strikes: 12, strikesMatched: 10 });
      expect(witness.report().source).toMatchObject({ role: 'witness', state: 'delayed', guards: false });
    });
  });

  test('raises its alarm after two whole slots without a strike, says where and since when, and ends it with a strike', async () => {
    await runWitness(storm(START_MS, 6, 30), async (witness) => {
      await witness.time.pass(15 * MINUTE_MS);
      expect(alarmsOf(witness)).toEqual([]);
      await witness.time.pass(10 * MINUTE_MS);
      const [alarm] = alarmsOf(witness);
      expect(alarm).toMatchObject({ alarm: 'unseen-storm', sinceMs: START_MS, flashes: 60, expected: 6 });
      expect(Math.abs((alarm?.latitude ?? 0) - 42.2)).toBeLessThan(0.75);
      expect(witness.logged).toEqual(['witness.alarm']);
      witness.feed.strikes = [{ latitude: 42.2, longitude: 23.2, atMs: START_MS + 25 * MINUTE_MS }];
      await witness.time.pass(10 * MINUTE_MS);
      expect(alarmsOf(witness)).toEqual([]);
      expect(witness.logged).toEqual(['witness.alarm', 'witness.over']);
    });
  });

  test('raises none over a slot between that never came, that the source warns of, or that home was not read in', async () => {
    const sky = storm(START_MS, 2, 40);
    const between: ((witness: Running) => void)[] = [
      ({ host }) => host.missing.add(START_MS + SLOT_MS),
      ({ host }) => host.warned.add(START_MS + SLOT_MS),
      ({ feed }) => feed.unread.push([START_MS + 15 * MINUTE_MS, START_MS + 15 * MINUTE_MS + 1]),
    ];
    const left: object[] = [];
    for (const disturb of between) {
      await runWitness([...sky, ...storm(START_MS + 2 * SLOT_MS, 1, 40)], async (witness) => {
        disturb(witness);
        await witness.time.pass(36 * MINUTE_MS);
        expect(alarmsOf(witness)).toEqual([]);
        await witness.time.pass(130 * MINUTE_MS);
        expect(alarmsOf(witness)).toEqual([]);
        const { warned, homeUnread, unread } = witness.report().witness.slots;
        left.push({ warned, homeUnread, unread });
      });
    }
    expect(left).toEqual([
      { warned: 0, homeUnread: 0, unread: 1 },
      { warned: 1, homeUnread: 0, unread: 0 },
      { warned: 0, homeUnread: 1, unread: 0 },
    ]);
  });

  test('waits for a home that is read late, and says nothing of it before', async () => {
    await runWitness(storm(START_MS, 3, 40), async (witness) => {
      witness.feed.completeToMs = () => START_MS;
      await witness.time.pass(60 * MINUTE_MS);
      expect(witness.report().witness.slots.compared).toBe(8);
      expect(alarmsOf(witness)).toEqual([]);
      witness.feed.strikes = storm(START_MS, 3, 5);
      witness.feed.completeToMs = () => witness.time.now();
      await witness.time.pass(MINUTE_MS);
      expect(witness.proof()).toMatchObject({ flashes: 120, strikes: 15 });
      expect(alarmsOf(witness)).toEqual([]);
    });
  });

  test('whatever fails on the way, each slot is compared once, and never with more than two calls a minute', async () => {
    await runWitness(storm(START_MS - 2 * SLOT_MS, 6, 12), async (witness) => {
      let call = 0;
      const faults: ReturnType<SatelliteHost['fault']>[] = [
        { kind: 'failed', reason: 'status 500' },
        { kind: 'paused', reason: 'token', retryAfterMs: 0 },
        { kind: 'rejected', reason: 'status 401', denied: true },
        { kind: 'unreadable', reason: 'flash_time: units' },
      ];
      witness.host.fault = () => {
        call += 1;
        return call % 3 === 0 ? faults[(call / 3) % faults.length] : undefined;
      };
      for (let minute = 0; minute < 90; minute += 7) {
        witness.feed.fails = minute % 2 === 0;
        await witness.time.pass(7 * MINUTE_MS);
        witness.die();
      }
      witness.feed.fails = false;
      witness.host.fault = () => undefined;
      await witness.time.pass(60 * MINUTE_MS);
      expect(busiestMinute(witness)).toBe(2);
      expect(witness.proof().flashes).toBe(72);
      expect(witness.logged).toContain('witness.call');
    });
  });

  test('shows the flashes of half an hour, the newest first, and is down once its newest file is 35 minutes old', async () => {
    await runWitness(storm(START_MS - SLOT_MS, 3, 10), async (witness) => {
      await witness.time.pass(22 * MINUTE_MS);
      const { flashes, attribution, newestMs } = witness.flashes();
      expect(attribution).toBe('Contains modified EUMETSAT Meteosat data 2026');
      expect(newestMs).toBe(START_MS + 2 * SLOT_MS);
      expect(flashes[0]).toEqual([42.2, 23.2, START_MS + 19.5 * MINUTE_MS]);
      expect(flashes.length).toBe(28);
      witness.host.fault = () => ({ kind: 'failed', reason: 'status 500' });
      await witness.time.pass(33 * MINUTE_MS);
      expect(witness.report().source.state).toBe('delayed');
      await witness.time.pass(1);
      expect(witness.report().source.state).toBe('down');
    });
  });

  test('reads a slot again from a file of more time, until it is compared', async () => {
    await withStorage((storage) => {
      const ledger = new WitnessLedger(storage, 'live provider mtg-li');
      const whole = { slotMs: START_MS, fromMs: START_MS, toMs: START_MS + SLOT_MS };
      const part = { ...whole, fromMs: START_MS + 5 * MINUTE_MS };
      ledger.take(part, 'pending', []);
      expect([ledger.isWanted(part), ledger.isWanted(whole)]).toEqual([false, true]);
      ledger.compared(part, []);
      expect(ledger.isWanted(whole)).toBe(false);
    });
  });

  test('begins anew between other sources', async () => {
    await withStorage((storage) => {
      const slot = { slotMs: START_MS, fromMs: START_MS, toMs: START_MS + SLOT_MS };
      new WitnessLedger(storage, 'live provider mtg-li').take(slot, 'pending', []);
      expect(new WitnessLedger(storage, 'live provider mtg-li').isWanted(slot)).toBe(false);
      expect(new WitnessLedger(storage, 'live ualf mtg-li').isWanted(slot)).toBe(true);
    });
  });
});
