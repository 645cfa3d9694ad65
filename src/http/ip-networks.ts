import { BlockList, isIP } from 'node:net';

/** Networks of ours that a link from a service on the Internet must not reach. */
const inside = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  // Multicast and the reserved range above it.
  ['224.0.0.0', 3],
] as const) {
  inside.addSubnet(network, prefix, 'ipv4');
  // The same addresses, as translators between IPv6 and IPv4 write them.
  for (const translated of ['64:ff9b::', '::ffff:0:', '::ffff:'])
    inside.addSubnet(translated + network, 96 + prefix, 'ipv6');
}
for (const [network, prefix] of [
  // Unspecified, loopback, and the deprecated IPv4-compatible IPv6 addresses.
  ['::', 96],
  ['64:ff9b:1::', 48],
  // Tunnels to any IPv4 address.
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  inside.addSubnet(network, prefix, 'ipv6');
}

/** URL has already turned every spelling of an IPv4 address (decimal, hexadecimal, short) into the dotted one. */
export function isPrivateAddress({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  return isInsideAddress(host);
}

/** Expects an IP address; a host name is never inside. */
export function isInsideAddress(address: string): boolean {
  const plain = withoutZone(address);
  return isIP(plain) !== 0 && inside.check(plain, familyOf(plain));
}

/** Whether an address is one of these, or in one of these networks. An IPv4 address matches in its IPv6 form too. */
export function trustedAddresses(trusted: readonly string[]): (address: string | undefined) => boolean {
  const list = new BlockList();
  for (const entry of trusted) {
    const [network = '', prefix] = entry.split('/');
    if (prefix === undefined) list.addAddress(network, familyOf(network));
    else list.addSubnet(network, Number(prefix), familyOf(network));
  }
  return (address) => {
    const plain = withoutZone(address ?? '');
    return isIP(plain) !== 0 && list.check(plain, familyOf(plain));
  };
}

/** Strips the zone, such as `%eth0`, that an IPv6 address may end with. */
function withoutZone(address: string): string {
  return address.split('%', 1)[0] ?? '';
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
