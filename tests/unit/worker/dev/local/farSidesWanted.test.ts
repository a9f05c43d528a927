import { expect, test } from 'vitest';
import { farSidesWanted } from '#worker/dev/local/localSettings.ts';

test.each([
  [undefined, {}, true],
  ['http://127.0.0.1:9000', {}, true],
  ['http://localhost/v1', {}, true],
  ['https://provider.example', {}, false],
  ['https://localhost.example', {}, false],
  ['https://provider.example', { FAR_SIDES: '1' }, true],
  [undefined, { FAR_SIDES: '0' }, false],
])(
  'webhooks may lead to this machine only beside what runs here: provider %s, %j: %s',
  (provider, environment, wanted) => {
    expect(farSidesWanted(provider, environment)).toBe(wanted);
  },
);
