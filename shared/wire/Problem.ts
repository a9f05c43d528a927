import * as v from 'valibot';

/** Part of the contract: codes may be added but never change their meaning. */
export const PROBLEM_CODES = [
  'invalid-parameters',
  'invalid-body',
  'body-too-large',
  'unsupported-media-type',
  'forbidden-origin',
  'unauthorized',
  'plan-required',
  'invalid-key',
  'missing-scope',
  'owner-only',
  'outside-coverage',
  'too-many',
  'alerts-unsupported',
  'not-found',
  'method-not-allowed',
  'rate-limited',
  'delivery-failed',
  'busy',
  'unavailable',
  'internal',
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];

/** RFC 9457 problem details, the body of every error: `application/problem+json`. */
export const Problem = v.object({
  type: v.string(),
  title: v.string(),
  status: v.pipe(v.number(), v.integer()),
  code: v.picklist(PROBLEM_CODES),
  detail: v.string(),
  errors: v.optional(v.record(v.string(), v.string())),
});
export type Problem = v.InferOutput<typeof Problem>;
