import * as v from 'valibot';
import { HttpProblem } from '../http/HttpProblem.ts';
import { readBoundedText } from '../http/readBoundedText.ts';
import type { Answer, Refusal } from './WatchCalls.ts';

const MAX_BYTES = 32_768;
const BEARER = /^Bearer ([0-9a-f]{32})$/;

/**
 * The key in the request's `Authorization`.
 * @throws HttpProblem 401 if there is none, or none that could be a key
 */
export function bearerKey(request: Request): string {
  const header = request.headers.get('authorization');
  if (header === null) throw new HttpProblem(401, 'unauthorized', 'Authorization: a Bearer key is required.');
  const key = BEARER.exec(header)?.[1];
  if (!key) throw new HttpProblem(401, 'unauthorized', 'Authorization: must be Bearer and a key of 32 hex digits.');
  return key;
}

/**
 * The body, checked.
 * @throws HttpProblem 413, 415, or 400 naming each bad field and its rule
 */
export async function checkedBody<Schema extends v.GenericSchema>(
  request: Request,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new HttpProblem(415, 'unsupported-media-type', 'Send application/json.');
  return checked(schema, parsed(await readBoundedText(request, MAX_BYTES)));
}

/**
 * What stands in one field of a body, checked by a schema of its own.
 * @throws HttpProblem 400 naming each bad field and its rule
 */
export function checkedField<Schema extends v.GenericSchema>(
  field: string,
  value: unknown,
  schema: Schema,
): v.InferOutput<Schema> {
  return checked(schema, value, `${field}.`);
}

function checked<Schema extends v.GenericSchema>(schema: Schema, value: unknown, before = ''): v.InferOutput<Schema> {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const errors = new Map<string, string>();
  for (const issue of result.issues) {
    const field = (before + (v.getDotPath(issue) ?? 'body')).slice(0, 64);
    const missing = issue.type === 'strict_object' && issue.expected !== 'never';
    if (!errors.has(field) && errors.size < 20) {
      errors.set(field, missing ? 'required' : issue.expected === 'never' ? 'unknown' : issue.message);
    }
  }
  const detail = [...errors].map(([field, rule]) => `${field}: ${rule}`).join('; ');
  throw new HttpProblem(400, 'invalid-body', `${detail}.`, { errors: Object.fromEntries(errors) });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpProblem(400, 'invalid-body', 'body: jsonExpected.', { errors: { body: 'jsonExpected' } });
  }
}

const PROBLEMS: Readonly<Record<Refusal, () => HttpProblem>> = {
  'unknown-book': () => new HttpProblem(404, 'not-found', 'No watchbook has this id.'),
  'unknown-area': () => new HttpProblem(404, 'not-found', 'The watchbook has no area with this id.'),
  'wrong-key': () => new HttpProblem(401, 'unauthorized', 'Authorization: the key is not one of this watchbook.'),
  'owner-only': () => new HttpProblem(403, 'owner-only', 'This needs the owner key of the watchbook.'),
  'duty-only': () => new HttpProblem(403, 'owner-only', 'This needs the owner key of the watchbook, or its duty key.'),
  'too-many-areas': () => new HttpProblem(409, 'too-many', 'A watchbook may have at most 10 areas.'),
  'unknown-recipient': () => new HttpProblem(404, 'not-found', 'The watchbook has no recipient with this id.'),
  'unknown-feed': () => new HttpProblem(404, 'not-found', 'There is no such feed, or its key is good no more.'),
  'no-place': () =>
    new HttpProblem(400, 'invalid-body', 'url or subscription: required.', { errors: { url: 'required' } }),
  'unproven-book': () =>
    new HttpProblem(409, 'too-many', 'A watchbook may have one area until one of its recipients was reached.'),
  'too-many-recipients': () => new HttpProblem(409, 'too-many', 'A watchbook may have at most 10 recipients.'),
  'too-many-webhooks': () => new HttpProblem(409, 'too-many', 'A watchbook may have at most 3 webhooks.'),
  'too-many-tests': () =>
    new HttpProblem(429, 'rate-limited', 'Only so many tests can be sent in an hour.', { retryAfterSeconds: 3_600 }),
  'too-many-books': () =>
    new HttpProblem(503, 'busy', 'No more watchbooks are made today.', { retryAfterSeconds: 3_600 }),
  'shard-full': () => new HttpProblem(503, 'busy', 'No more areas can be watched now.', { retryAfterSeconds: 3_600 }),
};

/**
 * What was asked for.
 * @throws HttpProblem that says why it was refused
 */
export function grantedBy<Result>(answer: Answer<Result>): Result {
  if (answer.ok) return answer.value;
  throw PROBLEMS[answer.refusal]();
}
