import { describe, expect, test as plainTest, test } from 'vitest';
import { AS_FITTED } from '#shared/nowcast/chanceOf.ts';
import { sumsOf } from '#shared/nowcast/grades.ts';
import type { ForecastOutcome } from '#shared/nowcast/pendingForecasts.ts';
import { toStrikes } from '#shared/strike.ts';
import { DAY_MS, MINUTE_MS } from '#shared/time.ts';
import { encodeCells } from '#shared/wire/cellsEvent.ts';
import type { Source } from '#shared/wire/FeedEvent.ts';
import type { FeedStatus } from '#shared/wire/Status.ts';
import { VirtualTime } from '#tests/support/time/VirtualTime.ts';
import { GOOD_VARIABLES } from '#tests/support/workerVariables.ts';
import {
  CrossCheckEngine,
  crossCheckReport,
  crossCheckVerification,
  visibleFlashes,
} from '#worker/features/verification/CrossCheckEngine.ts';
import { CrossCheckLedger, type Event } from '#worker/features/verification/CrossCheckLedger.ts';
import { CellHistory } from '#worker/nowcast/CellHistory.ts';
import { Verification } from '#worker/nowcast/Verification.ts';
import { VerificationLedger } from '#worker/nowcast/VerificationLedger.ts';
import { type ChosenSource, parseSources } from '#worker/sources/chosenSources.ts';
import type { FileResponse } from '#worker/sources/source.ts';
import { FILE_TRAITS, FileHost, SLOT_MS } from './FileHost.ts';
import { HOME, START_MS } from './runFeed.ts';
import { withStorage } from './testEnv.ts';

describe('proof ledger', () => {
  const NOON_MS = Date.UTC(2026, 6, 1, 12);

  /** A test of verification over a separate object's storage. A new instance is as after a restart. */
  const test = (
    title: string,
    work: (begin: (source?: Source) => Verification, ledger: VerificationLedger, storage: DurableObjectStorage) => void,
  ): void =>
    plainTest(title, () =>
      withStorage((storage) =>
        work(
          (source = 'live') => new Verification(new VerificationLedger(storage, source)),
          new VerificationLedger(storage, 'live'),
          storage,
        ),
      ),
    );

  /** `count` equal forecasts, of which a share came true. */
  function forecasts(
    count: number,
    forecast: number,
    came: number,
    more: Partial<ForecastOutcome['result']> = {},
  ): ForecastOutcome[] {
    const logOdds = Math.log(forecast / (1 - forecast));
    return Array.from({ length: count }, (_, index) => ({
      requestedMs: NOON_MS,
      place: index,
      nearestKm: 20,
      odds: [logOdds, logOdds],
      result: { state: 'unclear', p30: forecast, p60: forecast, ...more },
      waitMinutes: index < count * came ? 20 : Number.POSITIVE_INFINITY,
    }));
  }
  const arrivals = forecasts(300, 0.5, 1, { state: 'approaching', etaMin: 10, range80: [1, 30] });
  const positions = [{ leadMinutes: 15, errorKm: 4, stayingKm: 8 }] as const;

  describe('the proof', () => {
    test('[PR1] adds up outcomes by day, over a restart, and tells thirty days of them', (begin) => {
      begin().grade(NOON_MS - 40 * DAY_MS, { forecasts: forecasts(50, 0.25, 0.2), positions: [] }, []);
      begin().grade(NOON_MS - DAY_MS, { forecasts: forecasts(100, 0.25, 0.2), positions }, []);
      begin().grade(NOON_MS, { forecasts: forecasts(300, 0.25, 0.3), positions }, []);
      const nowcastVerification = begin().reported(NOON_MS + 1);
      expect(nowcastVerification).toMatchObject({ days: 2, toMs: NOON_MS + 1, fromMs: Date.UTC(2026, 5, 30) });
      expect(nowcastVerification.chance30).toMatchObject({ cases: 400, hits: 110 });
      expect(nowcastVerification.chance30.bins[3]).toMatchObject({
        from: 0.2,
        to: 0.3,
        cases: 400,
        forecast: 0.25,
        observed: 0.275,
      });
      expect(nowcastVerification.position15).toEqual({ cases: 2, errorKm: 4, stayingKm: 8 });
      expect(nowcastVerification.states.others).toEqual({ cases: 400, struck: 110 });
    });

    test('[PR1] grades no tick twice, though a restart plays the last half hour again', (begin) => {
      const outcomes = { forecasts: forecasts(10, 0.25, 0.2), positions: [] };
      begin().grade(NOON_MS, outcomes, []);
      begin().grade(NOON_MS, outcomes, []);
      begin().grade(NOON_MS - 5 * MINUTE_MS, outcomes, []);
      expect(begin().reported(NOON_MS).chance30.cases).toBe(10);
    });

    test('[PR2] leaves out forecasts in whose time a gap was seen, also after it was read', (begin) => {
      const verification = begin();
      const outcomes = { forecasts: forecasts(10, 0.25, 0.2), positions: [] };
      verification.grade(NOON_MS + MINUTE_MS, { forecasts: [], positions: [] }, [
        [13, 34, 31, 48, NOON_MS, NOON_MS + MINUTE_MS],
      ]);
      verification.grade(NOON_MS + 90 * MINUTE_MS, outcomes, []);
      expect(verification.reported(NOON_MS + 91 * MINUTE_MS).chance30.cases).toBe(0);
    });

    test('[PR1] never adds simulated storms to those of the sky', (begin) => {
      begin('simulated').grade(NOON_MS, { forecasts: forecasts(10, 0.25, 0.2), positions: [] }, []);
      begin('simulated').countMinutes(NOON_MS, NOON_MS);
      expect(begin('live').reported(NOON_MS)).toMatchObject({ days: 0, uptime: { upMinutes: 0, ofMinutes: 0 } });
      expect(begin('simulated').reported(NOON_MS)).toMatchObject({ days: 1, uptime: { upMinutes: 1, ofMinutes: 1 } });
    });

    test('[PR5] chances are fitted to outcomes once a night, from 300 hits on, and the fit outlives a restart', (begin) => {
      expect(begin().calibration(NOON_MS).odds).toEqual(AS_FITTED);
      expect(begin().reported(NOON_MS).fit).toBeNull();
      begin().grade(NOON_MS, { forecasts: forecasts(4_000, 0.5, 0.25), positions: [] }, []);
      expect(begin().calibration(NOON_MS + MINUTE_MS).odds).toEqual(AS_FITTED);
      const [a30] = begin().calibration(NOON_MS + DAY_MS).odds;
      expect(a30).toBeLessThan(-0.5);
      expect(begin().calibration(NOON_MS + DAY_MS + MINUTE_MS).odds[0]).toBe(a30);
      expect(begin().reported(NOON_MS + DAY_MS).fit).toMatchObject({ atMs: NOON_MS + DAY_MS, cases: 4_000 });
    });

    test('[PR9] replayed outcomes teach at once, until 300 that were told came true, and hide nothing', (begin) => {
      const odd = forecasts(4_000, 0.5, 0.05, { state: 'approaching', etaMin: 10, range80: [1, 10] });
      begin().acceptReplayed({ toMs: NOON_MS - DAY_MS, sums: sumsOf(odd, []) });
      expect(begin().calibration(NOON_MS + 31 * DAY_MS).odds).toEqual(AS_FITTED);
      begin().acceptReplayed({ toMs: NOON_MS - DAY_MS, sums: sumsOf(forecasts(4_000, 0.5, 0.25), []) });
      begin().grade(NOON_MS, { forecasts: forecasts(500, 0.5, 0.5), positions: [] }, []);
      expect(begin().calibration(NOON_MS + MINUTE_MS).odds[0]).toBeLessThan(-0.5);
      expect(begin().reported(NOON_MS + MINUTE_MS)).toMatchObject({
        withheld: [],
        chance30: { cases: 500 },
        fit: { cases: 4_500, withReplayed: true },
      });
      begin().grade(NOON_MS + MINUTE_MS, { forecasts: forecasts(500, 0.5, 0.5, {}), positions: [] }, []);
      begin().grade(NOON_MS + 2 * MINUTE_MS, { forecasts: arrivals, positions: [] }, []);
      expect(begin().calibration(NOON_MS + DAY_MS).odds[0]).toBeGreaterThan(-0.5);
      expect(begin().reported(NOON_MS + DAY_MS).fit).toMatchObject({ cases: 1_300, withReplayed: false });
    });

    test('[PR6] arrivals are withheld while fewer than 7 in 10 hold, chances while a gap is too wide, and come back', (begin) => {
      const verification = begin();
      const late = forecasts(100, 0.25, 1, { state: 'approaching', etaMin: 10, range80: [1, 10] });
      verification.grade(NOON_MS, { forecasts: late, positions: [] }, []);
      expect(verification.withheld(NOON_MS)).toEqual(['eta']);
      verification.grade(NOON_MS + 1, { forecasts: forecasts(400, 0.25, 1), positions: [] }, []);
      expect(verification.reported(NOON_MS + 1)).toMatchObject({
        withheld: [
          { part: 'chance', why: 'gap' },
          { part: 'eta', why: 'share' },
        ],
        recent: { days: 7, arrivals: 100, held: 0 },
      });
      expect(verification.withheld(NOON_MS + 8 * DAY_MS)).toEqual([]);
    });

    test('[PR4] minutes are counted over a restart, those in between as down', (begin) => {
      begin().countMinutes(NOON_MS, NOON_MS);
      begin().countMinutes(NOON_MS + 20_000, NOON_MS);
      begin().countMinutes(NOON_MS + 10 * MINUTE_MS, NOON_MS + 9 * MINUTE_MS);
      expect(begin().reported(NOON_MS).uptime).toEqual({ upMinutes: 2, ofMinutes: 11 });
    });

    test('[PR1] days are kept for 400 days', (begin, ledger) => {
      for (const days of [401, 399]) {
        begin().grade(NOON_MS - days * DAY_MS, { forecasts: forecasts(1, 0.25, 0), positions: [] }, []);
      }
      begin().calibration(NOON_MS);
      expect(ledger.since(0).days).toEqual([Math.floor((NOON_MS - 399 * DAY_MS) / DAY_MS)]);
    });
  });

  const minute = (atMs: number) => encodeCells({ atMs, cells: [], odds: AS_FITTED });

  test('[NC7] what was told holds for five minutes, is kept for 14 days, and is not told of another source', (_begin, _ledger, storage) => {
    const cellHistory = new CellHistory(storage.sql, 'live');
    for (const ago of [2, 1]) cellHistory.store(minute(NOON_MS - ago * MINUTE_MS));
    const at = (atMs: number) => cellHistory.at(atMs)?.atMs;
    expect(at(NOON_MS)).toBe(NOON_MS - MINUTE_MS);
    expect(at(NOON_MS - 90_000)).toBe(NOON_MS - 2 * MINUTE_MS);
    expect(at(NOON_MS + 4 * MINUTE_MS - 1)).toBe(NOON_MS - MINUTE_MS);
    expect(at(NOON_MS + 4 * MINUTE_MS)).toBeUndefined();
    expect(new CellHistory(storage.sql, 'simulated').at(NOON_MS)).toBeNull();
    cellHistory.store(minute(NOON_MS - MINUTE_MS + 14 * DAY_MS));
    expect(at(NOON_MS - 90_000)).toBeUndefined();
    expect(at(NOON_MS)).toBe(NOON_MS - MINUTE_MS);
  });
});

describe('a cross-check', () => {
  /** From the end of a slot until its file is listed. */
  const LISTED_AFTER_MS = 60_000;
  const SATELLITE = { ...FILE_TRAITS, name: 'mtg-li', attribution: 'Seen from above {year}' };

  const ALIVE = { ...GOOD_VARIABLES, MTG_LI_KEY: 'key', MTG_LI_SECRET: 'secret', PUBLIC_DATA_SOURCE: 'A network' };
  const CHOSEN = parseSources({ ...ALIVE, SOURCES: 'primary=provider,cross-check=mtg-li' }).sources[1] as ChosenSource;

  /** `count` events a slot at one place, from the slot that begins at `fromMs` on, one after the other. */
  function storm(fromMs: number, slots: number, count: number, at = { latitude: 42.2, longitude: 23.2 }): Event[] {
    const stepMs = SLOT_MS / count;
    return Array.from({ length: slots * count }, (_, index) => ({ ...at, atMs: fromMs + (index + 0.5) * stepMs }));
  }

  interface Running {
    readonly host: FileHost;
    readonly time: VirtualTime;
    /** The primary source: the strikes it has reported, and how far it was read. */
    readonly feed: { strikes: Event[]; completeToMs: () => number; gaps: [number, number][]; fails: boolean };
    readonly logged: string[];
    readonly report: () => ReturnType<typeof crossCheckReport>;
    readonly verification: () => ReturnType<typeof crossCheckVerification>;
    readonly flashes: () => ReturnType<typeof visibleFlashes>;
    /** Ends the engine's memory. */
    die(): void;
  }

  /** A cross-check over real SQLite in virtual time, woken as an alarm would wake it, with a scripted feed. */
  async function runCrossCheck(sky: readonly Event[], story: (crossCheck: Running) => Promise<void>): Promise<void> {
    await withStorage(async (storage) => {
      const time = new VirtualTime(START_MS);
      const flashesOf = (slotMs: number) =>
        sky
          .filter(({ atMs }) => atMs >= slotMs && atMs < slotMs + SLOT_MS)
          .map((flash, index) => ({ ...flash, id: `${slotMs}-${index}` }));
      const host = new FileHost(time, LISTED_AFTER_MS, flashesOf, SATELLITE);
      const feed: Running['feed'] = { strikes: [], completeToMs: () => time.now() - 10_000, gaps: [], fails: false };
      const logged: string[] = [];
      const results = {
        status: async () => {
          if (feed.fails) throw new Error('gone');
          return { feed: { completeToMs: feed.completeToMs(), gaps: feed.gaps } } as unknown as FeedStatus;
        },
        strikesWithin: async (_box: unknown, { fromMs, toMs }: { fromMs: number; toMs: number }) => {
          const within = feed.strikes.filter(({ atMs }) => atMs >= fromMs && atMs <= toMs);
          return toStrikes(within.map((strike, index) => ({ ...strike, id: `${index}`, ordinal: index + 1 })));
        },
      };
      let ledger: CrossCheckLedger;
      let engine: CrossCheckEngine | undefined;
      const live = () => {
        ledger = new CrossCheckLedger(storage, 'live provider mtg-li');
        const log = (_level: string, event: string) => void logged.push(event);
        const born = new CrossCheckEngine({ ledger, source: host, feed: () => results, home: HOME, clock: time, log });
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
        report: () => crossCheckReport(ledger, CHOSEN, time.now()),
        verification: () => crossCheckVerification(ledger, CHOSEN, time.now()),
        flashes: () => visibleFlashes(ledger, CHOSEN, time.now()),
        die: live,
      });
      engine = undefined;
    });
  }

  const alarmsOf = ({ report }: Running) => report().crossCheck.alarms;

  test('makes two calls a minute, reads an hour and a half back, and counts what both, one or the other told', async () => {
    const flashes = storm(START_MS - SLOT_MS, 1, 30);
    const lonely = storm(START_MS - SLOT_MS, 1, 3, { latitude: 44.2, longitude: 20.2 });
    await runCrossCheck([...flashes, ...lonely], async (crossCheck) => {
      // Every third flash has a stroke, 11 km off; far away the satellite is blind.
      crossCheck.feed.strikes = [
        ...flashes
          .filter((_, index) => index % 3 === 0)
          .map((flash) => ({ ...flash, latitude: 42.3, atMs: flash.atMs + 300 })),
        ...storm(START_MS - SLOT_MS, 1, 2, { latitude: 38.2, longitude: 16.2 }),
      ];
      await crossCheck.time.pass(30 * MINUTE_MS);
      expect(crossCheck.host.mostCalls).toBe(2);
      const { slots, newestMs, name } = crossCheck.report().crossCheck;
      expect({ name, newestMs }).toEqual({ name: 'mtg-li', newestMs: START_MS + 2 * SLOT_MS });
      expect(slots).toEqual({ compared: 11, warned: 0, homeIncomplete: 0, unavailable: 0 });
      const { both, crossCheckOnly, primaryOnly, ...sums } = crossCheck.verification();
      expect([both[11], crossCheckOnly[11], primaryOnly[11]]).toEqual([1, 1, 1]);
      expect(both.length).toBe(24);
      expect(sums).toMatchObject({ slots: 11, flashes: 33, flashesMatched: 10, strikes: 12, strikesMatched: 10 });
      expect(crossCheck.report().source).toMatchObject({
        role: 'cross-check',
        state: 'delayed',
        supportsAlerts: false,
      });
    });
  });

  test('raises its alarm after two whole slots without a strike, says where and since when, and ends it with a strike', () =>
    runCrossCheck(storm(START_MS, 6, 30), async (crossCheck) => {
      await crossCheck.time.pass(15 * MINUTE_MS);
      expect(alarmsOf(crossCheck)).toEqual([]);
      await crossCheck.time.pass(10 * MINUTE_MS);
      const [alarm] = alarmsOf(crossCheck);
      expect(alarm).toMatchObject({ alarm: 'unseen-storm', sinceMs: START_MS, flashes: 60, expected: 6 });
      expect(Math.abs((alarm?.latitude ?? 0) - 42.2)).toBeLessThan(0.75);
      expect(crossCheck.logged).toEqual(['crossCheck.alarm']);
      crossCheck.feed.strikes = [{ latitude: 42.2, longitude: 23.2, atMs: START_MS + 25 * MINUTE_MS }];
      await crossCheck.time.pass(10 * MINUTE_MS);
      expect(alarmsOf(crossCheck)).toEqual([]);
      expect(crossCheck.logged).toEqual(['crossCheck.alarm', 'crossCheck.over']);
    }));

  test('raises none over a slot between that never came, that the source warns of, or that home was not read in', async () => {
    const sky = storm(START_MS, 2, 40);
    const between: ((crossCheck: Running) => void)[] = [
      ({ host }) => host.missing.add(START_MS + SLOT_MS),
      ({ host }) => host.warned.add(START_MS + SLOT_MS),
      ({ feed }) => feed.gaps.push([START_MS + 15 * MINUTE_MS, START_MS + 15 * MINUTE_MS + 1]),
    ];
    const left: object[] = [];
    for (const disturb of between) {
      await runCrossCheck([...sky, ...storm(START_MS + 2 * SLOT_MS, 1, 40)], async (crossCheck) => {
        disturb(crossCheck);
        await crossCheck.time.pass(36 * MINUTE_MS);
        expect(alarmsOf(crossCheck)).toEqual([]);
        await crossCheck.time.pass(130 * MINUTE_MS);
        expect(alarmsOf(crossCheck)).toEqual([]);
        const { warned, homeIncomplete, unavailable } = crossCheck.report().crossCheck.slots;
        left.push({ warned, homeIncomplete, unavailable });
      });
    }
    expect(left).toEqual([
      { warned: 0, homeIncomplete: 0, unavailable: 1 },
      { warned: 1, homeIncomplete: 0, unavailable: 0 },
      { warned: 0, homeIncomplete: 1, unavailable: 0 },
    ]);
  });

  test('waits for a home that is read late, and says nothing of it before', () =>
    runCrossCheck(storm(START_MS, 3, 40), async (crossCheck) => {
      crossCheck.feed.completeToMs = () => START_MS;
      await crossCheck.time.pass(60 * MINUTE_MS);
      expect(crossCheck.report().crossCheck.slots.compared).toBe(8);
      expect(alarmsOf(crossCheck)).toEqual([]);
      crossCheck.feed.strikes = storm(START_MS, 3, 5);
      crossCheck.feed.completeToMs = () => crossCheck.time.now();
      await crossCheck.time.pass(MINUTE_MS);
      expect(crossCheck.verification()).toMatchObject({ flashes: 120, strikes: 15 });
      expect(alarmsOf(crossCheck)).toEqual([]);
    }));

  test('whatever fails on the way, each slot is compared once, and never with more than two calls a minute', () =>
    runCrossCheck(storm(START_MS - 2 * SLOT_MS, 6, 12), async (crossCheck) => {
      const errors: FileResponse[] = [
        { kind: 'failed', reason: 'status 500' },
        { kind: 'paused', reason: 'token', retryAfterMs: 0 },
        { kind: 'rejected', reason: 'status 401', denied: true },
        { kind: 'unreadable', reason: 'flash_time: units' },
      ];
      crossCheck.host.overrideFor = (call) => (call % 3 === 0 ? errors[(call / 3) % errors.length] : undefined);
      for (let minute = 0; minute < 90; minute += 7) {
        crossCheck.feed.fails = minute % 2 === 0;
        await crossCheck.time.pass(7 * MINUTE_MS);
        crossCheck.die();
      }
      crossCheck.feed.fails = false;
      crossCheck.host.overrideFor = () => undefined;
      await crossCheck.time.pass(60 * MINUTE_MS);
      expect(crossCheck.host.mostCalls).toBe(2);
      expect(crossCheck.verification().flashes).toBe(72);
      expect(crossCheck.logged).toContain('crossCheck.call');
    }));

  test('shows the flashes of half an hour, the newest first, and is down once its newest file is 35 minutes old', () =>
    runCrossCheck(storm(START_MS - SLOT_MS, 3, 10), async (crossCheck) => {
      await crossCheck.time.pass(22 * MINUTE_MS);
      const { flashes, attribution, newestMs } = crossCheck.flashes();
      expect(attribution).toBe('Contains modified EUMETSAT Meteosat data 2026');
      expect(newestMs).toBe(START_MS + 2 * SLOT_MS);
      expect(flashes[0]).toEqual([42.2, 23.2, START_MS + 19.5 * MINUTE_MS]);
      expect(flashes.length).toBe(28);
      crossCheck.host.overrideFor = () => ({ kind: 'failed', reason: 'status 500' });
      await crossCheck.time.pass(33 * MINUTE_MS);
      expect(crossCheck.report().source.state).toBe('delayed');
      await crossCheck.time.pass(1);
      expect(crossCheck.report().source.state).toBe('down');
    }));

  test('reads a slot again from a file of more time, until it is compared', () =>
    withStorage((storage) => {
      const ledger = new CrossCheckLedger(storage, 'live provider mtg-li');
      const whole = { slotMs: START_MS, fromMs: START_MS, toMs: START_MS + SLOT_MS };
      const part = { ...whole, fromMs: START_MS + 5 * MINUTE_MS };
      ledger.insert(part, 'pending', []);
      expect([ledger.isNeeded(part), ledger.isNeeded(whole)]).toEqual([false, true]);
      ledger.compared(part, []);
      expect(ledger.isNeeded(whole)).toBe(false);
    }));

  test('begins anew between other sources', () =>
    withStorage((storage) => {
      const slot = { slotMs: START_MS, fromMs: START_MS, toMs: START_MS + SLOT_MS };
      new CrossCheckLedger(storage, 'live provider mtg-li').insert(slot, 'pending', []);
      expect(new CrossCheckLedger(storage, 'live provider mtg-li').isNeeded(slot)).toBe(false);
      expect(new CrossCheckLedger(storage, 'live ualf mtg-li').isNeeded(slot)).toBe(true);
    }));
});
