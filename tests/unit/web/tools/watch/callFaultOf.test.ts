import { expect, test } from 'vitest';
import { callFaultOf } from '#web/tools/watch/book/callBook.ts';

test.each(['unprintable', 'invisible'])('a name that is %s is told in words of its own', (rule) => {
  expect(callFaultOf({ problem: { code: 'invalid-body', errors: { name: rule } } })).toBe('characters');
});

test('any other rule keeps the detail of the server, and a problem without a code is no answer', () => {
  expect(callFaultOf({ problem: { code: 'invalid-body', errors: { name: 'tooLong' } } })).toBe('invalid');
  expect(callFaultOf({ problem: { code: 'busy' } })).toBe('busy');
  expect(callFaultOf({})).toBe('network');
});
