import { useEffect, useState } from 'react';
import { callBook } from './callBook.ts';
import type { LogLine } from './logLines.ts';

/** The area's log, read anew whenever `version` changes; null before the first answer. */
export function useLog(path: string, key: string, version: string): readonly LogLine[] | null {
  const [lines, setLines] = useState<readonly LogLine[] | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version has other lines
  useEffect(() => {
    let wanted = true;
    callBook<{ readonly lines: readonly LogLine[] }>(`${path}/log`, { key }).then((called) => {
      if (wanted && called.ok) setLines(called.value.lines);
    });
    return () => {
      wanted = false;
    };
  }, [path, key, version]);
  return lines;
}
