import { expect, test } from 'vitest';
import { MOST_WRITES } from '#worker/watch/book/bookWrites.ts';
import { OWNER, recipient, WatchedCamp } from './WatchedCamp.ts';

const NOTE = { kind: 'note', name: 'Ana', text: 'seen' } as const;
const refusedAs = (refusal: string) => ({ ok: false, refusal });

test('a book writes so many notes, settings and mutes in an hour and is told which were too many; a mute can always be ended', () =>
  WatchedCamp.run([recipient('guard')], async ({ parts: { desk, bookDesk, muteDesk, ledger } }) => {
    const linesBefore = ledger.logs.lines('b', 'a', { newest: 9_999 }).length;
    for (let made = 0; made < MOST_WRITES.notes / 2; made += 1) expect(desk.note('b', OWNER, 'a', NOTE).ok).toBe(true);
    expect(desk.note('b', OWNER, 'a', NOTE)).toEqual(refusedAs('too-many-notes'));
    expect(ledger.logs.lines('b', 'a', { newest: 9_999 })).toHaveLength(linesBefore + MOST_WRITES.notes / 2);

    // What was used up by notes is not used up for the rest. A wrong key uses up nothing.
    for (let made = 0; made < MOST_WRITES.settings; made += 1) {
      expect(bookDesk.change('b', 'f'.repeat(32), { language: 'bg' })).toEqual(refusedAs('wrong-key'));
    }
    // The camp's area was the first.
    for (let made = 1; made < MOST_WRITES.settings / 2; made += 1) {
      expect(bookDesk.change('b', OWNER, { language: 'bg' }).ok).toBe(true);
    }
    expect(bookDesk.change('b', OWNER, { language: 'en' })).toEqual(refusedAs('too-many-settings'));
    expect(bookDesk.newKey('b', OWNER, 'view')).toEqual(refusedAs('too-many-settings'));

    const mute = (forMin: number) => muteDesk.mute('b', OWNER, 'guard', { forMin });
    for (let made = 0; made < MOST_WRITES.mutes / 2; made += 1) expect(mute(5).ok).toBe(true);
    expect(mute(5)).toEqual(refusedAs('too-many-mutes'));
    expect(mute(0).ok).toBe(true);
    const linesAfter = ledger.logs.lines('b', 'a', { newest: 9_999 }).length;
    expect(mute(0).ok).toBe(true);
    expect(ledger.logs.lines('b', 'a', { newest: 9_999 })).toHaveLength(linesAfter);
  }));
