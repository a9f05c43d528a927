import { problemAnswer } from '#worker/routes/describe.ts';

/** Headers that tell the bearer of a key where it stands; of the IETF's draft on rate limits. */
export const describedHeaders = {
  RateLimit: {
    description: 'With a key: how many units are left (`r`), and in how many seconds there are more (`t`).',
    schema: { type: 'string' },
    example: '"units";r=288;t=34',
  },
  'RateLimit-Policy': {
    description: 'With a key: how many units (`q`) the plan has in how many seconds (`w`).',
    schema: { type: 'string' },
    example: '"units";q=300;w=60',
  },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 0 } },
} as const;

/** What any call for data may be refused with because of its key or its share. */
export const keyedAnswers = {
  401: problemAnswer('`invalid-key`: there is no such key, or it was revoked or has expired'),
  403: problemAnswer(
    '`missing-scope`: the key is not meant for this: `read` is every answer that ends, `live` the stream',
  ),
  429: problemAnswer(
    '`rate-limited`: the share of this minute is used up, or too many streams are open; wait as long as Retry-After says',
  ),
};

const refer = (name: string) => ({ $ref: `#/components/headers/${name}` });
const units = { RateLimit: refer('RateLimit'), 'RateLimit-Policy': refer('RateLimit-Policy') };

/** The headers that an answer of this status to a call for data has. */
export function keyedHeaders(status: string): object | undefined {
  if (status === '200') return units;
  if (status === '429') return { ...units, 'Retry-After': refer('Retry-After') };
  return status === '503' ? { 'Retry-After': refer('Retry-After') } : undefined;
}
