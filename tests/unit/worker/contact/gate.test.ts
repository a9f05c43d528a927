import { describe, expect, test } from 'vitest';
import { clientKey } from '#worker/contact/clientKey.ts';
import { sameOrigin } from '#worker/contact/sameOrigin.ts';
import { MIN_FILL_MS, suspicion } from '#worker/contact/suspicion.ts';

describe('the key of a visitor', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:5:6:7:8:9:a', '2001:db8:5:6::/64'],
    ['2001:0DB8:0005:0006::1', '2001:db8:5:6::/64'],
    ['2001:db8:5:6::', '2001:db8:5:6::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['not an address', 'not an address'],
    ['1::2::3', '1::2::3'],
    ['', ''],
  ])('of %s is %s', (address, key) => {
    expect(clientKey(address)).toBe(key);
  });

  test('is another for the neighbouring /64', () => {
    expect(clientKey('2001:db8:5:7::1')).not.toBe(clientKey('2001:db8:5:6::1'));
  });
});

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
