import { socketTransport } from "../../harness/http/socket.ts";
import type { Transport } from "../../harness/http/transport.ts";
import type { WireAnswer } from "../../harness/http/wire.ts";
import type { Access, Profile } from "../../harness/profile/types.ts";
import { TransportFault } from "../../harness/verdicts.ts";

const TIMEOUT_MS = 5_000;

/** The connection to the hosts of a target. */
export const transportTo = ({
  profile: { network },
  access,
}: {
  profile: Profile;
  access: Access;
}): Transport => socketTransport({ connections: 1, connection: { network, access } });

/** Sends a GET to a URL of a target. @throws TransportFault */
export function getFrom(transport: Transport, url: string, { headers }: Access): Promise<WireAnswer> {
  const request = {
    method: "GET",
    url: new URL(url),
    headers: [["accept", "application/json"], ...Object.entries(headers)] as const,
    body: null,
  };
  return transport.send(request, { deadlineMs: TIMEOUT_MS, signal: new AbortController().signal });
}

/** The hosts of a profile, each once. */
function hostsOf(profile: Profile): readonly string[] {
  const { baseUrl, checkoutUrl, controlUrl } = profile.target;
  return [...new Set([baseUrl, checkoutUrl, ...(controlUrl === undefined ? [] : [controlUrl])])];
}

/** What to do about the usual faults. The messages are those of {@link socketTransport}. */
const ADVICE: readonly (readonly [reason: RegExp, advice: string])[] = [
  [/ECONNREFUSED/, "start the server, or check the host and the port"],
  [/ENOTFOUND|EAI_AGAIN/, "check the host name"],
  [/handshake/, "if the server speaks plain HTTP, use http:// in the URL"],
  [/certificate/, "name the file of its authority as `network.certificateAuthorityFile` in the profile"],
  [/no complete answer/, "check the host, the port, http:// or https://, and your firewall"],
];

/** What to do about a transport fault, to be appended to its message; empty if unknown. */
export const adviceOn = (message: string): string => {
  const advice = ADVICE.find(([reason]) => reason.test(message))?.[1];
  return advice === undefined ? "" : `; ${advice}`;
};

/** Whether a fault shows that the host answers, although the answer is unreadable. */
export const isAnswer = ({ kind }: TransportFault): boolean => kind === "too-large" || kind === "protocol";

/** Why a host of the target does not answer, in one line; null if all do. Any answer counts, even a refusal. */
export async function unreachable(target: { profile: Profile; access: Access }): Promise<string | null> {
  const transport = transportTo(target);
  try {
    for (const url of hostsOf(target.profile)) {
      try {
        await getFrom(transport, url, target.access);
      } catch (error) {
        if (!(error instanceof TransportFault)) throw error;
        if (!isAnswer(error)) return `${url} is not reachable: ${error.message}${adviceOn(error.message)}`;
      }
    }
    return null;
  } finally {
    await transport.close();
  }
}
