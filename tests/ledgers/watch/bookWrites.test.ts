import { expect, test } from 'vitest';
import { MOST_WRITES } from '#worker/watch/book/networkShare.ts';
import { OWNER, recipient, WatchedCamp } from './WatchedCamp.ts';

const NOTE = { kind: 'note', name: 'Ana', text: 'seen' } as const;
const refusedAs = (refusal: string) => ({ ok: false, refusal });

test('a book writes so many notes, settings and mutes in an hour and is told which were too many; a mute can always be ended', () =>
  WatchedCamp.run([recipient('guard')], async (camp) => {
    const { ledger } = camp.watch;
    const linesBefore = ledger.logs.lines('b', 'a', { newest: 9_999 }).length;
    for (let made = 0; made < MOST_WRITES.notes / 2; made += 1)
      expect(camp.ask('note', 'b', OWNER, 'a', NOTE).ok).toBe(true);
    expect(camp.ask('note', 'b', OWNER, 'a', NOTE)).toEqual(refusedAs('too-many-notes'));
    expect(ledger.logs.lines('b', 'a', { newest: 9_999 })).toHaveLength(linesBefore + MOST_WRITES.notes / 2);

    // What was used up by notes is not used up for the rest. A wrong key uses up nothing.
    for (let made = 0; made < MOST_WRITES.settings; made += 1) {
      expect(camp.ask('change', 'b', 'f'.repeat(32), { language: 'bg' })).toEqual(refusedAs('wrong-key'));
    }
    // The camp's area was the first.
    for (let made = 1; made < MOST_WRITES.settings / 2; made += 1) {
      expect(camp.ask('change', 'b', OWNER, { language: 'bg' }).ok).toBe(true);
    }
    expect(camp.ask('change', 'b', OWNER, { language: 'en' })).toEqual(refusedAs('too-many-settings'));
    expect(camp.ask('newKey', 'b', OWNER, 'view')).toEqual(refusedAs('too-many-settings'));

    const mute = (forMin: number) => camp.ask('muteRecipient', 'b', OWNER, 'guard', { forMin });
    for (let made = 0; made < MOST_WRITES.mutes / 2; made += 1) expect(mute(5).ok).toBe(true);
    expect(mute(5)).toEqual(refusedAs('too-many-mutes'));
    expect(mute(0).ok).toBe(true);
    const linesAfter = ledger.logs.lines('b', 'a', { newest: 9_999 }).length;
    expect(mute(0).ok).toBe(true);
    expect(ledger.logs.lines('b', 'a', { newest: 9_999 })).toHaveLength(linesAfter);
  }));
