import { expect, test } from 'vitest';
import { OWNER, recipient, WatchedCamp } from './WatchedCamp.ts';

const GUARD = recipient('guard');
const CHIEF = recipient('chief');
const UNTIL_CLEAR = { forMin: 720, untilClearOf: 'a' };

test('[TL4] a mute until the all-clear ends with it, over a restart, so that the next danger is told', () =>
  WatchedCamp.run([GUARD, CHIEF], async (camp) => {
    await camp.at(1, () => camp.strike(14));
    const muted = camp.ask('muteRecipient', 'b', GUARD.muteKey, 'guard', UNTIL_CLEAR);
    expect(muted).toMatchObject({ ok: true, value: { mutedUntilClearOf: 'a' } });
    await camp.at(2);
    expect(camp.sent.slice(2)).toEqual(['2 chief notice']);
    expect(camp.messageOf(camp.jobs.at(-1)).data.text).toBe(
      'guard is muted until the all-clear, until 03:01 at the latest.',
    );
    camp.restart();
    await camp.at(3, () => camp.strike(5));
    await camp.at(40);
    expect(camp.sent.slice(3).sort()).toEqual(['3 chief raise', '40 chief clear', '40 guard clear']);
    expect(camp.recipientViews()[1]).not.toHaveProperty('mutedUntil');
    await camp.at(50, () => camp.strike(5));
    expect(camp.sent.slice(6).sort()).toEqual(['50 chief raise', '50 guard raise']);
    expect(camp.remarks).toEqual(['muted guard', 'unmuted guard']);
    const [line] = camp.watch.ledger.logs
      .lines('b', 'a', { newest: 99 })
      .filter(({ entry }) => entry.type === 'recipient');
    expect(line?.entry).toMatchObject({ untilClear: true });
  }));

test('a mute until the all-clear is refused where nothing is held, for it would hide the next danger', () =>
  WatchedCamp.run([GUARD], async (camp) => {
    expect(camp.ask('muteRecipient', 'b', OWNER, 'guard', UNTIL_CLEAR)).toEqual({
      ok: false,
      refusal: 'already-clear',
    });
    expect(camp.ask('muteRecipient', 'b', OWNER, 'guard', { forMin: 5, untilClearOf: 'x' })).toEqual({
      ok: false,
      refusal: 'unknown-area',
    });
    await camp.at(1, () => camp.strike(5));
    expect(camp.sent).toEqual(['1 guard raise']);
  }));

test('a mute until the all-clear ends after its minutes if none came, and with the area if that is deleted', () =>
  WatchedCamp.run([GUARD, recipient('late')], async (camp) => {
    await camp.at(1, () => camp.strike(14));
    camp.ask('muteRecipient', 'b', OWNER, 'guard', { forMin: 10, untilClearOf: 'a' });
    camp.ask('muteRecipient', 'b', OWNER, 'late', UNTIL_CLEAR);
    await camp.at(2, () => camp.strike(5));
    await camp.at(11.1);
    expect(camp.sent.filter((line) => line.endsWith('raise')).slice(2)).toEqual(['11.1 guard raise']);
    expect(camp.ask('removeArea', 'b', OWNER, 'a').ok).toBe(true);
    expect(camp.recipientViews().some(({ mutedUntil }) => mutedUntil !== undefined)).toBe(false);
  }));
