import { describe, expect, test } from 'vitest';
import type { Hotspot } from '#shared/fires/Hotspot.ts';
import { HOME_BOX } from '#shared/geo/Areas.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/time/hourKey.ts';
import { emptyArchive } from '#tests/ledgers/testEnv.ts';
import { StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import { type FireNews, fireNewsAfter, type NewsFire } from '#worker/fires/FireNews.ts';
import { FireTable } from '#worker/fires/FireTable.ts';
import { HotspotTable } from '#worker/fires/HotspotTable.ts';
import { joinFires } from '#worker/fires/joinFires.ts';
import { readFires } from '#worker/fires/readFires.ts';
import { OWNER, recipient, START_MS, WatchedCamp } from './WatchedCamp.ts';

const GUARD = recipient('guard', { fireNotice: true });
const CHIEF = recipient('chief');

/** 20 km to the east of the camp, within its outermost ring. */
const FIRE: NewsFire = {
  ...{ id: 'f', latitude: 42.7, longitude: 23.565, firstSeenMs: START_MS - HOUR_MS, lastSeenMs: START_MS, frpMw: 9 },
  ...{ isStatic: false, state: 'likely', chance: 0.7 },
};

/** News as the table gives it: numbered, what is after a number. */
class Told {
  private readonly news: FireNews[] = [];
  constructor(camp: WatchedCamp) {
    camp.fireNews = async (after) => this.news.filter(({ seq }) => seq > after);
  }

  judged(more: Partial<NewsFire> = {}): void {
    this.news.push({ seq: this.news.length + 1, kind: 'judged', fire: { ...FIRE, ...more } });
  }

  merged(fire: string, into: string): void {
    this.news.push({ seq: this.news.length + 1, kind: 'merged', fire, into });
  }
}

const run = (
  story: (camp: WatchedCamp, told: Told) => Promise<void>,
  ...recipients: Parameters<typeof WatchedCamp.run>[0]
) => WatchedCamp.run(recipients.length > 0 ? recipients : [GUARD, CHIEF], (camp) => story(camp, new Told(camp)));

describe('a fire near a watched area', () => {
  test('[FN1] is told to who wants it, once, with all that a machine needs; the log says so', () =>
    run(async (camp, told) => {
      told.judged();
      told.judged({ id: 'far', longitude: 24 });
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
      told.judged({ chance: 0.8 });
      camp.restart();
      await camp.at(3);
      expect(camp.sent).toHaveLength(1);
      expect(camp.remarks).toEqual(['fire ']);
      camp.addArea('later');
      await camp.at(4);
      expect(camp.sent).toEqual(['1 guard fire', '4 guard fire']);
    }));

  test('[FN1] that grows together with another is not told again, under neither id', () =>
    run(async (camp, told) => {
      told.judged({ id: 'younger' });
      await camp.at(1);
      told.merged('younger', 'f');
      told.judged();
      await camp.at(2);
      expect(camp.sent).toEqual(['1 guard fire']);
      told.judged({ state: 'unlikely', chance: 0.05 });
      await camp.at(3);
      const { data } = camp.messageOf(camp.jobs[1]);
      expect([camp.sent.at(-1), data.correction, data.fire?.id]).toEqual(['3 guard fire', true, 'younger']);
      expect(data.fire?.url).toMatch(/fires#fire=f$/);
    }));

  test('[FN2] is corrected once to those who were told; to nobody if the message had not left', () =>
    run(
      async (camp, told) => {
        camp.answers.set('away', { kind: 'unreachable', reason: 'connection' });
        told.judged();
        await camp.at(1);
        told.judged({ state: 'possible', chance: 0.3 });
        await camp.at(2);
        told.judged();
        await camp.at(3);
        told.judged({ state: 'none', chance: 0 });
        await camp.at(4);
        expect(camp.sent).toEqual(['1 guard fire', '2 guard fire']);
        expect(camp.messageOf(camp.jobs[1]).data).toMatchObject({ correction: true, fire: { chance: 0.3 } });
        expect(camp.remarks).toEqual(['fire ', 'fireCorrected ']);
        camp.answers.clear();
        await camp.at(5);
        expect(camp.sent).toHaveLength(2);
      },
      GUARD,
      recipient('away', { fireNotice: true }),
    ));

  test('[FN3] waits for the end of quiet hours, and is told then if it still is so', () =>
    run(
      async (camp, told) => {
        told.judged();
        told.judged({ id: 'g' });
        await camp.at(1);
        told.judged({ id: 'g', state: 'unlikely', chance: 0.05 });
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
    run(async (camp, told) => {
      camp.ask('muteRecipient', 'b', OWNER, 'guard', { forMin: 60 });
      told.judged();
      await camp.at(1);
      told.judged();
      await camp.at(70);
      expect(camp.sent.filter((line) => line.endsWith('fire'))).toEqual([]);
    }));

  test('[FN3] is told eight times an hour; the others follow', () =>
    run(async (camp, told) => {
      for (let index = 0; index < 10; index += 1) told.judged({ id: `f${index}` });
      await camp.at(1);
      for (let sends = 0; sends < 10; sends += 1) await camp.watch.pump.run();
      expect(camp.sent).toHaveLength(8);
      await camp.at(62);
      await camp.watch.pump.run();
      expect(camp.sent).toHaveLength(10);
    }));

  test('[FN4] goes after a stop that is decided later, and changes no level', () =>
    run(async (camp, told) => {
      told.judged();
      camp.nowMs += MINUTE_MS;
      await camp.watch.fireTeller.run();
      expect([camp.sql.exec('SELECT id FROM delivery').toArray().length, camp.sent]).toEqual([1, []]);
      await camp.at(2, () => camp.strike(3));
      expect(camp.sent).toEqual(['2 guard raise', '2 chief raise', '2 guard fire']);
      expect(camp.viewOf('a')?.level).toBe('stop');
    }));

  test('[FN5] is not lost while nobody answers or a row cannot be written: it is told a minute after', () =>
    run(async (camp, told) => {
      told.judged();
      const heard = camp.fireNews;
      camp.fireNews = () => Promise.reject(new Error('D1 is down'));
      await camp.at(1);
      camp.fireNews = heard;
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
  WatchedCamp.run([GUARD], async (camp) => {
    const db = await emptyArchive();
    const archive = new StrikeArchive(db);
    const fires = new FireTable(db);
    const hotspots = new HotspotTable(db);
    const clock = { now: () => camp.nowMs };
    const place = { latitude: 42.7, longitude: 23.565 };
    const spot = (hoursAgo: number, east: number): Hotspot => ({
      ...{ satellite: 'noaa-20', latitude: place.latitude, longitude: place.longitude + east / 1_000 },
      atMs: START_MS - hoursAgo * HOUR_MS,
      ...{ scanKm: 0.4, trackKm: 0.4, kelvin4: 330, kelvin11: 290, frpMw: 5, confidence: 'nominal', isDay: true },
    });
    const tellHotspots = async (...spots: Hotspot[]) => {
      camp.nowMs += 11 * MINUTE_MS;
      const answer = { kind: 'rows', hotspots: spots, newestMs: START_MS, skipped: [] } as const;
      const source = {
        regions: ['europe'] as const,
        read: async (satellite: string) => (satellite === 'noaa-20' ? answer : { kind: 'no-rows' as const }),
      };
      await readFires({ source, hotspots, fires, home: HOME_BOX, clock, log: () => {} });
      await joinFires({
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
      ...{ ...place, longitude: place.longitude + (index % 2) * 0.03, id: `s${index}`, ordinal: index + 1 },
      atMs: START_MS - 6 * HOUR_MS + index * 1_000,
    }));
    await archive.insert(storm, storm.length, {
      completeToMs: START_MS,
      unread: [],
      lastSuccessMs: START_MS,
      cause: null,
    });
    camp.fireNews = (after) => fireNewsAfter(db, after, 10);
    await tellHotspots(spot(4, 0), spot(3, 30));
    const outbox = () =>
      camp.sql.exec<{ id: string; rank: number }>('SELECT id, rank FROM delivery ORDER BY id').toArray();
    await camp.watch.fireTeller.run();
    expect(outbox()).toHaveLength(2);
    expect(outbox().every(({ rank }) => rank === 6)).toBe(true);
    await tellHotspots(spot(4, 0), spot(3, 30), spot(2, 15));
    await camp.watch.fireTeller.run();
    expect(outbox()).toHaveLength(2);
    expect(camp.sql.exec('SELECT DISTINCT fire FROM fire_told').toArray()).toHaveLength(1);
  }));
