import { expect, test } from 'vitest';
import type { PlaceAnswer } from '#shared/nowcast/place/answerAt.ts';
import { OWNER, recipient, WatchedCamp } from './WatchedCamp.ts';

const GUARD = recipient('guard', { earlyNotice: true });
const CHIEF = recipient('chief');
const COMING: PlaceAnswer = { state: 'approaching', p30: 0.34, p60: 0.6, etaMin: 20, range80: [3, 46] };

test('[EN1] who wants it is told early that a storm approaches, once in 90 minutes, also over a restart', () =>
  WatchedCamp.run([GUARD, CHIEF], async (camp) => {
    camp.forecast = { ...COMING, p30: 0.2 };
    await camp.at(1);
    camp.forecast = { ...COMING, state: 'unclear' };
    await camp.at(2);
    expect(camp.sent).toEqual([]);
    camp.forecast = COMING;
    await camp.at(3);
    expect(camp.sent).toEqual(['3 guard early']);
    camp.restart();
    await camp.at(10);
    await camp.at(92);
    expect(camp.sent).toHaveLength(1);
    await camp.at(94);
    expect(camp.sent.slice(1)).toEqual(['94 guard early']);
    expect(camp.remarks).toEqual(['early ', 'early ']);
  }));

test('[EN3] it says how likely lightning is, when, and what such a notice is worth', () =>
  WatchedCamp.run([GUARD], async (camp) => {
    camp.forecast = COMING;
    await camp.at(1);
    const { type, data } = camp.messageOf(camp.jobs[0]);
    expect(type).toBe('watch.early');
    expect(data.level).toBe('clear');
    expect(data.title).toBe('Early notice: Camp');
    expect(data.text).toContain('about 1 in 3');
    expect(data.text).toContain('8 times in 10 it is between 3 and 46 min');
    expect(data.text).toContain('three storms in four come without such a notice');
  }));

test('[EN2] it changes no level and takes no message’s place: the raise that follows goes out as ever', () =>
  WatchedCamp.run([GUARD], async (camp) => {
    camp.forecast = COMING;
    await camp.at(1);
    await camp.at(2, () => camp.strike(14));
    expect(camp.sent).toEqual(['1 guard early', '2 guard raise']);
    expect(camp.messageOf(camp.jobs[1]).data.previousLevel).toBe('clear');
    await camp.at(100);
    expect(camp.sent.filter((line) => line.endsWith('early'))).toHaveLength(2);
  }));

test('[EN1] an area that is held is not told of early: its level says more', () =>
  WatchedCamp.run([GUARD], async (camp) => {
    await camp.at(1, () => camp.strike(14));
    camp.forecast = COMING;
    await camp.at(2);
    expect(camp.sent).toEqual(['1 guard raise']);
  }));

test('[EN1] an area that was raised or given up while the forecast was asked for is not told of early', () =>
  WatchedCamp.run([GUARD], async (camp) => {
    camp.forecast = COMING;
    camp.meanwhile = async () => {
      camp.strike(14);
      await camp.watch.engine.run();
    };
    await camp.at(1);
    expect(camp.sent).toEqual(['1 guard raise']);
    camp.meanwhile = async () => {
      camp.ask('removeArea', 'b', OWNER, 'a');
    };
    await camp.at(100);
    expect(camp.sent.filter((line) => line.endsWith('early'))).toEqual([]);
  }));

test('[EN2] whoever is muted gets no early notice, not even later', () =>
  WatchedCamp.run([GUARD], async (camp) => {
    camp.ask('muteRecipient', 'b', OWNER, 'guard', { forMin: 60 });
    camp.forecast = COMING;
    await camp.at(1);
    camp.forecast = null;
    await camp.at(61);
    expect(camp.sent.filter((line) => line.endsWith('early'))).toEqual([]);
  }));

test('[EN3] without a forecast nothing is told early', () =>
  WatchedCamp.run([GUARD], async (camp) => {
    await camp.at(1);
    expect(camp.sent).toEqual([]);
  }));
