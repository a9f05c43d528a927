import { describe, expect, test } from 'vitest';
import { MIN_FILL_MS, suspicion } from '#worker/contact/gate.ts';

describe('a machine', () => {
  const request = { id: '0a1b2c3d-1111-4222-8333-444455556666', name: 'A', email: 'a@b.c', subject: 'S', message: 'M' };

  test('fills in what people do not see', () => {
    expect(suspicion({ ...request, website: 'x' })).toBe('honeypot');
    expect(suspicion({ ...request, website: '' })).toBeUndefined();
  });

  test('is done before a person could have begun', () => {
    expect(suspicion({ ...request, filledMs: MIN_FILL_MS - 1 })).toBe('too-fast');
    expect(suspicion({ ...request, filledMs: MIN_FILL_MS })).toBeUndefined();
    expect(suspicion(request)).toBeUndefined();
  });
});
