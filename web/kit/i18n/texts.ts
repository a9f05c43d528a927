import { useSyncExternalStore } from 'react';
import type { Namespaces, TranslationFunctions, Translations } from '#shared/i18n/i18n-types.ts';
import { loadLocaleAsync, loadNamespaceAsync } from '#shared/i18n/i18n-util.async.ts';
import { i18nObject, loadedLocales } from '#shared/i18n/i18n-util.ts';
import type { Locale } from './locales.ts';

export type Texts = TranslationFunctions;
export type Namespace = Namespaces;

const pending = new Map<string, Promise<void>>();
const texts = new Map<Locale, Texts>();
/** Languages whose common texts have loaded; areas may load before them, or without them. */
const withCommonTexts = new Set<Locale>();

/** A part that failed to load is requested again next time. */
export async function loadTexts(locale: Locale, namespaces: readonly Namespace[]): Promise<void> {
  await Promise.all([
    once(locale, locale, async () => {
      await loadLocaleAsync(locale);
      withCommonTexts.add(locale);
    }),
    ...namespaces.map((area) => once(`${locale}/${area}`, locale, () => loadNamespaceAsync(locale, area))),
  ]);
}

export function textsFor(locale: Locale): Texts {
  const known = texts.get(locale);
  if (known) return known;
  const translationFunctions = i18nObject(locale);
  texts.set(locale, translationFunctions);
  return translationFunctions;
}

/** The raw dictionary of an area, for texts outside a page too; undefined until it has loaded. */
export function textsOf<Area extends Namespace>(locale: Locale, area: Area): Translations[Area] | undefined {
  return loadedLocales[locale]?.[area];
}

/** True if a language's common texts have loaded. */
export function hasTexts(locale: Locale): boolean {
  return withCommonTexts.has(locale);
}

function once(key: string, locale: Locale, load: () => Promise<void>): Promise<void> {
  const known = pending.get(key);
  if (known) return known;
  const loading = load().then(
    // The text object keeps its original dictionary, so a new part needs a new object.
    () => void texts.delete(locale),
    (error: unknown) => {
      pending.delete(key);
      throw error;
    },
  );
  pending.set(key, loading);
  return loading;
}

/** A text that was saved while `npm run dev` runs. */
export interface SavedText {
  readonly locale: string;
  readonly area: string;
  /** URL of the module's current version. */
  readonly url: string;
}

let edition = 0;
const readers = new Set<() => void>();
const follow = (read: () => void) => {
  readers.add(read);
  return () => readers.delete(read);
};

/** Changes whenever `npm run dev` reloads a saved text; constant in production. */
export const useTextEdition = import.meta.hot
  ? () =>
      useSyncExternalStore(
        follow,
        () => edition,
        () => 0,
      )
  : () => 0;

import.meta.hot?.on('text-saved', async ({ locale, area, url }: SavedText) => {
  const translations = loadedLocales[locale as Locale];
  if (!translations) return;
  const { default: dictionary } = await import(/* @vite-ignore */ url);
  Object.assign(translations, area === 'everyPage' ? dictionary : { [area]: dictionary });
  texts.delete(locale as Locale);
  edition += 1;
  for (const read of readers) read();
});
