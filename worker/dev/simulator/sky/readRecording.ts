import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { parseRecording, type Recording } from './parseRecording.ts';

/** Reads a recording from a CSV file, gzipped if its name ends in `.gz`. Rejects, naming the first bad line, if any. */
export async function readRecording(path: string): Promise<Recording> {
  const bytes = await readFile(path);
  return parseRecording((path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'));
}
