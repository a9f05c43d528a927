import type { AreaChange } from '#shared/watch/AreaState.ts';
import type { NoteKind } from '#shared/watch/NoteBody.ts';
import { hashOf } from '#worker/keys/hashOf.ts';

/** What a line of an area's log tells: a change of the machine, an edit, a person's note, or a recipient's fate. */
export type LogEntry =
  | { readonly type: 'change'; readonly revision: number; readonly change: AreaChange }
  | {
      readonly type: 'edited';
      readonly atMs: number;
      readonly revision: number;
      readonly by: 'created' | 'edited' | 'reset';
    }
  | {
      readonly type: 'note';
      readonly atMs: number;
      readonly name: string;
      readonly text: string;
      /** Absent for a plain note. */
      readonly kind?: NoteKind;
    }
  | {
      /**
       * Something of a recipient that everybody should know of. `untilMs` is the end of a mute, `untilClear` that an
       * all-clear ends it before. `afterMin`: it was told because nobody confirmed within so many minutes.
       */
      readonly type: 'recipient';
      readonly atMs: number;
      readonly name: string;
      readonly event: 'added' | 'removed' | 'muted' | 'unmuted' | 'dead' | 'drill' | 'early' | 'escalated';
      readonly untilMs?: number;
      readonly untilClear?: true;
      readonly afterMin?: number;
    };

export interface LogLine {
  readonly line: number;
  readonly atMs: number;
  readonly entry: LogEntry;
  /** SHA-256 of the line before it, a line feed, and this line's number, time and entry as JSON. */
  readonly hash: string;
}

/** Lines of a log that are kept no more. Line numbers begin at 1, so that the last one's number says how many they are. */
export interface GoneLines {
  readonly lines: number;
  /** When the last of them was written. */
  readonly untilMs: number;
  /** Of the last of them: from it the first line that is kept follows. */
  readonly hash: string;
}

export const FIRST_HASH = '0'.repeat(64);

/** The line that follows `previous`. Whoever changes a line changes every hash after it. */
export function nextLine(previous: LogLine | undefined, atMs: number, entry: LogEntry): LogLine {
  const line = (previous?.line ?? 0) + 1;
  return { line, atMs, entry, hash: lineHash(previous?.hash ?? FIRST_HASH, line, atMs, entry) };
}

/** The number of the first line whose hash does not follow from the one before it; undefined if all do. */
export function firstBrokenLine(lines: readonly LogLine[], before = FIRST_HASH): number | undefined {
  let hash = before;
  for (const { line, atMs, entry, hash: told } of lines) {
    hash = lineHash(hash, line, atMs, entry);
    if (hash !== told) return line;
  }
  return undefined;
}

function lineHash(previousHash: string, line: number, atMs: number, entry: LogEntry): string {
  return hashOf(`${previousHash}\n${JSON.stringify([line, atMs, entry])}`);
}
