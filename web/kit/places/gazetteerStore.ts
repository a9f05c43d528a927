import gazetteerUrl from './data/gazetteer.txt?url';
import landmarksUrl from './data/landmarks.txt?url';
import { parseGazetteer } from './gazetteerText.ts';
import { parseLandmarks } from './Landmark.ts';

const TIMEOUT_MS = 20_000;

/** Loads all settlements once. After a failure the next call tries again. */
export const loadGazetteer = once(gazetteerUrl, parseGazetteer);

/** Loads all peaks, ranges and other geographical names, like `loadGazetteer`. */
export const loadLandmarks = once(landmarksUrl, parseLandmarks);

function once<Content>(url: string, parse: (text: string) => Content): () => Promise<Content> {
  let loading: Promise<Content> | undefined;
  return () => {
    loading ??= read(url).then(parse);
    loading.catch(() => {
      loading = undefined;
    });
    return loading;
  };
}

async function read(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`The list of names answered ${response.status}.`);
  return response.text();
}
