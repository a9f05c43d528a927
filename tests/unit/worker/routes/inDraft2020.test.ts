import { expect, test } from 'vitest';
import { inDraft2020 } from '#worker/routes/openapi.ts';

test('a tuple of draft 7 becomes one of draft 2020-12, wherever it stands', () => {
  const pair = { type: 'array', items: [{ type: 'number' }, { type: 'string' }], additionalItems: false };
  expect(inDraft2020({ properties: { pair, list: { type: 'array', items: pair } } })).toEqual({
    properties: {
      pair: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'string' }], items: false },
      list: {
        type: 'array',
        items: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'string' }], items: false },
      },
    },
  });
});

test('what is no tuple stays as it is', () => {
  const schema = {
    type: 'object',
    required: ['a'],
    properties: { a: { type: ['string', 'null'], enum: ['x', null] } },
  };
  expect(inDraft2020(schema)).toEqual(schema);
});
