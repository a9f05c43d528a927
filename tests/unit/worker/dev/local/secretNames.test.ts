import { expect, test } from 'vitest';
import { secretNames } from '#worker/dev/local/deployment/secretFaults.ts';

test('the names are read from the list, whatever stands around it', () => {
  expect(secretNames('[\n  {"name": "PROVIDER_TOKEN", "type": "secret_text"},\n  {"name": "A"}\n]\n')).toEqual([
    'PROVIDER_TOKEN',
    'A',
  ]);
  expect(secretNames('A new version is available\n[]\n')).toEqual([]);
});

test('a Worker that was never deployed has none', () => {
  const answer = '✘ [ERROR] Worker "balkan-lightning" (env: production) not found.\n\nIf this is a new Worker, …';
  expect(secretNames(answer)).toEqual([]);
});

test.each(['', 'Not logged in.', '✘ [ERROR] Authentication error [code: 10000]'])(
  'an answer without a list is no answer: %j',
  (output) => expect(secretNames(output)).toBeUndefined(),
);
