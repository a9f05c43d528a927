import * as v from 'valibot';
import { ContactRequest } from '#shared/contact/ContactRequest.ts';
import { TURNSTILE_FIELD } from '#shared/contact/turnstile.ts';
import { parseJson } from '#worker/outbound/readBounded.ts';

/** Field → the rule it broke; `body` if no single field is at fault. */
export type BodyFaults = Readonly<Record<string, string>>;

/** `values` were typed into a form, and are needed to show it again; empty for JSON. */
export type ParsedBody = { readonly values: Readonly<Record<string, string>> } & (
  | { readonly ok: true; readonly request: ContactRequest }
  | { readonly ok: false; readonly errors: BodyFaults }
);

/** Unknown fields are named in the answer, so their names and number are limited. */
const MAX_NAME_LENGTH = 64;
const MAX_FAULTS = 20;

/** Our form has nine, Turnstile's included. A body with more is refused before it is parsed. */
const MAX_FORM_FIELDS = 32;

type Issue = v.InferIssue<typeof ContactRequest>;

function ruleOf(issue: Issue, field: string): string {
  if (issue.type === 'strict_object' && issue.expected === 'never') return 'unknown';
  // For an absent key valibot reports the object, not the field.
  if (issue.type === 'strict_object') return `${field}Required`;
  return issue.message;
}

function faultsOf(issues: readonly Issue[]): BodyFaults {
  const faults = new Map<string, string>();
  for (const issue of issues) {
    const field = String(issue.path?.[0].key ?? 'body').slice(0, MAX_NAME_LENGTH);
    if (!faults.has(field) && faults.size < MAX_FAULTS) faults.set(field, ruleOf(issue, field));
  }
  return Object.fromEntries(faults);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function check(value: unknown, values: Readonly<Record<string, string>>): ParsedBody {
  if (!isObject(value)) return { ok: false, errors: { body: 'objectExpected' }, values };
  const result = v.safeParse(ContactRequest, value);
  if (!result.success) return { ok: false, errors: faultsOf(result.issues), values };
  // UUIDs are case-insensitive.
  return { ok: true, values, request: { ...result.output, id: result.output.id.toLowerCase() } };
}

function hasMoreThan(count: number, sign: string, text: string): boolean {
  let at = -1;
  for (let found = 0; found <= count; found += 1) {
    at = text.indexOf(sign, at + 1);
    if (at < 0) return false;
  }
  return true;
}

/** Never throws. */
export function parseJsonBody(text: string): ParsedBody {
  try {
    return check(parseJson(text), {});
  } catch {
    return { ok: false, errors: { body: 'jsonExpected' }, values: {} };
  }
}

/** Parses a form sent without JavaScript: usually without `id` and `filledMs`, with CRLF line ends. */
export async function parseFormBody(text: string): Promise<ParsedBody> {
  if (hasMoreThan(MAX_FORM_FIELDS - 1, '&', text)) return { ok: false, errors: { body: 'tooManyFields' }, values: {} };
  const form = new URLSearchParams(text);
  const token = form.get(TURNSTILE_FIELD);
  form.delete(TURNSTILE_FIELD);
  const values = Object.fromEntries([...form].map(([name, value]) => [name, value.replace(/\r\n/g, '\n')]));
  const repeated = [...form.keys()].find((name) => form.getAll(name).length > 1);
  if (repeated !== undefined) {
    return { ok: false, errors: { [repeated.slice(0, MAX_NAME_LENGTH)]: 'repeated' }, values };
  }
  const id = values.id ?? (await messageKey(values));
  return check({ ...values, id, ...(token === null ? {} : { turnstileToken: token }) }, values);
}

/**
 * The key of a message that came without one: a version 8 UUID hashed from the values, so that resubmitting the same
 * form is the same message.
 */
async function messageKey(values: Readonly<Record<string, unknown>>): Promise<string> {
  const sorted = Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(sorted)));
  const hex = [...new Uint8Array(digest.slice(0, 16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}
