import type { KeptMark } from '#worker/watch/book/BookMarks.ts';
import type { WatchContext } from '#worker/watch/WatchEngine.ts';
import { allowed, type BookAnswer, done, refused } from './bookAnswer.ts';

type ToldMark = Omit<KeptMark, 'recordedMs'>;

export const markOperations = {
  /** The same mark again changes nothing. */
  putMark(
    watch: WatchContext,
    book: string,
    key: string,
    told: ToldMark,
  ): BookAnswer<{ readonly created: boolean; readonly mark: KeptMark }> {
    return allowed(watch, book, key, 'duty', () => {
      const { marks, ledger, writes, clock } = watch;
      const nowMs = clock.now();
      const before = marks.get(book, told.id);
      const mark = { ...told, recordedMs: before?.recordedMs ?? nowMs };
      if (before && isSame(before, mark)) return done({ created: false, mark: before });
      if (!writes.take(book, 'notes', nowMs)) return refused('too-many-notes');
      const isRoom = ledger.transaction(() => {
        if (!before && !marks.makeRoom(book, nowMs)) return false;
        marks.put(book, mark);
        ledger.logMark(book, { atMs: nowMs, event: before ? 'changed' : 'marked', ...loggedOf(mark) });
        return true;
      });
      return isRoom ? done({ created: !before, mark }) : refused('too-many-marks');
    });
  },

  /** The newest first. Who said it is not for the view key. */
  marks(watch: WatchContext, book: string, key: string): BookAnswer<readonly KeptMark[]> {
    return allowed(watch, book, key, 'view', (_, right) => {
      const held = watch.marks.of(book);
      return done(right === 'view' ? held.map((mark) => ({ ...mark, name: '', note: '' })) : held);
    });
  },

  removeMark(watch: WatchContext, book: string, key: string, id: string): BookAnswer<null> {
    return allowed(watch, book, key, 'owner', () => {
      const { marks, ledger, clock } = watch;
      const mark = marks.get(book, id);
      if (!mark) return refused('unknown-mark');
      ledger.transaction(() => {
        marks.remove(book, id);
        ledger.logMark(book, { atMs: clock.now(), event: 'removed', ...loggedOf(mark) });
      });
      return done(null);
    });
  },
};

const isSame = (a: KeptMark, b: KeptMark) => comparable(a) === comparable(b);

const comparable = ({ kind, atMs, place, rainMm, name, note }: KeptMark) =>
  JSON.stringify([kind, atMs, place, rainMm, name, note]);

function loggedOf({ id, kind, atMs, rainMm }: KeptMark) {
  return { id, kind, markedMs: atMs, ...(rainMm === undefined ? {} : { rainMm }) };
}
