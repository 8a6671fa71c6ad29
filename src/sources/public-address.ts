/**
 * Which hosts may be connected to when an upstream, not a person, named them: those of the public internet. An index that
 * is wrong or hostile must not make us ask the router, a cloud's metadata service or the database next door.
 *
 * The address is judged at the moment of connecting, so that a name which changes its address between two look-ups gains
 * nothing. Ranges by the IANA special-purpose registries (RFC 6890, for IPv4 and IPv6).
 */

import { type LookupAddress, lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { UpstreamError } from '../base/errors.js';

const SPECIAL: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['2001::', 23], // Teredo, benchmarking, ORCHID
  ['2001:db8::', 32],
  ['2002::', 16], // 6to4 holds any IPv4 address
  ['3fff::', 20],
];

const special = new BlockList();
for (const [network, prefix] of SPECIAL) special.addSubnet(network, prefix, network.includes(':') ? 'ipv6' : 'ipv4');
/** All of IPv6 that is handed out to the public; mapped and local addresses lie outside. */
const unicast = new BlockList();
unicast.addSubnet('2000::', 3, 'ipv6');

/** True for an address of the public internet; false also for what is no address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special.check(address, 'ipv4');
  return family === 6 && unicast.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

/**
 * Hosts that are written as an address are never looked up, so they are judged here.
 *
 * @throws UpstreamError
 */
export function refusePrivateHost(url: string): void {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw refusal(url, host);
}

/** `dns.lookup` that fails when any of the host's addresses is not public. */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0);
    const bad = addresses.find(({ address }) => !isPublicAddress(address));
    if (bad !== undefined) return callback(refusal(hostname, bad.address), '', 0);
    if (options.all) return callback(null, addresses);
    const [first] = addresses as [LookupAddress];
    callback(null, first.address, first.family);
  });
};

/** Status 403, so that nobody tries it again. */
function refusal(about: string, address: string): UpstreamError {
  return new UpstreamError('status', about, `${address} is no public address`, { status: 403 });
}
