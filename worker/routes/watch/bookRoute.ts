import * as v from 'valibot';
import type { BookRight } from '#shared/watch/BookView.ts';
import { API_ROOT } from '#shared/wire/apiPaths.ts';
import { available } from '#worker/http/available.ts';
import { HttpProblem } from '#worker/http/HttpProblem.ts';
import { watchStub } from '#worker/objects/objectStubs.ts';
import { problemAnswer } from '#worker/routes/describe.ts';
import type { Env } from '#worker/settings/Env.ts';
import { shardOf } from '#worker/watch/book/bookKeys.ts';
import { MOST_WRITES, spacingSeconds, type WriteKind } from '#worker/watch/book/networkShare.ts';
import type { BookAnswer, BookRefusal } from '#worker/watch/operations/bookAnswer.ts';
import type { AnswerOf, GivenTo, OperationName } from '#worker/watch/operations/operations.ts';

/** 16 random bytes: a key, or a book's id, whose first digit names the object that holds it. */
export const HexId = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/, 'format'));
/** The id of an area or a recipient: its owner's own uuid. */
export const ItemId = v.pipe(v.string(), v.uuid('format'), v.toLowerCase());

export const BookPath = v.strictObject({ id: HexId });
export const AreaPath = v.strictObject({ id: HexId, area: ItemId });

export const NO_STORE = { 'cache-control': 'no-store' };

export const REFUSED = {
  401: problemAnswer('The key is missing, malformed or not of this book'),
  403: problemAnswer('Only the owner of the book may do this'),
  404: problemAnswer('No such book, area, recipient or mark'),
  503: problemAnswer('A part does not answer: wait for Retry-After seconds'),
};

export const WRITE_REFUSED = {
  ...REFUSED,
  429: problemAnswer(
    'The book has written too often in this hour: the detail says what, Retry-After says for how long',
  ),
};

export function feedRoot(origin: string, id: string, feedKey: string): string {
  return `${origin}${API_ROOT}/watch/${id}/feeds/${feedKey}`;
}

const BEARER = /^Bearer ([0-9a-f]{32})$/;

/**
 * The key in the request's `Authorization`.
 * @throws HttpProblem 401 if there is none, or none that could be a key
 */
export function bookKeyOf(request: Request): string {
  const header = request.headers.get('authorization');
  if (header === null) throw new HttpProblem(401, 'unauthorized', 'Authorization: a Bearer key is required.');
  const key = BEARER.exec(header)?.[1];
  if (!key) throw new HttpProblem(401, 'unauthorized', 'Authorization: must be Bearer and a key of 32 hex digits.');
  return key;
}

/**
 * The key in the request's `Authorization`, once the book's object has said that it gives the right. Comes before a body
 * is read: what nobody may write is not judged either.
 * @throws HttpProblem 401, 403 or 404
 */
export async function keyWith(needed: BookRight, env: Env, request: Request, id: string): Promise<string> {
  const key = bookKeyOf(request);
  await askBook(env, 'may', id, key, needed);
  return key;
}

type BookOperation = {
  [Name in OperationName]: AnswerOf<Name> extends BookAnswer<unknown> ? Name : never;
}[OperationName];

type Granted<Name extends BookOperation> = Extract<AnswerOf<Name>, { readonly ok: true }>['value'];

/**
 * Asks the book's object. The operation's first argument must be the book's id.
 * @throws HttpProblem that says why it was refused
 */
export function askBook<Name extends BookOperation>(env: Env, name: Name, ...given: GivenTo<Name>) {
  return askShard(env, shardOf(String(given[0])), name, ...given);
}

/** As `askBook`, for an operation with another first argument. */
export async function askShard<Name extends BookOperation>(
  env: Env,
  shard: string,
  name: Name,
  ...given: GivenTo<Name>
): Promise<Granted<Name>> {
  const answer: BookAnswer<unknown> = await available('watch', watchStub(env, shard).ask(name, ...given));
  return grantedBy(answer) as Granted<Name>;
}

/** @throws HttpProblem that says why it was refused */
function grantedBy<Result>(answer: BookAnswer<Result>): Result {
  if (answer.ok) return answer.value;
  throw refusal(answer.refusal);
}

export function refusal(why: BookRefusal): HttpProblem {
  return PROBLEMS[why]();
}

const PROBLEMS: Readonly<Record<BookRefusal, () => HttpProblem>> = {
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
