import * as v from 'valibot';
import { LANGUAGES } from '../languages.ts';

const Language = v.picklist(LANGUAGES, LANGUAGES.join(' or '));
const TimeZone = v.pipe(v.string('textExpected'), v.check(isTimeZone, 'timeZone'));

/** The body of `POST /watch`: in which language messages are written, and in which zone's time. */
export const BookBody = v.strictObject({ language: Language, timeZone: TimeZone });
export type BookBody = v.InferOutput<typeof BookBody>;

/** The body of `PATCH /watch/{id}`: what is to be another. */
export const BookPatch = v.strictObject({ language: v.optional(Language), timeZone: v.optional(TimeZone) });
export type BookPatch = v.InferOutput<typeof BookPatch>;

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}
