import { expect, test } from 'vitest';
import { httpsAddress } from '#worker/http/httpsAddress.ts';

const SITE = 'https://lightning.bg';

test('a request in clear for the site itself is sent to the same address with https', () => {
  expect(httpsAddress('http://lightning.bg/api/v1/strikes?bbox=13,34,31,48&from=a%2Fb', SITE)).toBe(
    'https://lightning.bg/api/v1/strikes?bbox=13,34,31,48&from=a%2Fb',
  );
  expect(httpsAddress('http://lightning.bg/map/%25%2F?x', SITE)).toBe('https://lightning.bg/map/%25%2F?x');
  expect(httpsAddress('http://lightning.bg//evil.net/', SITE)).toBe('https://lightning.bg//evil.net/');
});

test.each([
  ['it came by https', 'https://lightning.bg/map/1', SITE],
  ['it is for another host', 'http://evil.net/map/1', SITE],
  ['it is for another port', 'http://lightning.bg:8080/map/1', SITE],
  ['it is for a host below', 'http://a.lightning.bg/map/1', SITE],
  ['the site is not https', 'http://lightning.bg/map/1', 'http://lightning.bg'],
  ['the site has no address', 'http://127.0.0.1:8787/map/1', ''],
  ['the site has not even the variable', 'http://127.0.0.1:8787/map/1', undefined],
])('it stays where it is if %s', (_, requested, site) => {
  expect(httpsAddress(requested, site)).toBeUndefined();
});
