import * as v from 'valibot';

/** Longest values, in characters. Together with the labels they fit one chat message of 4,096. */
export const CONTACT_MAX_LENGTH = {
  name: 100,
  email: 254,
  company: 150,
  phone: 40,
  subject: 200,
  message: 3_000,
} as const;

export type ContactField = keyof typeof CONTACT_MAX_LENGTH;

/** Why a field was refused; the form has a text for each in every language. */
export type ContactErrorCode =
  | 'nameRequired'
  | 'emailRequired'
  | 'emailInvalid'
  | 'subjectRequired'
  | 'messageRequired'
  | 'tooLong';

/** Text, @, text, dot, text: a typing mistake is caught, no real address is refused. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const required = (field: ContactField, code: ContactErrorCode) =>
  v.pipe(
    v.string(code),
    v.trim(),
    v.nonEmpty(code),
    v.maxLength(CONTACT_MAX_LENGTH[field], 'tooLong' satisfies ContactErrorCode),
  );

const optional = (field: ContactField) =>
  v.optional(
    v.pipe(
      v.string('textExpected'),
      v.trim(),
      v.maxLength(CONTACT_MAX_LENGTH[field], 'tooLong' satisfies ContactErrorCode),
    ),
  );

const missing: Readonly<Record<string, string>> = {
  id: 'idRequired',
  name: 'nameRequired',
  email: 'emailRequired',
  subject: 'subjectRequired',
  message: 'messageRequired',
} satisfies Partial<Record<ContactField | 'id', ContactErrorCode | 'idRequired'>>;

/** A field that is not there at all is as bad as an empty one, and is named the same way. */
function shapeFault(issue: v.BaseIssue<unknown>): string {
  const key = issue.path?.at(-1)?.key;
  if (typeof key !== 'string') return 'objectExpected';
  return issue.expected === 'never' ? 'fieldUnknown' : (missing[key] ?? 'objectExpected');
}

/** What the visitor fills in. */
const fields = {
  name: required('name', 'nameRequired'),
  email: v.pipe(required('email', 'emailRequired'), v.regex(EMAIL, 'emailInvalid' satisfies ContactErrorCode)),
  company: optional('company'),
  phone: optional('phone'),
  subject: required('subject', 'subjectRequired'),
  message: required('message', 'messageRequired'),
};
export const ContactFields = v.object(fields, shapeFault);
export type ContactFields = v.InferOutput<typeof ContactFields>;

/** Body of `POST /api/v1/contact`. Messages are codes: `ContactErrorCode`, or the name of the broken rule. */
export const ContactRequest = v.strictObject(
  {
    /** The client's key of this message: sent again with the same key, it is still one message. */
    id: v.pipe(v.string('idRequired'), v.uuid('idInvalid')),
    origin: v.optional(v.pipe(v.string('textExpected'), v.maxLength(40, 'tooLong'))),
    ...fields,
    /** Language of the page the form stood on. */
    language: v.optional(v.picklist(['en', 'ru', 'bg'], 'languageUnknown')),
    /** A field people do not see; whoever fills it is a machine. */
    website: v.optional(v.pipe(v.string('textExpected'), v.maxLength(500, 'tooLong'))),
    /** Proof of Turnstile, where the site asks for one. */
    turnstileToken: v.optional(v.pipe(v.string('textExpected'), v.maxLength(2_048, 'tooLong'))),
    /** Time between the opening of the page and the submission, in milliseconds. Absent without JavaScript. */
    filledMs: v.optional(
      v.pipe(v.number('numberExpected'), v.integer('numberExpected'), v.minValue(0, 'numberExpected')),
    ),
  },
  shapeFault,
);
export type ContactRequest = v.InferOutput<typeof ContactRequest>;
