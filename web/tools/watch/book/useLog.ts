import { useEffect, useState } from 'react';
import { callBook } from './callBook.ts';
import type { LogLine } from './logLines.ts';

/** So many lines are read: a few more than are shown. */
const NEWEST = 20;

/** What was read of a log. */
export interface ReadLog {
  /** The newest, oldest first. */
  readonly lines: readonly LogLine[];
  /** How many older ones are kept no more, and when the last of them was written; absent while each is kept. */
  readonly gone?: { readonly lines: number; readonly untilMs: number };
}

const NOTHING_READ: ReadLog = { lines: [] };

/** The newest of the area's log, read anew whenever `version` changes. */
export function useLog(path: string, key: string, version: string): ReadLog {
  const [log, setLog] = useState(NOTHING_READ);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version has other lines
  useEffect(() => {
    let wanted = true;
    callBook<ReadLog>(`${path}/log?newest=${NEWEST}`, { key }).then((called) => {
      if (wanted && called.ok) setLog(called.value);
    });
    return () => {
      wanted = false;
    };
  }, [path, key, version]);
  return log;
}
