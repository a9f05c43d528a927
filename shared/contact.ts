import * as v from 'valibot';
import { LANGUAGES } from '#shared/languages.ts';

/**
 * Anything that shows on a screen: no control and format characters, blanks of every width, fillers, variation
 * selectors, the empty Braille cell, or halves of characters and private ones, which no font can draw.
 */
const SEEN = /[^\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

export function hasVisibleText(text: string): boolean {
  return SEEN.test(text);
}

/**
 * Text, one @, text, dot, text, without blanks and with something visible before the @: catches typing mistakes without
 * refusing real addresses. Takes linear time, unlike a pattern with two open ends.
 */
export function isEmail(text: string): boolean {
  const at = text.indexOf('@');
  if (at < 1 || text.includes('@', at + 1) || /\s/.test(text)) return false;
  const dot = text.indexOf('.', at + 2);
  // A dot at the very start or end of the domain does not count.
  return dot > 0 && dot < text.length - 1 && hasVisibleText(text.slice(0, at));
}

/** Digits, spaces, `+ - ( ) /`, 5 to 25 of them, at least one a digit: a number as people write it in any country. */
function isPhone(text: string): boolean {
  return /^[\d +\-()/]{5,25}$/.test(text) && /\d/.test(text);
}

/** Maximum lengths in UTF-16 units. Together with the labels they fit one chat message of 4,096. */
export const CONTACT_MAX_LENGTH = {
  name: 100,
  email: 254,
  company: 150,
  phone: 40,
  subject: 200,
  message: 3_000,
} as const;

export type ContactField = keyof typeof CONTACT_MAX_LENGTH;

const CODES = [
  'nameRequired',
  'emailRequired',
  'emailInvalid',
  'phoneInvalid',
  'subjectRequired',
  'messageRequired',
  'tooLong',
] as const;
export type ContactErrorCode = (typeof CODES)[number];

const text = (field: ContactField, wrongType: string) =>
  v.pipe(v.string(wrongType), v.trim(), v.maxLength(CONTACT_MAX_LENGTH[field], 'tooLong' satisfies ContactErrorCode));
const required = (field: ContactField, code: ContactErrorCode) =>
  v.pipe(text(field, code), v.check(hasVisibleText, code));
const optional = (field: ContactField) => v.optional(text(field, 'textExpected'));

/** Gives a missing field the same code as an empty one. */
function shapeError(issue: v.BaseIssue<unknown>): string {
  const key = issue.path?.at(-1)?.key;
  if (typeof key !== 'string') return 'objectExpected';
  return issue.expected === 'never' ? 'unknown' : `${key}Required`;
}

const fields = {
  name: required('name', 'nameRequired'),
  email: v.pipe(required('email', 'emailRequired'), v.check(isEmail, 'emailInvalid' satisfies ContactErrorCode)),
  company: optional('company'),
  phone: v.optional(
    v.pipe(
      text('phone', 'textExpected'),
      v.check((phone) => phone === '' || isPhone(phone), 'phoneInvalid' satisfies ContactErrorCode),
    ),
  ),
  subject: required('subject', 'subjectRequired'),
  message: required('message', 'messageRequired'),
};
export const ContactFields = v.object(fields, shapeError);
export type ContactFields = v.InferOutput<typeof ContactFields>;

/** Issue messages are codes: a `ContactErrorCode` or the name of the broken rule. */
export const ContactRequest = v.strictObject(
  {
    /** Idempotency key chosen by the client: a repeat with the same id is the same message. */
    id: v.pipe(v.string('idRequired'), v.uuid('idInvalid')),
    origin: v.optional(v.pipe(v.string('textExpected'), v.maxLength(40, 'tooLong'))),
    ...fields,
    language: v.optional(v.picklist(LANGUAGES, 'languageUnknown')),
    /** A field invisible to people, so that only machines fill it in. */
    website: v.optional(v.pipe(v.string('textExpected'), v.maxLength(500, 'tooLong'))),
    turnstileToken: v.optional(v.pipe(v.string('textExpected'), v.maxLength(2_048, 'tooLong'))),
    /** Milliseconds from opening the page to submitting. Absent without JavaScript. */
    filledMs: v.optional(
      v.pipe(v.number('numberExpected'), v.integer('numberExpected'), v.minValue(0, 'numberExpected')),
    ),
  },
  shapeError,
);
export type ContactRequest = v.InferOutput<typeof ContactRequest>;

export type ContactErrors = Partial<Record<ContactField, ContactErrorCode>>;

/** The first error of each field, in the order of the form. */
export function contactErrors(values: Record<string, unknown>): ContactErrors {
  const result = v.safeParse(ContactFields, values);
  if (result.success) return {};
  const errors = Object.entries(v.flatten<typeof ContactFields>(result.issues).nested ?? {});
  return fieldErrors(errors.map(([field, [code]]) => [field, code]));
}

/** Of these errors those that belong to a field and have a code. */
export function fieldErrors(errors: readonly (readonly [field: string, code: unknown])[]): ContactErrors {
  return Object.fromEntries(errors.filter(([field, code]) => isContactField(field) && isContactErrorCode(code)));
}

export function isContactField(text: string): text is ContactField {
  return Object.hasOwn(ContactFields.entries, text);
}

export function isContactErrorCode(text: unknown): text is ContactErrorCode {
  return (CODES as readonly unknown[]).includes(text);
}
