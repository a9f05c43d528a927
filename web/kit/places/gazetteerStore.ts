import { LANGUAGES, readNames, writeNames } from '#shared/languages.ts';
import gazetteerUrl from './data/gazetteer.txt?url';
import landmarksUrl from './data/landmarks.txt?url';
import { parseLandmarks } from './Landmark.ts';
import type { Place } from './Place.ts';

/**
 * The gazetteer as text, column by column because similar values compress well together: further names, countries,
 * populations, latitudes and longitudes in thousandths of a degree, names in the order of `LANGUAGES`. Columns end with
 * a line break, cells are separated by tabs.
 */
const CELL = '\t';
const COLUMN = '\n';
const ALSO = '|';
const PER_DEGREE = 1_000;

export function formatGazetteer(places: readonly Place[]): string {
  const column = (cell: (place: Place) => string | number | undefined) => places.map(cell).join(CELL);
  const names = new Map(places.map((place) => [place, writeNames(place)]));
  return [
    column(({ also }) => also.join(ALSO)),
    column(({ country }) => country),
    column(({ population }) => population),
    column(({ latitude }) => Math.round(latitude * PER_DEGREE)),
    column(({ longitude }) => Math.round(longitude * PER_DEGREE)),
    ...LANGUAGES.map((_, index) => column((place) => names.get(place)?.[index])),
  ].join(COLUMN);
}

/** Parses the output of `formatGazetteer`. @throws if it is anything else, such as an error page */
export function parseGazetteer(text: string): Place[] {
  const columns = text.split(COLUMN).map((column) => column.split(CELL));
  const [also = [], countries = [], populations = [], north = [], east = [], ...names] = columns;
  const [english] = names;
  if (!english || columns.some(({ length }) => length !== english.length)) {
    throw new Error('The gazetteer is not one: it must have six columns or more, of equal length.');
  }
  return english.map((_, index) => ({
    ...readNames(names.map((column) => column[index])),
    also: also[index] ? also[index].split(ALSO) : [],
    country: countries[index] ?? '',
    population: Number(populations[index]),
    latitude: Number(north[index]) / PER_DEGREE,
    longitude: Number(east[index]) / PER_DEGREE,
  }));
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
