import * as v from 'valibot';

/** In graphemes. */
export const NAME_MAX = 80;
/** In UTF-16 units: a grapheme may be made of several letters and marks; no name needs more than this. */
const MAX_LENGTH = 8 * NAME_MAX;
/** Ends of lines and other controls, half pairs, and what turns the direction of the text that follows. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;
/** A letter, figure, sign or symbol that is visible. */
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u;
const BLANK = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;

const signs = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Counts graphemes: a letter with its accents is one. */
function signsIn(text: string): number {
  let count = 0;
  for (const _ of signs.segment(text)) count += 1;
  return count;
}

const Printable = v.pipe(
  v.string('textExpected'),
  v.maxLength(MAX_LENGTH, 'tooLong'),
  v.trim(),
  v.normalize('NFC'),
  v.check((text) => !UNPRINTABLE.test(text), 'unprintable'),
  v.check((text) => text === '' || SEEN.test(text.replace(BLANK, '')), 'invisible'),
  v.check((text) => signsIn(text) <= NAME_MAX, 'tooLong'),
);

/** A name that others read: in NFC, on one line, 1 to 80 graphemes, none invisible or turning the text's direction. */
export const NameBody = v.pipe(Printable, v.minLength(1, 'nameRequired'));

export const OptionalNameBody = v.optional(Printable, '');
