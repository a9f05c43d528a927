import { expect, test } from 'vitest';
import { siteEnvironment } from '#worker/dev/local/buildProduct.ts';

test.each([
  ['the port that npm start was given', {}, 9_123, 'http://127.0.0.1:9123'],
  ['the port that nothing was said of', {}, 8787, 'http://127.0.0.1:8787'],
  [
    'an address that was set, whatever the port',
    { PUBLIC_ORIGIN: 'https://lightning.bg' },
    9_123,
    'https://lightning.bg',
  ],
  ['nothing of a port that nobody knows yet', {}, 0, ''],
])('the site is built to call itself by %s', (_, given, port, origin) => {
  const environment = siteEnvironment({ PATH: '/bin', BASEMAP: 'a relative path', ...given }, '/a.pmtiles', port);
  expect(environment).toEqual({ PATH: '/bin', BASEMAP: '/a.pmtiles', PUBLIC_ORIGIN: origin });
});
