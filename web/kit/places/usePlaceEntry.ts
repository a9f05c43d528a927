import { useCallback, useState } from 'react';
import type { Shape } from '#shared/geo/Shape.ts';
import { WATCHED_SHAPE } from '#shared/watch/Area.ts';
import { type Locale, loadTexts, useTexts } from '#web/kit/i18n/index.ts';
import type { OutlineLimits, ReadOutlines } from './outlines/readOutlines.ts';
import {
  EMPTY_ENTRY,
  type FoundOutlines,
  foundOutlines,
  type PlaceEntry,
  type PlaceFault,
  type SelectedPlace,
  takeFound,
  takePlace,
} from './placeEntry.ts';
import { coordinatesText } from './takenPlaceText.ts';
import { findAnswers, makePlaceSearch } from './usePlaceSearch.ts';

/**
 * A form's place entry, and a function that validates it on submit: resolves with the place, or with undefined after
 * adding the error to the entry. Outlines with more corners are simplified.
 */
export function usePlaceEntry(known: SelectedPlace | undefined, maxCorners: number = WATCHED_SHAPE.corners) {
  const { LL, locale } = useTexts();
  const [entry, setEntry] = useState(() => entryOf(known, locale));
  const take = useCallback(async () => {
    const taken = await takePlace(entry, {
      answersTo: async (name) => findAnswers(name, await makePlaceSearch(), { LL, locale }),
      outlineOf: async (text) => {
        const ask = () => readInWords(text, { corners: maxCorners, pointOnly: false }, locale);
        // The field may read the last typed text itself just after submit and abort the first call, so try twice.
        const read = (await ask()) ?? (await ask());
        if (!read) return { ok: false, fault: { rule: 'unreadable' } };
        return read.ok ? takeFound(foundOutlines(read)) : { ok: false, fault: read.fault };
      },
    });
    // If the user typed meanwhile, the entry is another one and stays.
    setEntry((now) => {
      if (now !== entry) return now;
      return taken.ok ? { ...entry, taken: taken.place, fault: undefined } : { ...entry, fault: taken.fault };
    });
    return taken.ok ? taken.place : undefined;
  }, [entry, LL, locale, maxCorners]);
  return { entry, setEntry, take };
}

export function entryOf(known: SelectedPlace | undefined, locale: string): PlaceEntry {
  if (!known) return EMPTY_ENTRY;
  const { shape, name } = known;
  if (shape.type !== 'Point') return { ...EMPTY_ENTRY, by: 'outline', text: JSON.stringify(shape), taken: known };
  return { ...EMPTY_ENTRY, text: name || pointText(shape, locale), taken: known };
}

function pointText({ coordinates: [longitude, latitude] }: Shape & { readonly type: 'Point' }, locale: string): string {
  return coordinatesText({ latitude, longitude }, locale);
}

export const OUTLINE_TEXTS = ['outlineFile'] as const;

/**
 * The outlines in a file or a text, once the texts for them are loaded. Undefined if something else was read meanwhile.
 * Rejects if the reader or the texts cannot be loaded.
 */
export async function readInWords(
  input: Uint8Array | string,
  limits: OutlineLimits,
  locale: Locale,
): Promise<ReadOutlines | undefined> {
  const { askOutlines } = await import('./outlines/askOutlines.ts');
  const read = await askOutlines(input, limits);
  const only = read?.ok && read.outlines.length === 1 ? read.outlines[0] : undefined;
  const isPlain = only && only.notes.length === 0 && !only.fault;
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
  const refuse = (rule: PlaceFault): PlaceEntry => {
    const fault = { ...rule, file };
    // Pasted text stays in the field, so that it can be corrected.
    return text === undefined || pointOnly
      ? entryRefused(before, fault)
      : { ...EMPTY_ENTRY, by: 'outline', text, fault };
  };
  if (!read.ok) return refuse(read.fault);
  const found = foundOutlines(read, file);
  const taken = takeFound(found);
  if (!taken.ok && found.chosen !== undefined) return refuse(taken.fault);
  const typed = pointOnly ? EMPTY_ENTRY : { ...EMPTY_ENTRY, by: 'outline' as const, text: text ?? '' };
  return entryOfFound(typed, found, locale);
}

/** If a file is refused, the earlier place stays, but an earlier file can no longer be chosen from. */
export function entryRefused(before: PlaceEntry, fault: PlaceFault): PlaceEntry {
  return { ...before, fault, found: before.found?.chosen === undefined ? undefined : before.found };
}

/** The entry with the chosen outline. The outline of a file is written into the field. */
export function entryOfFound(before: PlaceEntry, found: FoundOutlines, locale: Locale): PlaceEntry {
  if (found.chosen === undefined) return { ...before, taken: undefined, fault: undefined, found };
  const taken = takeFound(found);
  if (!taken.ok) return { ...before, taken: undefined, fault: taken.fault, found };
  const { place } = taken;
  const isRewritten = found.file !== undefined || place.shape.type === 'Point' || before.by === 'name';
  return isRewritten ? { ...entryOf(place, locale), found } : { ...before, taken: place, fault: undefined, found };
}
