import { describe, expect, test } from 'vitest';
import { MIN_FILL_MS, sameOrigin, suspicion } from '#worker/contact/gate.ts';

describe('a request is of this site', () => {
  const ask = (headers: Record<string, string>) => sameOrigin(new Headers(headers), 'https://site.bg/api/v1/contact');

  test('where the browser says so, whatever a proxy made of the host', () => {
    expect(ask({ 'sec-fetch-site': 'same-origin', origin: 'http://localhost:5173' })).toBe(true);
    expect(ask({ 'sec-fetch-site': 'none' })).toBe(true);
    expect(ask({ origin: 'https://site.bg' })).toBe(true);
    expect(ask({})).toBe(true);
  });

  test('and not where it says otherwise', () => {
    expect(ask({ 'sec-fetch-site': 'cross-site', origin: 'https://site.bg' })).toBe(false);
    expect(ask({ 'sec-fetch-site': 'same-site' })).toBe(false);
    expect(ask({ origin: 'https://site.bg.evil.com' })).toBe(false);
    expect(ask({ origin: 'http://site.bg' })).toBe(false);
    expect(ask({ origin: 'null' })).toBe(false);
  });
});

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
