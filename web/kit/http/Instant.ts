import * as v from 'valibot';

/** An ISO 8601 instant of a response, parsed to milliseconds. */
export const Instant = v.pipe(
  v.string(),
  v.transform((text) => Date.parse(text)),
  v.number(),
);
