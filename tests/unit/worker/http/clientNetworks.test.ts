import { describe, expect, test } from 'vitest';
import { clientNetworks } from '#worker/http/clientNetworks.ts';

describe('the networks of a client', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9', '203.0.113.0/24'],
    ['::ffff:203.0.113.9', '203.0.113.9', '203.0.113.0/24'],
    ['2001:db8:5:6:7:8:9:a', '2001:db8:5:6::/64', '2001:db8:5::/48'],
    ['2001:0DB8:0005:0006::1', '2001:db8:5:6::/64', '2001:db8:5::/48'],
    ['2001:db8:5:6::', '2001:db8:5:6::/64', '2001:db8:5::/48'],
    ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48'],
    ['::1', '0:0:0:0::/64', '0:0:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
    ['not an address', 'not an address', 'not an address'],
    ['1::2::3', '1::2::3', '1::2::3'],
    ['', '', ''],
  ])('of %s are %s and %s', (address, near, wide) => {
    expect(clientNetworks(address)).toEqual({ near, wide });
  });
});
