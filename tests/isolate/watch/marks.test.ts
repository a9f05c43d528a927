import { expect, test } from 'vitest';
import { DAY_MS } from '#shared/time/hourKey.ts';
import { MOST_MARKS } from '#worker/watch/book/BookMarks.ts';
import { logCsv } from '#worker/watch/book/logLine.ts';
import { endBook } from '#worker/watch/bookUpkeep.ts';
import { OWNER, START_MS, WatchedCamp } from './WatchedCamp.ts';

const VIEW = '1'.repeat(32);
const DUTY = '2'.repeat(32);
const CHECK = {
  ...({ id: 'm1', kind: 'ground-check', atMs: START_MS - 60_000 } as const),
  ...({ place: { type: 'cell', cell: 'r7333c8421' }, name: 'Мария', note: 'от извора' } as const),
};

/** A camp whose view key and duty key are known. */
const withKeys = (story: (camp: WatchedCamp) => Promise<void>) =>
  WatchedCamp.run([], async (camp) => {
    camp.watch.books.setKey('b', 'view', VIEW);
    camp.watch.books.setKey('b', 'duty', DUTY);
    await story(camp);
  });

const logOf = (camp: WatchedCamp) =>
  camp.watch.ledger.logs.lines('b', 'a', { newest: 99 }).filter(({ entry }) => entry.type === 'mark');
const marksOf = (camp: WatchedCamp, key: string) => {
  const answer = camp.ask('marks', 'b', key);
  return answer.ok ? answer.value : answer.refusal;
};

test('a mark is put with the duty or owner key, once however often it is sent, and logged without who said it', () =>
  withKeys(async (camp) => {
    expect(camp.ask('putMark', 'b', VIEW, CHECK)).toEqual({ ok: false, refusal: 'duty-only' });
    expect(camp.ask('putMark', 'b', DUTY, CHECK)).toMatchObject({ ok: true, value: { created: true } });
    camp.nowMs += 60_000;
    for (const key of [DUTY, OWNER]) {
      expect(camp.ask('putMark', 'b', key, CHECK)).toMatchObject({ ok: true, value: { created: false } });
    }
    expect(marksOf(camp, DUTY)).toEqual([{ ...CHECK, recordedMs: START_MS }]);
    expect(logOf(camp)).toHaveLength(1);
    expect(camp.ask('putMark', 'b', DUTY, { ...CHECK, kind: 'air-check' })).toMatchObject({ ok: true });
    const logged = logCsv(logOf(camp));
    expect(logged.match(/ground-check .* marked|air-check .* changed/g)).toHaveLength(2);
    expect(logged).not.toMatch(/Мария|извор/);
  }));

test('a view key sees marks without names and notes, and only the owner takes one back', () =>
  withKeys(async (camp) => {
    camp.ask('putMark', 'b', DUTY, CHECK);
    expect(marksOf(camp, VIEW)).toMatchObject([{ id: 'm1', place: CHECK.place, name: '', note: '' }]);
    expect(marksOf(camp, OWNER)).toMatchObject([{ name: 'Мария', note: 'от извора' }]);
    expect(camp.ask('removeMark', 'b', DUTY, 'm1')).toEqual({ ok: false, refusal: 'owner-only' });
    expect(camp.ask('removeMark', 'b', OWNER, 'm1').ok).toBe(true);
    expect(camp.ask('removeMark', 'b', OWNER, 'm1')).toEqual({ ok: false, refusal: 'unknown-mark' });
    expect(marksOf(camp, VIEW)).toEqual([]);
    expect(logOf(camp).map(({ entry }) => entry)).toMatchObject([{ event: 'marked' }, { event: 'removed' }]);
  }));

test('names and notes are gone after 90 days, the mark after 400, all of them with the book', () =>
  withKeys(async (camp) => {
    const { marks } = camp.watch;
    camp.ask('putMark', 'b', DUTY, CHECK);
    marks.forget(START_MS + 90 * DAY_MS - 1);
    expect(marksOf(camp, OWNER)).toMatchObject([{ name: 'Мария' }]);
    marks.forget(START_MS + 90 * DAY_MS);
    expect(marksOf(camp, OWNER)).toMatchObject([{ id: 'm1', kind: 'ground-check', name: '', note: '' }]);
    marks.forget(START_MS + 400 * DAY_MS);
    expect(marksOf(camp, OWNER)).toEqual([]);
    camp.ask('putMark', 'b', DUTY, CHECK);
    endBook(camp.watch, 'b');
    expect(marks.of('b')).toEqual([]);
  }));

test('a book holds so many marks: old ones make room, those that count do not', () =>
  withKeys(async (camp) => {
    const { marks } = camp.watch;
    const old = { ...CHECK, atMs: START_MS - 14 * DAY_MS, recordedMs: START_MS };
    for (let made = 0; made < MOST_MARKS; made += 1)
      marks.put('b', { ...old, id: `old${made}`, atMs: old.atMs - made });
    expect(camp.ask('putMark', 'b', DUTY, CHECK).ok).toBe(true);
    expect(marks.of('b')).toHaveLength(MOST_MARKS);
    expect(marks.get('b', `old${MOST_MARKS - 1}`)).toBeUndefined();
    for (let made = 0; made < MOST_MARKS; made += 1) marks.put('b', { ...old, id: `old${made}`, atMs: START_MS });
    expect(camp.ask('putMark', 'b', DUTY, { ...CHECK, id: 'm2' })).toEqual({ ok: false, refusal: 'too-many-marks' });
  }));
