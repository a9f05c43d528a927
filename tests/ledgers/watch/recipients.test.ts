import { expect, test } from 'vitest';
import type { ForecastResult } from '#shared/nowcast/arrivalAt.ts';
import type { RecipientBody } from '#shared/watch/bodies.ts';
import { HOOK, PUSH } from '#tests/support/watch/campBody.ts';
import { logCsv } from '#worker/watch/areaLogs.ts';
import { DeliveryPump } from '#worker/watch/send.ts';
import { maintainRecipients } from '#worker/watch/upkeep.ts';
import { OWNER, recipient, WatchedCamp } from './WatchedCamp.ts';

const hookAt = (url: string): RecipientBody => ({
  channel: 'webhook',
  name: 'Siren',
  threshold: 'stop',
  url,
  heartbeat: false,
  escalateAfterMin: null,
});
const put = (camp: WatchedCamp, id: string, url: string) =>
  camp.request('putRecipient', 'b', OWNER, id, hookAt(url), 'https://lightning.example');

test('recipients that are deleted and made anew, at ever new hosts of one domain, are challenged no more often', () =>
  WatchedCamp.run([], async (camp) => {
    for (let minute = 1; minute <= 40; minute += 1) {
      put(camp, `r${minute}`, `https://h${minute}.hooks.brigade.bg/`);
      await camp.at(minute);
      camp.request('removeRecipient', 'b', OWNER, `r${minute}`);
    }
    expect(camp.sent.filter((line) => line.endsWith('challenge'))).toHaveLength(15);
    put(camp, 'r1', 'https://hooks.brigade.bg/');
    expect(camp.request('testRecipient', 'b', OWNER, 'r1')).toEqual({ ok: false, refusal: 'too-many-tests' });
    await camp.at(101, () => maintainRecipients(camp.watch));
    expect(camp.request('testRecipient', 'b', OWNER, 'r1').ok).toBe(true);
  }));

test('a test of a dead webhook is counted where its domain is, and a drill, which passes it over, is not', () =>
  WatchedCamp.run([recipient('siren', { target: HOOK, state: 'dead' })], async (camp) => {
    expect(camp.request('domainsTried', 'b', OWNER, { id: 'siren' })).toHaveLength(1);
    expect(camp.request('domainsTried', 'b', OWNER, {})).toEqual([]);
  }));

test('who was replaced as a recipient may no longer mute, and nothing that was meant for them is sent to the new one', async () => {
  const muted = { target: HOOK, mutedUntilMs: Number.MAX_SAFE_INTEGER } as const;
  await WatchedCamp.run([recipient('siren', muted)], async (camp) => {
    camp.request('testRecipient', 'b', OWNER, 'siren');
    expect(put(camp, 'siren', 'https://hooks.other.bg/').ok).toBe(true);
    const mute = camp.request('muteRecipient', 'b', 'mute key of siren', 'siren', { forMin: 60 });
    expect(mute).toEqual({ ok: false, refusal: 'wrong-key' });
    await camp.at(1);
    expect(camp.sent).toEqual(['1 siren challenge']);
    expect(camp.watch.deliveries.newest('b', 9).find(({ summary }) => summary.type === 'watch.test')).toMatchObject({
      state: 'dead',
      reason: 'replaced',
    });
    expect(camp.remarks).toContain('unmuted siren');
  });
});

const RECIPIENT = recipient('guard');
const CHIEF = recipient('chief');
const UNTIL_CLEAR = { forMin: 720, untilClearOf: 'a' };

test('[TL4] a mute until the all-clear ends with it, over a restart, so that the next danger is told', () =>
  WatchedCamp.run([RECIPIENT, CHIEF], async (camp) => {
    await camp.at(1, () => camp.strike(14));
    const muted = camp.request('muteRecipient', 'b', RECIPIENT.muteKey, 'guard', UNTIL_CLEAR);
    expect(muted).toMatchObject({ ok: true, value: { mutedUntilClearOf: 'a' } });
    await camp.at(2);
    expect(camp.sent.slice(2)).toEqual(['2 chief notice']);
    expect(camp.messageOf(camp.jobs.at(-1)).data.text).toBe(
      'guard is muted until the all-clear, until 03:01 at the latest.',
    );
    camp.restart();
    await camp.at(3, () => camp.strike(5));
    await camp.at(40);
    expect(camp.sent.slice(3).sort()).toEqual(['3 chief raised', '40 chief all-clear', '40 guard all-clear']);
    expect(camp.recipientViews()[1]).not.toHaveProperty('mutedUntil');
    await camp.at(50, () => camp.strike(5));
    expect(camp.sent.slice(6).sort()).toEqual(['50 chief raised', '50 guard raised']);
    expect(camp.remarks).toEqual(['muted guard', 'unmuted guard']);
    const [line] = camp.watch.ledger.logs
      .lines('b', 'a', { newest: 99 })
      .filter(({ entry }) => entry.type === 'recipient');
    expect(line?.entry).toMatchObject({ untilClear: true });
  }));

test('a mute until the all-clear is refused where nothing is held, for it would hide the next danger', () =>
  WatchedCamp.run([RECIPIENT], async (camp) => {
    expect(camp.request('muteRecipient', 'b', OWNER, 'guard', UNTIL_CLEAR)).toEqual({
      ok: false,
      refusal: 'already-clear',
    });
    expect(camp.request('muteRecipient', 'b', OWNER, 'guard', { forMin: 5, untilClearOf: 'x' })).toEqual({
      ok: false,
      refusal: 'unknown-area',
    });
    await camp.at(1, () => camp.strike(5));
    expect(camp.sent).toEqual(['1 guard raised']);
  }));

test('a mute until the all-clear ends after its minutes if none came, and with the area if that is deleted', () =>
  WatchedCamp.run([RECIPIENT, recipient('late')], async (camp) => {
    await camp.at(1, () => camp.strike(14));
    camp.request('muteRecipient', 'b', OWNER, 'guard', { forMin: 10, untilClearOf: 'a' });
    camp.request('muteRecipient', 'b', OWNER, 'late', UNTIL_CLEAR);
    await camp.at(2, () => camp.strike(5));
    await camp.at(11.1);
    expect(camp.sent.filter((line) => line.endsWith('raised')).slice(2)).toEqual(['11.1 guard raised']);
    expect(camp.request('removeArea', 'b', OWNER, 'a').ok).toBe(true);
    expect(camp.recipientViews().some(({ mutedUntil }) => mutedUntil !== undefined)).toBe(false);
  }));

const BACKUP_CHIEF = recipient('chief', { escalateAfterMin: 5 });
const SIREN = recipient('siren', { target: HOOK });

test('[TL9] after a restart between raise and turn, who comes after others is told to the second; a hook’s 200 is nobody', () =>
  WatchedCamp.run([RECIPIENT, SIREN, BACKUP_CHIEF], async (camp) => {
    await camp.at(1, () => camp.strike(5));
    expect(camp.sent.toSorted()).toEqual(['1 guard raised', '1 siren raised']);
    camp.restart();
    await camp.at(5.95);
    expect(camp.minuteOfNextLook).toBe(6);
    await camp.at(6);
    expect(camp.sent.slice(2)).toEqual(['6 chief raised']);
    const { data } = camp.messageOf(camp.jobs.at(-1));
    expect(data).toMatchObject({ level: 'stop', unconfirmedMin: 5, since: '2026-07-01T12:01:00.000Z' });
    expect(data.text).toContain('Nobody confirmed within 5 min.');
    expect(logCsv(camp.watch.ledger.logs.lines('b', 'a', { newest: 1 }))).toContain(
      'nobody confirmed within 5 min; told chief',
    );
    camp.restart();
    await camp.at(40);
    expect(camp.sent.slice(3).sort()).toEqual(['40 chief all-clear', '40 guard all-clear', '40 siren all-clear']);
    expect(camp.remarks).toEqual(['escalated chief']);
  }));

test('[TL9] a phone’s receipt is a confirmation, and a restart does not forget it; a rise needs another', () =>
  WatchedCamp.run([RECIPIENT, BACKUP_CHIEF], async (camp) => {
    await camp.at(1, () => camp.strike(14));
    const [raise] = camp.jobs;
    expect(camp.request('receipt', raise?.receipt ?? '')).toBe(true);
    camp.restart();
    await camp.at(9);
    expect(camp.sent).toEqual(['1 guard raised']);
    await camp.at(10, () => camp.strike(5));
    await camp.at(15);
    expect(camp.sent.slice(1)).toEqual(['10 guard raised', '15 chief raised']);
  }));

test('[TL9] who acknowledges at the panel, or takes over the shift, stops it; who only writes a note does not', async () => {
  for (const [kind, reported] of [
    ['acknowledged', []],
    ['handed-over', []],
    ['note', ['6 chief raised']],
  ] as const) {
    await WatchedCamp.run([RECIPIENT, BACKUP_CHIEF], async (camp) => {
      await camp.at(1, () => camp.strike(5));
      expect(camp.request('note', 'b', OWNER, 'a', { kind, name: 'Ана', text: '' }).ok).toBe(true);
      camp.restart();
      await camp.at(6);
      await camp.at(20);
      expect([kind, camp.sent.slice(1)]).toEqual([kind, reported]);
    });
  }
});

test('[TL9] when whoever is told at once turns out to be gone, the next is told at once, and the others that one is gone', () =>
  WatchedCamp.run([RECIPIENT, BACKUP_CHIEF, recipient('mayor', { escalateAfterMin: 10 })], async (camp) => {
    camp.attempts.set('guard', { kind: 'refused', status: 410, refusal: { kind: 'closed' } });
    await camp.at(1, () => camp.strike(5));
    expect(camp.sent).toEqual(['1 chief notice', '1 mayor notice']);
    await camp.at(1.1);
    expect(camp.sent.slice(2)).toEqual(['1.1 chief raised']);
    expect(camp.messageOf(camp.jobs.at(-1)).data).not.toHaveProperty('unconfirmedMin');
    await camp.at(11);
    expect(camp.sent.slice(3)).toEqual(['11 mayor raised']);
    expect(camp.remarks).toEqual(['dead guard', 'escalated mayor']);
  }));

test('[TL9] who is muted or does not answer confirms nothing: the next is told after its minutes', () =>
  WatchedCamp.run([RECIPIENT, recipient('porter'), BACKUP_CHIEF], async (camp) => {
    camp.attempts.set('porter', { kind: 'refused', status: 500, refusal: { kind: 'passing' } });
    camp.request('muteRecipient', 'b', OWNER, 'guard', { forMin: 60 });
    await camp.at(0.1);
    await camp.at(1, () => camp.strike(5));
    await camp.at(6);
    expect(camp.sent.filter((line) => line.endsWith('raised'))).toEqual(['6 chief raised']);
  }));

test('[TL9] what was confirmed before an all-clear confirms nothing after it, also where nobody came after others meanwhile', () =>
  WatchedCamp.run([RECIPIENT, BACKUP_CHIEF], async (camp) => {
    const setMinutes = (escalateAfterMin: number | null) => {
      const body = { channel: 'push', name: 'chief', threshold: 'warning', escalateAfterMin } as const;
      expect(camp.request('putRecipient', 'b', OWNER, 'chief', body, '').ok).toBe(true);
    };
    await camp.at(1, () => camp.strike(5));
    camp.request('note', 'b', OWNER, 'a', { kind: 'acknowledged', name: 'Ана', text: '' });
    setMinutes(null);
    await camp.at(2);
    expect(camp.sent).toEqual(['1 guard raised', '2 chief raised']);
    await camp.at(40);
    setMinutes(5);
    await camp.at(50, () => camp.strike(5));
    await camp.at(55);
    expect(camp.sent.slice(4)).toEqual(['50 guard raised', '55 chief raised']);
  }));

test('a recipient that an earlier release wrote is told at once, as it was', () =>
  WatchedCamp.run([BACKUP_CHIEF, RECIPIENT], async (camp) => {
    const { sql } = camp.watch.ledger as unknown as { sql: SqlStorage };
    sql.exec(`UPDATE recipient SET body = json_remove(body, '$.escalateAfterMin', '$.mutedUntilClearOf')`);
    camp.restart();
    await camp.at(1, () => camp.strike(5));
    expect(camp.sent).toEqual(['1 chief raised', '1 guard raised']);
  }));

test('[TL9] a chat confirms by /seen, and the log says who', () =>
  WatchedCamp.run([recipient('chat', { target: { channel: 'telegram', chatId: 7 } }), BACKUP_CHIEF], async (camp) => {
    const seen = () => camp.request('chat', { chatId: 7, command: 'seen' });
    await camp.at(0.5);
    expect(seen()).toBe('Nothing to confirm.');
    await camp.at(1, () => camp.strike(5));
    expect(camp.sent).toEqual(['1 chat raised']);
    expect(seen()).toBe('Confirmed: Camp');
    await camp.at(10);
    expect(camp.sent).toEqual(['1 chat raised']);
    const note = camp.watch.ledger.logs.lines('b', 'a', { newest: 9 }).find(({ entry }) => entry.type === 'note');
    expect(note?.entry).toMatchObject({ kind: 'acknowledged', name: 'chat', text: '/seen' });
  }));

const EARLY_RECIPIENT = recipient('guard', { earlyNotice: true });
const COMING: ForecastResult = { state: 'approaching', p30: 0.34, p60: 0.6, etaMin: 20, range80: [3, 46] };

test('[EN1] who wants it is told early that a storm approaches, once in 90 minutes, also over a restart', () =>
  WatchedCamp.run([EARLY_RECIPIENT, CHIEF], async (camp) => {
    camp.forecast = { ...COMING, p30: 0.2 };
    await camp.at(1);
    camp.forecast = { ...COMING, state: 'unclear' };
    await camp.at(2);
    expect(camp.sent).toEqual([]);
    camp.forecast = COMING;
    await camp.at(3);
    expect(camp.sent).toEqual(['3 guard early-notice']);
    camp.restart();
    await camp.at(10);
    await camp.at(92);
    expect(camp.sent).toHaveLength(1);
    await camp.at(94);
    expect(camp.sent.slice(1)).toEqual(['94 guard early-notice']);
    expect(camp.remarks).toEqual(['early ', 'early ']);
  }));

test('[EN3] it says how likely lightning is, when, and what such a notice is worth', () =>
  WatchedCamp.run([EARLY_RECIPIENT], async (camp) => {
    camp.forecast = COMING;
    await camp.at(1);
    const { type, data } = camp.messageOf(camp.jobs[0]);
    expect(type).toBe('watch.early-notice');
    expect(data.level).toBe('clear');
    expect(data.title).toBe('Early notice: Camp');
    expect(data.text).toContain('about 1 in 3');
    expect(data.text).toContain('8 times in 10 it is 3 to 46 min');
    expect(data.text).toContain('Often wrong. Rely on your alert distances.');
  }));

test('[EN2] it changes no level and takes no message’s place: the raise that follows goes out as ever', () =>
  WatchedCamp.run([EARLY_RECIPIENT], async (camp) => {
    camp.forecast = COMING;
    await camp.at(1);
    await camp.at(2, () => camp.strike(14));
    expect(camp.sent).toEqual(['1 guard early-notice', '2 guard raised']);
    expect(camp.messageOf(camp.jobs[1]).data.previousLevel).toBe('clear');
    await camp.at(100);
    expect(camp.sent.filter((line) => line.endsWith('early-notice'))).toHaveLength(2);
  }));

test('[EN1] an area that is held is not told of early: its level says more', () =>
  WatchedCamp.run([EARLY_RECIPIENT], async (camp) => {
    await camp.at(1, () => camp.strike(14));
    camp.forecast = COMING;
    await camp.at(2);
    expect(camp.sent).toEqual(['1 guard raised']);
  }));

test('[EN1] an area that was raised or given up while the forecast was asked for is not told of early', () =>
  WatchedCamp.run([EARLY_RECIPIENT], async (camp) => {
    camp.forecast = COMING;
    camp.meanwhile = async () => {
      camp.strike(14);
      await camp.watch.engine.run();
    };
    await camp.at(1);
    expect(camp.sent).toEqual(['1 guard raised']);
    camp.meanwhile = async () => {
      camp.request('removeArea', 'b', OWNER, 'a');
    };
    await camp.at(100);
    expect(camp.sent.filter((line) => line.endsWith('early-notice'))).toEqual([]);
  }));

test('[EN2] whoever is muted gets no early notice, not even later', () =>
  WatchedCamp.run([EARLY_RECIPIENT], async (camp) => {
    camp.request('muteRecipient', 'b', OWNER, 'guard', { forMin: 60 });
    camp.forecast = COMING;
    await camp.at(1);
    camp.forecast = null;
    await camp.at(61);
    expect(camp.sent.filter((line) => line.endsWith('early-notice'))).toEqual([]);
  }));

test('[EN3] without a forecast nothing is told early', () =>
  WatchedCamp.run([EARLY_RECIPIENT], async (camp) => {
    await camp.at(1);
    expect(camp.sent).toEqual([]);
  }));

test('a request sends no more than it may, whatever settles meanwhile, and it is said that there is more to send', () => {
  const many = Array.from({ length: 40 }, (_, index) => recipient(`p${index}`, { target: PUSH }));
  return WatchedCamp.run(many, async (camp) => {
    camp.strike(5);
    await camp.watch.engine.run();
    const allowance = { left: 30 };
    await camp.watch.pump.run(allowance);
    expect([camp.jobs.length, allowance.left]).toEqual([30, 0]);
    expect(camp.watch.pump.nextDueMs()).toBe(camp.nowMs);
    await camp.watch.pump.run(allowance);
    expect(camp.jobs).toHaveLength(30);
    await camp.watch.pump.run({ left: 30 });
    expect(camp.jobs).toHaveLength(40);
    expect(camp.watch.pump.nextDueMs()).toBeUndefined();
  });
});

test('a hook that hangs keeps nobody else waiting, and what it holds is sent once', () => {
  const hooks = ['hangs', 'answers'].map((id) => recipient(id, { target: HOOK }));
  return WatchedCamp.run(hooks, async (camp) => {
    let result = (): void => {};
    camp.hangs.set('hangs', new Promise((resolve) => (result = resolve)));
    camp.strike(5);
    await camp.watch.engine.run();
    const run = camp.watch.pump.run();
    await expect.poll(() => camp.jobs.map((job) => job.recipient)).toEqual(['answers']);
    await camp.watch.pump.run();
    result();
    await run;
    expect(camp.jobs.map((job) => job.recipient)).toEqual(['answers', 'hangs']);
  });
});

test('what could not be leased keeps no slot, and is sent when the time of a lease is over', () => {
  const many = Array.from({ length: 30 }, (_, index) => recipient(`p${index}`, { target: PUSH }));
  return WatchedCamp.run(many, async (camp) => {
    camp.strike(5);
    await camp.watch.engine.run();
    let isFull = true;
    const sent: string[] = [];
    const errors: string[] = [];
    const pump = new DeliveryPump({
      deliveries: camp.watch.deliveries,
      recipients: { get: (_, id) => many.find((one) => one.id === id) },
      storeRecipient: () => {},
      ledger: {
        watchlist: () => undefined,
        transaction: (closure) => {
          if (isFull) throw new Error('the disk is full');
          return closure();
        },
      },
      send: async ({ recipient: id }) => {
        sent.push(id);
        return { kind: 'accepted' };
      },
      onSettled: () => {},
      clock: { now: () => camp.nowMs },
      log: (_level, event) => void errors.push(event),
      shard: '0',
    });
    await pump.run();
    expect([sent, errors]).toEqual([[], ['watch.lease']]);
    isFull = false;
    camp.nowMs += 8_000;
    for (let runs = 0; runs < 3; runs += 1) await pump.run();
    expect(sent).toHaveLength(30);
  });
});
