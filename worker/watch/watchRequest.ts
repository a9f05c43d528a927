import { HttpProblem } from '#worker/http/HttpProblem.ts';
import { MOST_WRITES, spacingSeconds, type WriteKind } from './book/bookWrites.ts';
import type { Answer, Refusal } from './WatchCalls.ts';

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
  'already-clear': () =>
    new HttpProblem(400, 'invalid-body', 'untilClearOf: clear.', { errors: { untilClearOf: 'clear' } }),
  'unproven-book': () =>
    new HttpProblem(409, 'too-many', 'A watchbook may have one area until one of its recipients was reached.'),
  'too-many-recipients': () => new HttpProblem(409, 'too-many', 'A watchbook may have at most 10 recipients.'),
  'too-many-webhooks': () => new HttpProblem(409, 'too-many', 'A watchbook may have at most 3 webhooks.'),
  'too-many-tests': () =>
    new HttpProblem(429, 'rate-limited', 'Only so many tests can be sent in an hour.', { retryAfterSeconds: 3_600 }),
  'too-many-books': () =>
    new HttpProblem(503, 'busy', 'No more watchbooks are made today.', { retryAfterSeconds: 3_600 }),
  'too-many-notes': () => tooManyWrites('notes', 'notes in its logs'),
  'too-many-mutes': () => tooManyWrites('mutes', 'mutes'),
  'too-many-settings': () => tooManyWrites('settings', 'changes of its settings, keys, areas and recipients'),
  'shard-full': () => new HttpProblem(503, 'busy', 'No more areas can be watched now.', { retryAfterSeconds: 3_600 }),
};

function tooManyWrites(kind: WriteKind, words: string): HttpProblem {
  const detail = `A watchbook may have ${MOST_WRITES[kind]} ${words} in an hour.`;
  return new HttpProblem(429, 'rate-limited', detail, { retryAfterSeconds: spacingSeconds(kind) });
}

/**
 * What was asked for.
 * @throws HttpProblem that says why it was refused
 */
export function grantedBy<Result>(answer: Answer<Result>): Result {
  if (answer.ok) return answer.value;
  throw PROBLEMS[answer.refusal]();
}
