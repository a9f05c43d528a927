import { expect, test } from 'vitest';
import { HOOK } from '#tests/support/watch/recipientRow.ts';
import { logCsv } from '#worker/watch/book/logLine.ts';
import { OWNER, recipient, WatchedCamp } from './WatchedCamp.ts';

const GUARD = recipient('guard');
const CHIEF = recipient('chief', { escalateAfterMin: 5 });
const SIREN = recipient('siren', { target: HOOK });

test('[TL9] after a restart between raise and turn, who comes after others is told to the second; a hook’s 200 is nobody', () =>
  WatchedCamp.run([GUARD, SIREN, CHIEF], async (camp) => {
    await camp.at(1, () => camp.strike(5));
    expect(camp.sent.toSorted()).toEqual(['1 guard raise', '1 siren raise']);
    camp.restart();
    await camp.at(5.95);
    expect(camp.minuteOfNextLook).toBe(6);
    await camp.at(6);
    expect(camp.sent.slice(2)).toEqual(['6 chief raise']);
    const { data } = camp.messageOf(camp.jobs.at(-1));
    expect(data).toMatchObject({ level: 'stop', unconfirmedMin: 5, since: '2026-07-01T12:01:00.000Z' });
    expect(data.text).toContain('You are told because nobody confirmed this within 5 min.');
    expect(logCsv(camp.watch.ledger.logs.lines('b', 'a', { newest: 1 }))).toContain(
      'nobody confirmed within 5 min; told chief',
    );
    camp.restart();
    await camp.at(40);
    expect(camp.sent.slice(3).sort()).toEqual(['40 chief clear', '40 guard clear', '40 siren clear']);
    expect(camp.remarks).toEqual(['escalated chief']);
  }));

test('[TL9] a phone’s receipt is a confirmation, and a restart does not forget it; a rise needs another', () =>
  WatchedCamp.run([GUARD, CHIEF], async (camp) => {
    await camp.at(1, () => camp.strike(14));
    const [raise] = camp.jobs;
    expect(camp.ask('receipt', raise?.receipt ?? '')).toBe(true);
    camp.restart();
    await camp.at(9);
    expect(camp.sent).toEqual(['1 guard raise']);
    await camp.at(10, () => camp.strike(5));
    await camp.at(15);
    expect(camp.sent.slice(1)).toEqual(['10 guard raise', '15 chief raise']);
  }));

test('[TL9] who acknowledges at the panel, or takes over the shift, stops it; who only writes a note does not', async () => {
  for (const [kind, told] of [
    ['acknowledged', []],
    ['handed-over', []],
    ['note', ['6 chief raise']],
  ] as const) {
    await WatchedCamp.run([GUARD, CHIEF], async (camp) => {
      await camp.at(1, () => camp.strike(5));
      expect(camp.ask('note', 'b', OWNER, 'a', { kind, name: 'Ана', text: '' }).ok).toBe(true);
      camp.restart();
      await camp.at(6);
      await camp.at(20);
      expect([kind, camp.sent.slice(1)]).toEqual([kind, told]);
    });
  }
});

test('[TL9] when whoever is told at once turns out to be gone, the next is told at once, and the others that one is gone', () =>
  WatchedCamp.run([GUARD, CHIEF, recipient('mayor', { escalateAfterMin: 10 })], async (camp) => {
    camp.answers.set('guard', { kind: 'refused', status: 410, refusal: { kind: 'closed' } });
    await camp.at(1, () => camp.strike(5));
    expect(camp.sent).toEqual(['1 chief notice', '1 mayor notice']);
    await camp.at(1.1);
    expect(camp.sent.slice(2)).toEqual(['1.1 chief raise']);
    expect(camp.messageOf(camp.jobs.at(-1)).data).not.toHaveProperty('unconfirmedMin');
    await camp.at(11);
    expect(camp.sent.slice(3)).toEqual(['11 mayor raise']);
    expect(camp.remarks).toEqual(['dead guard', 'escalated mayor']);
  }));

test('[TL9] who is muted or does not answer confirms nothing: the next is told after its minutes', () =>
  WatchedCamp.run([GUARD, recipient('porter'), CHIEF], async (camp) => {
    camp.answers.set('porter', { kind: 'refused', status: 500, refusal: { kind: 'passing' } });
    camp.ask('muteRecipient', 'b', OWNER, 'guard', { forMin: 60 });
    await camp.at(0.1);
    await camp.at(1, () => camp.strike(5));
    await camp.at(6);
    expect(camp.sent.filter((line) => line.endsWith('raise'))).toEqual(['6 chief raise']);
  }));

test('[TL9] what was confirmed before an all-clear confirms nothing after it, also where nobody came after others meanwhile', () =>
  WatchedCamp.run([GUARD, CHIEF], async (camp) => {
    const setMinutes = (escalateAfterMin: number | null) => {
      const body = { channel: 'push', name: 'chief', threshold: 'warning', escalateAfterMin } as const;
      expect(camp.ask('putRecipient', 'b', OWNER, 'chief', body, '').ok).toBe(true);
    };
    await camp.at(1, () => camp.strike(5));
    camp.ask('note', 'b', OWNER, 'a', { kind: 'acknowledged', name: 'Ана', text: '' });
    setMinutes(null);
    await camp.at(2);
    expect(camp.sent).toEqual(['1 guard raise', '2 chief raise']);
    await camp.at(40);
    setMinutes(5);
    await camp.at(50, () => camp.strike(5));
    await camp.at(55);
    expect(camp.sent.slice(4)).toEqual(['50 guard raise', '55 chief raise']);
  }));

test('a recipient that an earlier release wrote is told at once, as it was', () =>
  WatchedCamp.run([CHIEF, GUARD], async (camp) => {
    const { sql } = camp.watch.ledger as unknown as { sql: SqlStorage };
    sql.exec(`UPDATE recipient SET body = json_remove(body, '$.escalateAfterMin', '$.mutedUntilClearOf')`);
    camp.restart();
    await camp.at(1, () => camp.strike(5));
    expect(camp.sent).toEqual(['1 chief raise', '1 guard raise']);
  }));

test('[TL9] a chat confirms by /seen, and the log says who', () =>
  WatchedCamp.run([recipient('chat', { target: { channel: 'telegram', chatId: 7 } }), CHIEF], async (camp) => {
    const seen = () => camp.ask('chat', { chatId: 7, command: 'seen' });
    await camp.at(0.5);
    expect(seen()).toBe('There is nothing to confirm.');
    await camp.at(1, () => camp.strike(5));
    expect(camp.sent).toEqual(['1 chat raise']);
    expect(seen()).toBe('Confirmed: Camp');
    await camp.at(10);
    expect(camp.sent).toEqual(['1 chat raise']);
    const note = camp.watch.ledger.logs.lines('b', 'a', { newest: 9 }).find(({ entry }) => entry.type === 'note');
    expect(note?.entry).toMatchObject({ kind: 'acknowledged', name: 'chat', text: '/seen' });
  }));
