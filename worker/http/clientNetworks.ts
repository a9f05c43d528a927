import {
  convertIPv4BinaryToString,
  convertIPv4MappedIPv6ToIPv4,
  convertIPv6ToBinary,
  isIPv4MappedIPv6,
} from 'hono/utils/ipaddr';

export interface ClientNetworks {
  /** One household or machine: an IPv4 address, or an IPv6 /64, the rest of which it chooses itself. */
  readonly near: string;
  /** An IPv4 /24 or an IPv6 /48: the most that a provider or a data centre gives to one customer. */
  readonly wide: string;
}

/** A text that is not an address counts as both of its own networks. */
export function clientNetworks(address: string): ClientNetworks {
  const ipv4 = ipv4Of(address);
  if (ipv4) return { near: ipv4, wide: `${ipv4.replace(/\.\d+$/, '')}.0/24` };
  try {
    const binary = convertIPv6ToBinary(address);
    return { near: ipv6Network(binary, 64), wide: ipv6Network(binary, 48) };
  } catch {
    return { near: address, wide: address };
  }
}

/** A client for rate limits: first its network, then the host in it. */
export interface Caller {
  /** An IPv4 address or an IPv6 /48, the most that one customer of a provider gets; or an account. */
  readonly network: string;
  /** An IPv4 address or an IPv6 /64; or the account again. */
  readonly host: string;
}

/** Never counted: a client without an address, or on a developer's machine. */
export const NOBODY: Caller = { network: '', host: '' };

/** As `clientNetworks` writes 127.0.0.1 and ::1. */
const LOOPBACK: readonly string[] = ['127.0.0.1', '0:0:0:0::/64'];

export function callerAt(address: string | undefined): Caller {
  if (!address) return NOBODY;
  const { near, wide } = clientNetworks(address);
  if (LOOPBACK.includes(near)) return NOBODY;
  return { network: near.includes(':') ? wide : near, host: near };
}

function ipv4Of(address: string): string | undefined {
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(address)) return address;
  try {
    const binary = convertIPv6ToBinary(address);
    return isIPv4MappedIPv6(binary) ? convertIPv4BinaryToString(convertIPv4MappedIPv6ToIPv4(binary)) : undefined;
  } catch {
    return undefined;
  }
}

function ipv6Network(binary: bigint, bits: number): string {
  const groups = Array.from({ length: bits / 16 }, (_, at) => (binary >> BigInt(112 - 16 * at)) & 0xffffn);
  return `${groups.map((group) => group.toString(16)).join(':')}::/${bits}`;
}
