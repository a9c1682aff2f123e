import { isIP } from "node:net";
import type { Profile } from "../../harness/profile/types.ts";

/** What to do about the usual faults. The messages are those of `socketTransport`. */
const CLIENT_CERTIFICATE =
  "if the server demands a certificate of its clients, name one as `network.clientCertificate` in the profile";
const ADVICE: readonly (readonly [reason: RegExp, advice: string])[] = [
  [/ECONNREFUSED/, "start the server, or check the host and the port"],
  [/ENOTFOUND|EAI_AGAIN/, "check the host name"],
  [/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG/, "if the server speaks plain HTTP, use http:// in the URL"],
  [/ALERT_\w*(CERTIFICATE|UNKNOWN_CA|HANDSHAKE_FAILURE|ACCESS_DENIED)/, CLIENT_CERTIFICATE],
  // Some servers end the connection without an alert.
  [/^the connection ended .* https:/, CLIENT_CERTIFICATE],
  [/handshake/, "check the host name, and which versions of TLS the server accepts"],
  [/certificate/, "name the file of its authority as `network.certificateAuthorityFile` in the profile"],
  [
    /no (complete answer|connection) within/,
    "check the host, the port, http:// or https://, and your firewall; a server that needs longer needs a larger `deadlines.exchangeMs` " +
      "in the profile",
  ],
];

/** A fault in which a proxy that is not used may be the reason. */
const WITHOUT_PROXY = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH| within |connection ended/;

/** What to do about a transport fault, to be appended to its message; empty if unknown. */
export function adviceOn(
  message: string,
  target: { readonly url: string; readonly profile: Profile },
): string {
  const shown = `${message} ${target.url}`;
  const advice = ADVICE.find(([reason]) => reason.test(shown))?.[1];
  const proxy = WITHOUT_PROXY.test(message) ? unusedProxy(target.url, target.profile) : null;
  return [advice, proxy]
    .flatMap((text) => (text === undefined || text === null ? [] : [`; ${text}`]))
    .join("");
}

const PROXY_VARIABLES = { "https:": ["HTTPS_PROXY", "ALL_PROXY"], "http:": ["HTTP_PROXY", "ALL_PROXY"] };

/**
 * The environment variable that names a proxy for this URL, although the profile has none, with what to do; null if there is none. The
 * value is not shown, because it may contain a password.
 */
export function unusedProxy(
  url: string,
  { network }: Pick<Profile, "network">,
  env: NodeJS.ProcessEnv = process.env,
): string | null {
  const { hostname, protocol } = new URL(url);
  if (network.proxy !== undefined || isLoopback(hostname) || isExcluded(hostname, valueOf(env, "NO_PROXY")))
    return null;
  const name = PROXY_VARIABLES[protocol === "https:" ? "https:" : "http:"]
    .flatMap((upper) => [upper, upper.toLowerCase()])
    .find((variable) => (env[variable] ?? "") !== "");
  if (name === undefined) return null;
  return `${name} is set, but only a proxy in the profile is used: set \`network.proxy.url\``;
}

const valueOf = (env: NodeJS.ProcessEnv, name: string): string => env[name] ?? env[name.toLowerCase()] ?? "";

const isLoopback = (host: string): boolean =>
  host === "localhost" ||
  host.endsWith(".localhost") ||
  host === "[::1]" ||
  (isIP(host) === 4 && host.startsWith("127."));

/** Whether NO_PROXY lists a host: its name, a domain above it, or `*`. */
function isExcluded(host: string, noProxy: string): boolean {
  return noProxy
    .split(/[\s,]+/)
    .map((entry) =>
      entry
        .toLowerCase()
        .replace(/:\d+$/, "")
        .replace(/^\*?\./, ""),
    )
    .some((entry) => entry === "*" || (entry !== "" && (host === entry || host.endsWith(`.${entry}`))));
}
