import { useCallback, useState } from 'react';
import type { Shape } from '#shared/geo/shape/Shape.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { EMPTY_ENTRY, type PlaceEntry, type TakenPlace, takePlace } from './placeEntry.ts';
import { coordinatesText } from './takenPlaceText.ts';
import { findAnswers, makePlaceSearch } from './usePlaceSearch.ts';

/**
 * A form's place, and what takes it when the form is sent: resolves with the place, or with undefined once the entry says
 * why there is none.
 */
export function usePlaceEntry(known: TakenPlace | undefined) {
  const { LL, locale } = useTexts();
  const [entry, setEntry] = useState(() => entryOf(known, locale));
  const take = useCallback(async () => {
    const taken = await takePlace(entry, {
      answersTo: async (name) => findAnswers(name, await makePlaceSearch(), { LL, locale }),
      outlineOf: async (text) => (await import('./takeOutline.ts')).takeOutline(text),
    });
    setEntry(taken.ok ? { ...entry, taken: taken.place, fault: undefined } : { ...entry, fault: taken.fault });
    return taken.ok ? taken.place : undefined;
  }, [entry, LL, locale]);
  return { entry, setEntry, take };
}

export function entryOf(known: TakenPlace | undefined, locale: string): PlaceEntry {
  if (!known) return EMPTY_ENTRY;
  const { shape, name } = known;
  if (shape.type !== 'Point') return { ...EMPTY_ENTRY, by: 'outline', text: JSON.stringify(shape), taken: known };
  return { ...EMPTY_ENTRY, text: name || pointText(shape, locale), taken: known };
}

function pointText({ coordinates: [longitude, latitude] }: Shape & { readonly type: 'Point' }, locale: string): string {
  return coordinatesText({ latitude, longitude }, locale);
}
