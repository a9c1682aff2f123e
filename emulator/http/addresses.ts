import { BlockList, isIP } from "node:net";

/** The addresses of the two hosts. */
export interface HostUrls {
  paymentUrl: string;
  checkoutUrl: string;
}

/** A list of networks. It treats an IPv4-mapped address, such as `::ffff:127.0.0.1`, as the IPv4 address. */
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

/** Whether a list contains an IP address; false for a text that is no IP address. */
export function contains(list: BlockList, address: string): boolean {
  const version = isIP(address);
  return version !== 0 && list.check(address, version === 6 ? "ipv6" : "ipv4");
}

/** Whether an IP address stands for all addresses of this machine, as after `--host 0.0.0.0`. */
export const isUnspecified = (address: string): boolean => ["0.0.0.0", "::"].includes(address);

/** The URL of a server on this machine that listens on an address. Nobody can connect to the unspecified address. */
export function httpUrl(address: string, port: number, scheme: "http" | "https" = "http"): string {
  const host = address === "0.0.0.0" ? "127.0.0.1" : address === "::" ? "::1" : address;
  return `${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** Whether an IP address is a loopback address. */
export const isLoopback = (address: string): boolean => contains(loopback, address);

/** Whether an IP address belongs to this machine or its local link. No public name has a reason to resolve to one. */
export const isLocal = (address: string): boolean =>
  [loopback, linkLocal, unspecified].some((list) => contains(list, address));

/** The host of a URL as an address or a lowercase name, without brackets and without a trailing dot. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");

/** Whether a host always means this machine, whatever a resolver answers. */
export const isLoopbackHost = (host: string): boolean => host === "localhost" || isLoopback(host);
