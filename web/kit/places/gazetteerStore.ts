import gazetteerUrl from './data/gazetteer.txt?url';
import { parseGazetteer } from './gazetteerText.ts';
import type { Place } from './Place.ts';

const TIMEOUT_MS = 20_000;

let loading: Promise<readonly Place[]> | undefined;

/** Loads all places once. A failure is forgotten, so that the next call tries again. */
export function loadGazetteer(): Promise<readonly Place[]> {
  loading ??= readGazetteer().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function readGazetteer(): Promise<readonly Place[]> {
  const response = await fetch(gazetteerUrl, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`The gazetteer answered ${response.status}.`);
  return parseGazetteer(await response.text());
}
