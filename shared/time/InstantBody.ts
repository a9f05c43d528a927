import * as v from 'valibot';

/** An instant in an answer. */
export const InstantBody = v.pipe(v.string(), v.isoTimestamp(), v.description('ISO 8601 in UTC'));
