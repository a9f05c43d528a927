import * as v from 'valibot';
import { type ContactErrorCode, type ContactField, ContactFields } from './ContactRequest.ts';

export type ContactErrors = Partial<Record<ContactField, ContactErrorCode>>;

const codes: readonly string[] = [
  'nameRequired',
  'emailRequired',
  'emailInvalid',
  'subjectRequired',
  'messageRequired',
  'tooLong',
] satisfies ContactErrorCode[];

/** The first error of each field, in the order of the form. */
export function contactErrors(values: Record<string, unknown>): ContactErrors {
  const result = v.safeParse(ContactFields, values);
  if (result.success) return {};
  const errors: ContactErrors = {};
  for (const [field, [code]] of Object.entries(v.flatten<typeof ContactFields>(result.issues).nested ?? {})) {
    if (isContactField(field) && isContactErrorCode(code)) errors[field] = code;
  }
  return errors;
}

export function isContactField(text: string): text is ContactField {
  return Object.hasOwn(ContactFields.entries, text);
}

export function isContactErrorCode(text: unknown): text is ContactErrorCode {
  return typeof text === 'string' && codes.includes(text);
}
