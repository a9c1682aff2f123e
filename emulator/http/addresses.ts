import { BlockList, isIP } from "node:net";

/** `::ffff:127.0.0.1` counts as the IPv4 address that it contains. */
const listOf = (...networks: readonly (readonly [string, number])[]): BlockList => {
  const list = new BlockList();
  for (const [network, prefix] of networks) {
    list.addSubnet(network, prefix, network.includes(":") ? "ipv6" : "ipv4");
  }
  return list;
};

const loopback = listOf(["127.0.0.0", 8], ["::1", 128]);
const linkLocal = listOf(["169.254.0.0", 16], ["fe80::", 10]);
const unspecified = listOf(["0.0.0.0", 8], ["::", 128]);

/** Whether a list contains an IP address. Anything else is not in it. */
export function contains(list: BlockList, address: string): boolean {
  const version = isIP(address);
  return version !== 0 && list.check(address, version === 6 ? "ipv6" : "ipv4");
}

/** Whether an IP address leads to this machine alone. */
export const isLoopback = (address: string): boolean => contains(loopback, address);

/** Whether an IP address leads to this machine or to its immediate network, where a public name never leads. */
export const isLocal = (address: string): boolean =>
  [loopback, linkLocal, unspecified].some((list) => contains(list, address));

/** The host of a URL as an address or a name in lower case: without brackets, without the root's dot. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");

/** Whether a host means this machine for every resolver. */
export const isLoopbackHost = (host: string): boolean => host === "localhost" || isLoopback(host);
