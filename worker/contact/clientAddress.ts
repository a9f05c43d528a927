/** The eight groups of an IPv6 address, or undefined where `text` is none. */
function ipv6Groups(text: string): string[] | undefined {
  const address = text.toLowerCase().replace(/%.*$/, '');
  if (!/^[0-9a-f:]+(\.\d+){0,3}$/.test(address) || !address.includes(':')) return undefined;
  const [left = '', right, more] = address.split('::');
  if (more !== undefined) return undefined;
  const groups = (half: string) => (half === '' ? [] : half.split(':'));
  const before = groups(left);
  if (right === undefined) return before.length === 8 ? before : undefined;
  const zeros = 8 - before.length - groups(right).length;
  return zeros < 1 ? undefined : [...before, ...Array<string>(zeros).fill('0'), ...groups(right)];
}

/**
 * The key by which requests of one visitor are counted: an IPv4 address as it is, an IPv6 address by its /64, which is
 * what one household or machine is given to choose from.
 */
export function clientKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const groups = ipv6Groups(address)?.slice(0, 4);
  return groups ? `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64` : address;
}
