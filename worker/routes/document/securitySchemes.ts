import type { Operation } from './OpenApiDocument.ts';

/** How keys are sent. */
export const securitySchemes = {
  planKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'blk_…',
    description: 'The key of a plan. Without one there is a fair use.',
  },
  planKeyInAddress: {
    type: 'apiKey',
    in: 'query',
    name: 'key',
    description: 'The key of a plan, on the stream alone: browsers’ own EventSource sends no headers.',
  },
  bookKey: { type: 'http', scheme: 'bearer', description: 'A key of the watchbook that the address names.' },
} as const;

/** Which keys a call takes; an empty one stands for none at all. */
export function securityOf(path: string, { responses }: Operation, keyed: boolean): readonly object[] {
  if (path === '/live') return [{}, { planKey: [] }, { planKeyInAddress: [] }];
  if (keyed) return [{}, { planKey: [] }];
  return '401' in responses ? [{ bookKey: [] }] : [{}];
}
