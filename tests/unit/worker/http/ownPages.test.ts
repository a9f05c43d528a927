import { describe, expect, test } from 'vitest';
import { sameOrigin } from '#worker/http/ownPages.ts';

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
