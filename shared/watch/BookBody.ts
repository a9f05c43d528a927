import * as v from 'valibot';
import { LANGUAGES } from '#shared/languages.ts';
import { isTimeZone } from '#shared/time/zonedTime.ts';

const Language = v.picklist(LANGUAGES, LANGUAGES.join(' or '));
const TimeZone = v.pipe(v.string('textExpected'), v.check(isTimeZone, 'timeZone'));

const settings = { language: Language, timeZone: TimeZone };

export const BookSettings = v.object(settings);

/** The body of `POST /watch`. */
export const BookBody = v.strictObject({
  ...settings,
  turnstileToken: v.optional(v.pipe(v.string('textExpected'), v.maxLength(2_048, 'tooLong'))),
});
export type BookBody = v.InferOutput<typeof BookBody>;

/** The body of `PATCH /watch/{id}`. */
export const BookPatch = v.strictObject({ language: v.optional(Language), timeZone: v.optional(TimeZone) });
export type BookPatch = v.InferOutput<typeof BookPatch>;
