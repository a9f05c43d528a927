import * as v from 'valibot';

/** An ISO 8601 instant of an answer, read as milliseconds. */
export const Instant = v.pipe(
  v.string(),
  v.transform((text) => Date.parse(text)),
  v.number(),
);
