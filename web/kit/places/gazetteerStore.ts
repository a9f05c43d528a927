import gazetteerUrl from './data/gazetteer.txt?url';
import landmarksUrl from './data/landmarks.txt?url';
import { parseLandmarks } from './Landmark.ts';
import type { Place } from './Place.ts';

/**
 * The gazetteer as text, column by column because similar values compress well together: names in English, Russian,
 * Bulgarian, further names, countries, populations, latitudes and longitudes in thousandths of a degree. Columns end
 * with a line break, cells are separated by tabs.
 */
const CELL = '\t';
const COLUMN = '\n';
const ALSO = '|';
const PER_DEGREE = 1_000;
/** Stands for a name that equals the one in the column before. */
const SAME = '';

export function formatGazetteer(places: readonly Place[]): string {
  const column = (cell: (place: Place) => string | number) => places.map(cell).join(CELL);
  return [
    column(({ en }) => en),
    column(({ en, ru }) => (ru === en ? SAME : ru)),
    column(({ ru, bg }) => (bg === ru ? SAME : bg)),
    column(({ also }) => also.join(ALSO)),
    column(({ country }) => country),
    column(({ population }) => population),
    column(({ latitude }) => Math.round(latitude * PER_DEGREE)),
    column(({ longitude }) => Math.round(longitude * PER_DEGREE)),
  ].join(COLUMN);
}

/** Parses the output of `formatGazetteer`. @throws if it is anything else, such as an error page */
export function parseGazetteer(text: string): Place[] {
  const columns = text.split(COLUMN).map((column) => column.split(CELL));
  const [
    english = [],
    russian = [],
    bulgarian = [],
    also = [],
    countries = [],
    populations = [],
    north = [],
    east = [],
  ] = columns;
  if (columns.length !== 8 || columns.some(({ length }) => length !== english.length)) {
    throw new Error('The gazetteer is not one: it must have eight columns of equal length.');
  }
  return english.map((en, index) => {
    const ru = russian[index] || en;
    return {
      en,
      ru,
      bg: bulgarian[index] || ru,
      also: also[index] ? also[index].split(ALSO) : [],
      country: countries[index] ?? '',
      population: Number(populations[index]),
      latitude: Number(north[index]) / PER_DEGREE,
      longitude: Number(east[index]) / PER_DEGREE,
    };
  });
}

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
