import { useCallback, useState } from 'react';
import type { Position } from '#shared/geo/geodesy.ts';
import { cornersOf, pointAt, type Shape } from '#shared/geo/Shape.ts';
import { WATCHED_SHAPE } from '#shared/watch/Area.ts';
import { type Locale, loadTexts, type Texts, useTexts } from '#web/kit/i18n/index.ts';
import type { OutlineRule, OutlineRuleError } from './outlines/FoundShape.ts';
import type { Outline, OutlineLimits, ReadOutlines } from './outlines/readOutlines.ts';
import { isLink, positionIn } from './outlines/readPosition.ts';
import { findResults, makePlaceSearch, type SearchResult } from './PlaceCombobox.tsx';

export interface SelectedPlace {
  readonly shape: Shape;
  /** Empty if it has no name. */
  readonly name: string;
  /** True for the visitor's position. */
  readonly isOwn?: boolean;
}

/** State of a form's place field. */
export interface PlaceEntry {
  readonly by: 'name' | 'outline';
  /** The typed or pasted text: a name, coordinates or a link; for an outline, what `readOutlines` reads. */
  readonly text: string;
  /** The place that `text` stands for, once known. */
  readonly selected: SelectedPlace | undefined;
  readonly error: PlaceError | undefined;
  /** The outlines that were read, if there may be several, or notes about them. */
  readonly found: FoundOutlines | undefined;
}

export interface FoundOutlines {
  readonly outlines: readonly Outline[];
  /** Number of smaller outlines that are not offered. */
  readonly more: number;
  /** Index of the chosen outline; undefined while the user has to choose. */
  readonly chosen: number | undefined;
  /** Name of the file, if it was one. */
  readonly file: string | undefined;
}

/**
 * `missing`: no text. `none`, `several`: number of places with this name. `names`, `unreadable`: could not be loaded.
 * `link`: contains no place.
 */
type PlaceRule = 'missing' | 'none' | 'several' | 'names' | 'link' | 'unreadable' | OutlineRule;

export interface PlaceError extends Omit<OutlineRuleError, 'rule'> {
  readonly rule: PlaceRule;
  /** Name of the file that broke the rule. */
  readonly file?: string | undefined;
}

export type Selection =
  | { readonly ok: true; readonly place: SelectedPlace }
  | { readonly ok: false; readonly error: PlaceError };

export const EMPTY_ENTRY: PlaceEntry = {
  by: 'name',
  text: '',
  selected: undefined,
  error: undefined,
  found: undefined,
};

const MAX_NAME_LENGTH = 60;

/** The position of a place that is a point. */
export function pointOf(
  place: SelectedPlace | undefined,
): { readonly position: Position; readonly name: string } | undefined {
  if (place?.shape.type !== 'Point') return undefined;
  const [longitude, latitude] = place.shape.coordinates;
  return { position: { latitude, longitude }, name: place.name };
}

export function placeOfResult({ name, position, about }: SearchResult): SelectedPlace {
  return { shape: pointAt(position), name: about === '' && positionIn(name) ? '' : name.slice(0, MAX_NAME_LENGTH) };
}

interface PlaceReaders {
  /** Rejects if names cannot be loaded. */
  readonly resultsFor: (name: string) => Promise<readonly SearchResult[]>;
  readonly outlineOf: (text: string) => Promise<Selection>;
}

/** The only outline that was read, or the chosen one. */
export function selectFound({ outlines, chosen, file }: FoundOutlines): Selection {
  const outline = chosen === undefined ? undefined : outlines[chosen];
  if (!outline) return refused({ rule: 'shapes', file });
  return outline.error ? refused({ ...outline.error, file }) : { ok: true, place: { shape: outline.shape, name: '' } };
}

/** The outlines that were read; if there is only one, it is chosen. */
export function foundOutlines(read: ReadOutlines & { readonly ok: true }, file?: string): FoundOutlines {
  const { outlines, more } = read;
  return { outlines, more, chosen: outlines.length === 1 ? 0 : undefined, file };
}

/**
 * Resolves typed text without a choice: an outline, coordinates, the place with exactly this name, or the only match.
 */
export async function selectPlace(
  { by, text, selected: selectedPlace, found }: Omit<PlaceEntry, 'error'>,
  { resultsFor, outlineOf }: PlaceReaders,
): Promise<Selection> {
  const typed = text.trim();
  if (selectedPlace && typed !== '') return { ok: true, place: selectedPlace };
  if (found) return selectFound(found);
  if (typed === '') return refused({ rule: 'missing' });
  if (by === 'outline') return outlineOf(typed);
  const position = positionIn(typed);
  if (position) return { ok: true, place: { shape: pointAt(position), name: '' } };
  if (isLink(typed)) return refused({ rule: 'link' });
  try {
    const searchResults = await resultsFor(typed);
    const searchResult =
      searchResults.find(({ isExact }) => isExact) ?? (searchResults.length === 1 ? searchResults[0] : undefined);
    return searchResult
      ? { ok: true, place: placeOfResult(searchResult) }
      : refused({ rule: searchResults.length === 0 ? 'none' : 'several' });
  } catch {
    return refused({ rule: 'names' });
  }
}

const refused = (placeError: PlaceError) => ({ ok: false, error: placeError }) as const;

/** Longer text cannot be one position with its parts on separate lines. */
const MAX_PARTS_LENGTH = 200;

/** True if pasted text is an outline, which a one-line field would damage; false for one position. */
export function isOutlineText(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed.startsWith('{') || trimmed.startsWith('<')) return true;
  if (trimmed.length > MAX_PARTS_LENGTH) return trimmed.includes('\n');
  const lines = trimmed.split('\n').flatMap((line) => line.trim() || []);
  return lines.length > 1 && (lines.every(positionIn) || !positionIn(lines.join(' ')));
}

/** To some 10 m, in the language's number format; `parseCoordinates` can read it. */
export function coordinatesText({ latitude, longitude }: Position, locale: string): string {
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 4, maximumFractionDigits: 4 });
  return `${format.format(latitude)}; ${format.format(longitude)}`;
}

/** Name and coordinates; for a shape its kind, its corners and its middle. */
export function selectedPlaceText({ shape, name }: SelectedPlace, LL: Texts, locale: string): string {
  const corners = cornersOf(shape);
  const middle = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  const at = coordinatesText(
    { longitude: middle(corners.map(([x]) => x)), latitude: middle(corners.map(([, y]) => y)) },
    locale,
  );
  if (shape.type === 'LineString') return LL.mapTools.outline.line({ corners: corners.length, at });
  if (shape.type === 'Polygon') return LL.mapTools.outline.area({ corners: corners.length - 1, at });
  return [name, at].filter((part) => part !== '').join(' · ');
}

/**
 * A form's place entry, and a function that validates it on submit: resolves with the place, or with undefined after
 * adding the error to the entry. Outlines with more corners are simplified.
 */
export function usePlaceEntry(known: SelectedPlace | undefined, maxCorners: number = WATCHED_SHAPE.corners) {
  const { LL, locale } = useTexts();
  const [entry, setEntry] = useState(() => entryOf(known, locale));
  const accept = useCallback(async () => {
    const selection = await selectPlace(entry, {
      resultsFor: async (name) => findResults(name, await makePlaceSearch(), { LL, locale }),
      outlineOf: async (text) => {
        const request = () => readTyped(text, { corners: maxCorners, pointOnly: false }, locale);
        // The field may read the last typed text itself just after submit and abort the first call, so try twice.
        const read = (await request()) ?? (await request());
        if (!read) return { ok: false, error: { rule: 'unreadable' } };
        return read.ok ? selectFound(foundOutlines(read)) : { ok: false, error: read.error };
      },
    });
    // If the user typed meanwhile, the entry is another one and stays.
    setEntry((now) => {
      if (now !== entry) return now;
      return selection.ok
        ? { ...entry, selected: selection.place, error: undefined }
        : { ...entry, error: selection.error };
    });
    return selection.ok ? selection.place : undefined;
  }, [entry, LL, locale, maxCorners]);
  return { entry, setEntry, accept };
}

export function entryOf(known: SelectedPlace | undefined, locale: string): PlaceEntry {
  if (!known) return EMPTY_ENTRY;
  const { shape, name } = known;
  if (shape.type !== 'Point') return { ...EMPTY_ENTRY, by: 'outline', text: JSON.stringify(shape), selected: known };
  return { ...EMPTY_ENTRY, text: name || pointText(shape, locale), selected: known };
}

function pointText({ coordinates: [longitude, latitude] }: Shape & { readonly type: 'Point' }, locale: string): string {
  return coordinatesText({ latitude, longitude }, locale);
}

export const OUTLINE_TEXTS = ['outlineFile'] as const;

/**
 * The outlines in a file or a text, once the texts for them are loaded. Undefined if something else was read meanwhile.
 * Rejects if the reader or the texts cannot be loaded.
 */
export async function readTyped(
  input: Uint8Array | string,
  limits: OutlineLimits,
  locale: Locale,
): Promise<ReadOutlines | undefined> {
  const { fetchOutlines } = await import('./outlines/fetchOutlines.ts');
  const read = await fetchOutlines(input, limits);
  const only = read?.ok && read.outlines.length === 1 ? read.outlines[0] : undefined;
  const isPlain = only && only.notes.length === 0 && !only.error;
  if (read && !isPlain) await loadTexts(locale, OUTLINE_TEXTS);
  return read;
}

interface ReadOf {
  readonly before: PlaceEntry;
  /** The typed or pasted text; undefined for a file. */
  readonly text: string | undefined;
  readonly file: string | undefined;
  readonly pointOnly: boolean;
  readonly locale: Locale;
}

/** The entry after reading a file or a text. */
export function entryOfRead(read: ReadOutlines, { before, text, file, pointOnly, locale }: ReadOf): PlaceEntry {
  const refuse = (rule: PlaceError): PlaceEntry => {
    const error = { ...rule, file };
    // Pasted text stays in the field, so that it can be corrected.
    return text === undefined || pointOnly
      ? entryRefused(before, error)
      : { ...EMPTY_ENTRY, by: 'outline', text, error };
  };
  if (!read.ok) return refuse(read.error);
  const found = foundOutlines(read, file);
  const selection = selectFound(found);
  if (!selection.ok && found.chosen !== undefined) return refuse(selection.error);
  const typed = pointOnly ? EMPTY_ENTRY : { ...EMPTY_ENTRY, by: 'outline' as const, text: text ?? '' };
  return entryOfFound(typed, found, locale);
}

/** If a file is refused, the earlier place stays, but an earlier file can no longer be chosen from. */
export function entryRefused(before: PlaceEntry, placeError: PlaceError): PlaceEntry {
  return { ...before, error: placeError, found: before.found?.chosen === undefined ? undefined : before.found };
}

/** The entry with the chosen outline. The outline of a file is written into the field. */
export function entryOfFound(before: PlaceEntry, found: FoundOutlines, locale: Locale): PlaceEntry {
  if (found.chosen === undefined) return { ...before, selected: undefined, error: undefined, found };
  const selection = selectFound(found);
  if (!selection.ok) return { ...before, selected: undefined, error: selection.error, found };
  const { place } = selection;
  const isRewritten = found.file !== undefined || place.shape.type === 'Point' || before.by === 'name';
  return isRewritten ? { ...entryOf(place, locale), found } : { ...before, selected: place, error: undefined, found };
}
