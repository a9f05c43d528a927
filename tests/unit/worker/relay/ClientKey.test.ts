import { expect, test } from 'vitest';
import { clientKey, DailySalt, NO_ADDRESS } from '#worker/relay/ClientKey.ts';

test('[ST7] an IPv6 /64 is one host, and a /48 one network', async () => {
  const [one, sameHost, sameNetwork, other] = await Promise.all(
    ['2001:db8:5:6::1', '2001:db8:5:6::2', '2001:db8:5:7::1', '2001:db8:6:6::1'].map((at) => clientKey(at, 'salt')),
  );
  expect(sameHost).toEqual(one);
  expect(sameNetwork?.network).toBe(one?.network);
  expect(sameNetwork?.host).not.toBe(one?.host);
  expect(other?.network).not.toBe(one?.network);
});

test('the key does not show the address, and is another one under another salt', async () => {
  const [today, tomorrow] = [await clientKey('203.0.113.7', 'a'), await clientKey('203.0.113.7', 'b')];
  expect(JSON.stringify(today)).not.toContain('203');
  expect(today.host).toMatch(/^[0-9a-f]{24}$/);
  expect(tomorrow.host).not.toBe(today.host);
});

test('without an address everybody is the same client', async () => {
  expect(await clientKey('', 'salt')).toEqual(NO_ADDRESS);
});

test('the salt holds for a UTC day and is made once', () => {
  let made = 0;
  const salt = new DailySalt(() => {
    made += 1;
    return `salt${made}`;
  });
  const noon = Date.UTC(2026, 6, 1, 12);
  expect([salt.at(noon), salt.at(noon + 11 * 3_600_000), salt.at(noon + 12 * 3_600_000)]).toEqual([
    'salt1',
    'salt1',
    'salt2',
  ]);
});
