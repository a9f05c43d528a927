import { expect, test } from 'vitest';
import type { RecipientBody } from '#shared/watch/RecipientBody.ts';
import { HOOK } from '#tests/support/watch/recipientRow.ts';
import { keepUpRecipients } from '#worker/watch/recipientUpkeep.ts';
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
  camp.ask('putRecipient', 'b', OWNER, id, hookAt(url), 'https://lightning.example');

test('recipients that are deleted and made anew, at ever new hosts of one domain, are challenged no more often', () =>
  WatchedCamp.run([], async (camp) => {
    for (let minute = 1; minute <= 40; minute += 1) {
      put(camp, `r${minute}`, `https://h${minute}.hooks.brigade.bg/`);
      await camp.at(minute);
      camp.ask('removeRecipient', 'b', OWNER, `r${minute}`);
    }
    expect(camp.sent.filter((line) => line.endsWith('challenge'))).toHaveLength(15);
    put(camp, 'r1', 'https://hooks.brigade.bg/');
    expect(camp.ask('testRecipient', 'b', OWNER, 'r1')).toEqual({ ok: false, refusal: 'too-many-tests' });
    await camp.at(101, () => keepUpRecipients(camp.watch));
    expect(camp.ask('testRecipient', 'b', OWNER, 'r1').ok).toBe(true);
  }));

test('a test of a dead webhook is counted where its domain is, and a drill, which passes it over, is not', () =>
  WatchedCamp.run([recipient('siren', { target: HOOK, state: 'dead' })], async (camp) => {
    expect(camp.ask('domainsTried', 'b', OWNER, { id: 'siren' })).toHaveLength(1);
    expect(camp.ask('domainsTried', 'b', OWNER, {})).toEqual([]);
  }));

test('who was replaced as a recipient may no longer mute, and nothing that was meant for them is sent to the new one', async () => {
  const muted = { target: HOOK, mutedUntilMs: Number.MAX_SAFE_INTEGER } as const;
  await WatchedCamp.run([recipient('siren', muted)], async (camp) => {
    camp.ask('testRecipient', 'b', OWNER, 'siren');
    expect(put(camp, 'siren', 'https://hooks.other.bg/').ok).toBe(true);
    const mute = camp.ask('muteRecipient', 'b', 'mute key of siren', 'siren', { forMin: 60 });
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
