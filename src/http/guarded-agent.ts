/**
 * Connections to an address that a service has named. They go to the Internet, to the service's own host, and to what
 * the operator has allowed, never to anything else on our network. The address of each connection is checked, so that
 * neither a redirect nor a name that is resolved anew leads elsewhere.
 */
import { lookup } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { isInsideAddress, trustedAddresses } from './ip-networks';

export interface Reach {
  /**
   * The service's configured address. Any port of its host is allowed, and a link without a host resolves against it.
   */
  ownUrl: string;
  /** Host names, IP addresses and networks in CIDR notation. */
  allow: readonly string[];
}

export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress';
}

/** The caller must destroy the agent. */
export function guardedAgent(reach: Reach): Agent {
  return new Agent({
    connect: (options, callback) => {
      guardedLookup(options.hostname, reach).then(
        (lookup) => buildConnector({ lookup })(options, callback),
        (error: unknown) => callback(error as Error, null),
      );
    },
  });
}

/** Throws where the host is not allowed. Node looks up no host that is an IP address, so only this check covers it. */
export async function guardedLookup(host: string, reach: Reach): Promise<LookupFunction> {
  const addresses = await admitted(plainHost(host), reach);
  const [first] = addresses;
  // Another lookup could resolve to another address, so only the checked ones are used.
  return (_host, { all }, callback) => {
    if (all === true) callback(null, addresses);
    else callback(null, first?.address ?? '', first?.family ?? 0);
  };
}

async function admitted(host: string, { ownUrl, allow }: Reach): Promise<LookupAddress[]> {
  const found = await lookup(host, { all: true });
  const own = plainHost(new URL(ownUrl).hostname);
  if (host === own || allow.some((entry) => plainHost(entry) === host)) return found;
  const isAllowed = trustedAddresses(allow.filter((entry) => isIP(entry.replace(/\/\d+$/, '')) !== 0));
  const isOutside = ({ address }: LookupAddress): boolean => !isInsideAddress(address) || isAllowed(address);
  const outside = found.filter(isOutside);
  if (outside.length > 0) return outside;
  // The link may lead to the service's own machine by another name or by its IP address.
  const ours = await lookup(own, { all: true }).catch(() => []);
  const same = found.filter(({ address }) => ours.some((other) => other.address === address));
  if (same.length > 0) return same;
  const { address = '' } = found[0] ?? {};
  throw new ForbiddenAddress(
    `the link leads to ${host === address ? host : `${host} (${address})`}, which is not on the Internet`,
  );
}

function plainHost(host: string): string {
  return host.toLowerCase().replace(/^\[|\]$|\.$/g, '');
}
