import * as v from 'valibot';
import { API_ROOT } from '#shared/wire/apiPaths.ts';
import { available } from '#worker/http/available.ts';
import { problemAnswer } from '#worker/routes/describe.ts';
import type { Answer } from '#worker/watch/WatchCalls.ts';
import { grantedBy } from '#worker/watch/watchRequest.ts';

/** A book's id in a path: its first digit names the object that holds it. */
export const BookId = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/, 'format'));
/** The id of an area or a recipient: its owner's own uuid. */
export const ItemId = v.pipe(v.string(), v.uuid('format'), v.toLowerCase());

/** The path of an area, or below it. */
export const AreaPath = v.strictObject({ id: BookId, area: ItemId });

/** How calls on a book are refused. */
export const REFUSED = {
  401: problemAnswer('The key is missing, malformed or not of this book'),
  403: problemAnswer('Only the owner of the book may do this'),
  404: problemAnswer('No such book, area or recipient'),
  503: problemAnswer('A part does not answer: wait for Retry-After seconds'),
};

/** How calls that write are refused besides. */
export const WRITE_REFUSED = {
  ...REFUSED,
  429: problemAnswer(
    'The book has written too often in this hour: the detail says what, Retry-After says for how long',
  ),
};

/** Below it lie a book's feeds. */
export function feedRoot(origin: string, id: string, feedKey: string): string {
  return `${origin}${API_ROOT}/watch/${id}/feeds/${feedKey}`;
}

/**
 * What a Watch object granted.
 * @throws HttpProblem that says why it did not
 */
export function askWatch<Result>(work: Promise<Answer<Result>>): Promise<Result> {
  return available('watch', work.then(grantedBy));
}
