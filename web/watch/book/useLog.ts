import { useEffect, useState } from 'react';
import { callBook } from './callBook.ts';
import type { LogLine } from './logLines.ts';

/** So many lines are read: a few more than are shown. */
const NEWEST = 20;

/** The newest lines of the area's log, read anew whenever `version` changes; null before the first answer. */
export function useLog(path: string, key: string, version: string): readonly LogLine[] | null {
  const [lines, setLines] = useState<readonly LogLine[] | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version has other lines
  useEffect(() => {
    let wanted = true;
    callBook<{ readonly lines: readonly LogLine[] }>(`${path}/log?newest=${NEWEST}`, { key }).then((called) => {
      if (wanted && called.ok) setLines(called.value.lines);
    });
    return () => {
      wanted = false;
    };
  }, [path, key, version]);
  return lines;
}
