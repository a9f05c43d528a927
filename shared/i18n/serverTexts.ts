import { inEachLanguage, type Language } from '#shared/languages.ts';
import type { VerdictTexts } from '#shared/sky/verdictText.ts';
import type { SourceKind } from '#shared/wire/FeedEvent.ts';
import * as bg from './bg/server.ts';
import * as en from './en/server.ts';
import * as ru from './ru/server.ts';

const dictionaries = { en, ru, bg };

type Dictionary = (typeof dictionaries)[Language];

const inEach = <Name extends keyof Dictionary>(name: Name) =>
  inEachLanguage<Dictionary[Name]>((language) => dictionaries[language][name]);

export const messageTexts = inEach('messageTexts');
export const chatTexts = inEach('chatTexts');
export const feedTexts = inEach('feedTexts');
/** The Worker's answers to the form of a browser that runs no scripts. */
export const contactTexts = inEach('contactTexts');
export const mapImageTexts = inEach('mapImageTexts');
/** What the picture of the last hour counts, if the source tells flashes of every kind. */
export const flashPictureTexts = inEach('flashPictureTexts');
/** The page of a place, which the Worker writes. */
export const placePageTexts = inEach('placePageTexts');
/** What plots on the page of a place count, if the source tells flashes of every kind. */
export const flashPlotTexts = inEach('flashPlotTexts');
/** What the page of a place promises to who has not opened it, if the source may guard nothing. */
export const latePlaceTexts = inEach('latePlaceTexts');
/** What a verdict says instead of strikes, if the source tells flashes of every kind. */
export const flashVerdictTexts = inEach('flashVerdictTexts');

/** How a verdict is said, for whoever says it without the site's program. */
export const verdictTexts = inEach('verdictTexts');
/** The same of a source that tells this kind: of a flash nobody says that it struck. */
export function verdictTextsFor(language: Language, kind: SourceKind | undefined): VerdictTexts {
  const texts = verdictTexts[language];
  return kind === undefined || kind === 'cg-stroke' ? texts : { ...texts, ...flashVerdictTexts[language] };
}

/** The text as HTML, with a link in place of its `{email}`. */
export function mailTo(text: string, email: string): string {
  return text.replace(/\{email(:string)?\}/, () => `<a href="mailto:${email}">${email}</a>`);
}
