import * as v from 'valibot';

const instant = v.optional(v.pipe(v.number(), v.integer()));

/** Strikes to add to the sky by hand; times in milliseconds since the epoch. */
export const PublishedInput = v.array(
  v.object({
    id: v.optional(v.pipe(v.string(), v.minLength(1))),
    latitude: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
    longitude: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
    atMs: instant,
    publishedAtMs: instant,
  }),
);
export type PublishedInput = v.InferOutput<typeof PublishedInput>;
