import { describe, expect, test } from 'vitest';
import type { Hotspot } from '#shared/fires/Hotspot.ts';
import { HOME_BOX } from '#shared/geo/BBox.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/time.ts';
import { aHotspot } from '#tests/fires/aHotspot.ts';
import { emptyArchive } from '#tests/ledgers/testEnv.ts';
import { OWNER, recipient, START_MS, WatchedCamp } from '#tests/ledgers/watch/WatchedCamp.ts';
import { StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import { attributeFires, readFires } from '#worker/features/fires/attributeFires.ts';
import { FireTable, type FireUpdate, fireUpdatesAfter, type UpdatedFire } from '#worker/features/fires/FireTable.ts';
import { HotspotTable } from '#worker/features/fires/HotspotTable.ts';

describe('fire notices', () => {
  const RECIPIENT = recipient('guard', { fireNotice: true });
  const CHIEF = recipient('chief');

  /** 20 km to the east of the camp, within its outermost ring. */
  const FIRE: UpdatedFire = {
    id: 'f',
    latitude: 42.7,
    longitude: 23.565,
    firstSeenMs: START_MS - HOUR_MS,
    lastSeenMs: START_MS,
    frpMw: 9,
    isStatic: false,
    state: 'likely',
    chance: 0.7,
  };

  /** News as the table gives it: numbered, what is after a number. */
  class Reported {
    private readonly updates: FireUpdate[] = [];
    constructor(camp: WatchedCamp) {
      camp.fireUpdates = async (after) => this.updates.filter(({ seq }) => seq > after);
    }

    evaluated(more: Partial<UpdatedFire> = {}): void {
      this.updates.push({ seq: this.updates.length + 1, kind: 'judged', fire: { ...FIRE, ...more } });
    }

    merged(fire: string, into: string): void {
      this.updates.push({ seq: this.updates.length + 1, kind: 'merged', fire, into });
    }
  }

  const run = (
    story: (camp: WatchedCamp, reported: Reported) => Promise<void>,
    ...recipients: Parameters<typeof WatchedCamp.run>[0]
  ) =>
    WatchedCamp.run(recipients.length > 0 ? recipients : [RECIPIENT, CHIEF], (camp) => story(camp, new Reported(camp)));

  describe('a fire near a watched area', () => {
    test('[FN1] is told to who wants it, once, with all that a machine needs; the log says so', () =>
      run(async (camp, reported) => {
        reported.evaluated();
        reported.evaluated({ id: 'far', longitude: 24 });
        await camp.at(1);
        expect(camp.sent).toEqual(['1 guard fire']);
        const { type, data } = camp.messageOf(camp.jobs[0]);
        expect(type).toBe('fire.likely-lightning');
        expect(data).toMatchObject({ areaId: 'a', level: 'clear', title: 'Fire, likely lightning: Camp' });
        expect(data.fire).toMatchObject({
          id: 'f',
          chance: 0.7,
          bearingDeg: 90,
          url: expect.stringMatching(/fires#fire=f$/),
        });
        expect(data.fire?.distanceKm).toBeCloseTo(20, 0);
        reported.evaluated({ chance: 0.8 });
        camp.restart();
        await camp.at(3);
        expect(camp.sent).toHaveLength(1);
        expect(camp.remarks).toEqual(['fire ']);
        camp.addArea('later');
        await camp.at(4);
        expect(camp.sent).toEqual(['1 guard fire', '4 guard fire']);
      }));

    test('[FN1] that grows together with another is not told again, under neither id', () =>
      run(async (camp, reported) => {
        reported.evaluated({ id: 'younger' });
        await camp.at(1);
        reported.merged('younger', 'f');
        reported.evaluated();
        await camp.at(2);
        expect(camp.sent).toEqual(['1 guard fire']);
        reported.evaluated({ state: 'unlikely', chance: 0.05 });
        await camp.at(3);
        const { data } = camp.messageOf(camp.jobs[1]);
        expect([camp.sent.at(-1), data.correction, data.fire?.id]).toEqual(['3 guard fire', true, 'younger']);
        expect(data.fire?.url).toMatch(/fires#fire=f$/);
      }));

    test('[FN2] is corrected once to those who were told; to nobody if the message had not left', () =>
      run(
        async (camp, reported) => {
          camp.attempts.set('away', { kind: 'unreachable', reason: 'connection' });
          reported.evaluated();
          await camp.at(1);
          reported.evaluated({ state: 'possible', chance: 0.3 });
          await camp.at(2);
          reported.evaluated();
          await camp.at(3);
          reported.evaluated({ state: 'none', chance: 0 });
          await camp.at(4);
          expect(camp.sent).toEqual(['1 guard fire', '2 guard fire']);
          expect(camp.messageOf(camp.jobs[1]).data).toMatchObject({ correction: true, fire: { chance: 0.3 } });
          expect(camp.remarks).toEqual(['fire ', 'fireCorrected ']);
          camp.attempts.clear();
          await camp.at(5);
          expect(camp.sent).toHaveLength(2);
        },
        RECIPIENT,
        recipient('away', { fireNotice: true }),
      ));

    test('[FN3] waits for the end of quiet hours, and is told then if it still is so', () =>
      run(
        async (camp, reported) => {
          reported.evaluated();
          reported.evaluated({ id: 'g' });
          await camp.at(1);
          reported.evaluated({ id: 'g', state: 'unlikely', chance: 0.05 });
          await camp.at(2);
          expect(camp.sent).toEqual([]);
          await camp.at(120);
          expect(camp.sent).toEqual(['120 sleeper fire']);
          expect(camp.messageOf(camp.jobs[0]).data.fire?.id).toBe('f');
          // Summer time in Sofia: it is 15:00 at the start.
        },
        recipient('sleeper', { fireNotice: true, quietHours: { from: '14:00', to: '17:00' } }),
      ));

    test('[FN3] is never told to who was muted when it came', () =>
      run(async (camp, reported) => {
        camp.request('muteRecipient', 'b', OWNER, 'guard', { forMin: 60 });
        reported.evaluated();
        await camp.at(1);
        reported.evaluated();
        await camp.at(70);
        expect(camp.sent.filter((line) => line.endsWith('fire'))).toEqual([]);
      }));

    test('[FN3] is told eight times an hour; the others follow', () =>
      run(async (camp, reported) => {
        for (let index = 0; index < 10; index += 1) reported.evaluated({ id: `f${index}` });
        await camp.at(1);
        for (let sends = 0; sends < 10; sends += 1) await camp.watch.pump.run();
        expect(camp.sent).toHaveLength(8);
        await camp.at(62);
        await camp.watch.pump.run();
        expect(camp.sent).toHaveLength(10);
      }));

    test('[FN4] goes after a stop that is decided later, and changes no level', () =>
      run(async (camp, reported) => {
        reported.evaluated();
        camp.nowMs += MINUTE_MS;
        await camp.notifyOfFires();
        expect([camp.sql.exec('SELECT id FROM delivery').toArray().length, camp.sent]).toEqual([1, []]);
        await camp.at(2, () => camp.strike(3));
        expect(camp.sent).toEqual(['2 guard raised', '2 chief raised', '2 guard fire']);
        expect(camp.viewOf('a')?.level).toBe('stop');
      }));

    test('[FN5] is not lost while nobody answers or a row cannot be written: it is told a minute after', () =>
      run(async (camp, reported) => {
        reported.evaluated();
        const received = camp.fireUpdates;
        camp.fireUpdates = () => Promise.reject(new Error('D1 is down'));
        await camp.at(1);
        camp.fireUpdates = received;
        const { append } = camp.watch.ledger.logs;
        camp.watch.ledger.logs.append = () => {
          throw new Error('disk full');
        };
        await camp.at(2);
        expect([camp.sent, camp.logged]).toEqual([[], ['warn watch.fires', 'warn watch.fires']]);
        camp.watch.ledger.logs.append = append;
        await camp.at(3);
        expect(camp.sent).toEqual(['3 guard fire']);
      }));
  });

  test('[FN5] a fire that is joined with the lightning before it reaches the outbox; when it grows together, nobody is told again', () =>
    WatchedCamp.run([RECIPIENT], async (camp) => {
      const db = await emptyArchive();
      const archive = new StrikeArchive(db);
      const fires = new FireTable(db);
      const hotspots = new HotspotTable(db);
      const clock = { now: () => camp.nowMs };
      const place = { latitude: 42.7, longitude: 23.565 };
      const spot = (hoursAgo: number, east: number): Hotspot => ({
        ...aHotspot(),
        latitude: place.latitude,
        longitude: place.longitude + east / 1_000,
        atMs: START_MS - hoursAgo * HOUR_MS,
      });
      const notifyHotspots = async (...spots: Hotspot[]) => {
        camp.nowMs += 11 * MINUTE_MS;
        const result = { kind: 'rows', hotspots: spots, newestMs: START_MS, skipped: [] } as const;
        const source = {
          regions: ['europe'] as const,
          read: async (satellite: string) => (satellite === 'noaa-20' ? result : { kind: 'no-rows' as const }),
        };
        await readFires({ source, hotspots, fires, home: HOME_BOX, clock, log: () => {} });
        await attributeFires({
          archive,
          hotspots,
          fires,
          home: HOME_BOX,
          historyDays: 400,
          accuracy: { typicalErrorKm: 0.5 },
          clock,
        });
      };
      const storm = Array.from({ length: 40 }, (_, index) => ({
        ...place,
        longitude: place.longitude + (index % 2) * 0.03,
        id: `s${index}`,
        ordinal: index + 1,
        atMs: START_MS - 6 * HOUR_MS + index * 1_000,
      }));
      await archive.insert(storm, storm.length, {
        completeToMs: START_MS,
        gaps: [],
        lastSuccessMs: START_MS,
        cause: null,
      });
      camp.fireUpdates = (after) => fireUpdatesAfter(db, after, 10);
      await notifyHotspots(spot(4, 0), spot(3, 30));
      const outbox = () =>
        camp.sql.exec<{ id: string; rank: number }>('SELECT id, rank FROM delivery ORDER BY id').toArray();
      await camp.notifyOfFires();
      expect(outbox()).toHaveLength(2);
      expect(outbox().every(({ rank }) => rank === 6)).toBe(true);
      await notifyHotspots(spot(4, 0), spot(3, 30), spot(2, 15));
      await camp.notifyOfFires();
      expect(outbox()).toHaveLength(2);
      expect(camp.sql.exec('SELECT DISTINCT fire FROM fire_notification').toArray()).toHaveLength(1);
    }));
});
