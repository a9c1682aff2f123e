import { socketTransport } from "../../harness/http/socket.ts";
import type { Access, Profile } from "../../harness/profile/types.ts";
import { TransportFault } from "../../harness/verdicts.ts";

const TIMEOUT_MS = 5_000;

/** The hosts of a profile, each once. */
function hostsOf(profile: Profile): readonly string[] {
  const { baseUrl, checkoutUrl, controlUrl } = profile.target;
  return [...new Set([baseUrl, checkoutUrl, ...(controlUrl === undefined ? [] : [controlUrl])])];
}

/** What to do, for the usual reasons; the messages are those of {@link socketTransport}. */
const ADVICE: readonly (readonly [reason: RegExp, advice: string])[] = [
  [/ECONNREFUSED/, "start the server, or check the host and the port"],
  [/ENOTFOUND|EAI_AGAIN/, "check the host name"],
  [/handshake/, "if the server speaks plain HTTP, use http:// in the URL"],
  [/certificate/, "name the file of its authority as `network.certificateAuthorityFile` in the profile"],
  [/no complete answer/, "check the host, the port, http:// or https://, and your firewall"],
];

/** Ends the message of a transport fault with what to do about it. */
export const adviceOn = (message: string): string => {
  const advice = ADVICE.find(([reason]) => reason.test(message))?.[1];
  return advice === undefined ? "" : `; ${advice}`;
};

/** Why a host of the target does not answer, in one line; null when all do. Any answer counts, also a refusal. */
export async function unreachable(target: { profile: Profile; access: Access }): Promise<string | null> {
  const { profile, access } = target;
  const transport = socketTransport({ connections: 1, connection: { network: profile.network, access } });
  try {
    for (const url of hostsOf(profile)) {
      try {
        await transport.send(
          {
            method: "GET",
            url: new URL(url),
            headers: [["accept", "application/json"], ...Object.entries(access.headers)],
            body: null,
          },
          { deadlineMs: TIMEOUT_MS, signal: new AbortController().signal },
        );
      } catch (error) {
        if (!(error instanceof TransportFault)) throw error;
        if (error.kind !== "too-large" && error.kind !== "protocol") {
          return `${url} is not reachable: ${error.message}${adviceOn(error.message)}`;
        }
      }
    }
    return null;
  } finally {
    await transport.close();
  }
}
