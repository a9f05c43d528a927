import {
  convertIPv4BinaryToString,
  convertIPv4MappedIPv6ToIPv4,
  convertIPv6ToBinary,
  isIPv4MappedIPv6,
} from 'hono/utils/ipaddr';

/**
 * The key by which one visitor's requests are counted: an IPv4 address as it is, an IPv6 address by its /64, which is
 * what one household or machine gets to choose from. Any other text is its own key.
 */
export function clientKey(address: string): string {
  try {
    const binary = convertIPv6ToBinary(address);
    if (isIPv4MappedIPv6(binary)) return convertIPv4BinaryToString(convertIPv4MappedIPv6ToIPv4(binary));
    const network = [112n, 96n, 80n, 64n].map((shift) => ((binary >> shift) & 0xffffn).toString(16));
    return `${network.join(':')}::/64`;
  } catch {
    return address;
  }
}
