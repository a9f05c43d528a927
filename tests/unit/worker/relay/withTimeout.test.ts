import { expect, test } from 'vitest';
import { withTimeout } from '#worker/relay/withTimeout.ts';

test('passes on what the work gave, or how it failed', async () => {
  await expect(withTimeout(10_000, Promise.resolve(7))).resolves.toBe(7);
  await expect(withTimeout(10_000, Promise.reject(new Error('away')))).rejects.toThrow('away');
});

test('rejects once patience is at an end', async () => {
  await expect(withTimeout(5, new Promise(() => {}))).rejects.toThrow('no answer within 5 ms');
});
