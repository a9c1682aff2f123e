import { socketTransport } from "../../harness/http/socket.ts";
import type { Access, Profile } from "../../harness/profile/types.ts";
import { TransportFault } from "../../harness/verdicts.ts";

const TIMEOUT_MS = 5_000;

/** The hosts of a profile, each once. */
function hostsOf(profile: Profile): readonly string[] {
  const { baseUrl, checkoutUrl, controlUrl } = profile.target;
  return [...new Set([baseUrl, checkoutUrl, ...(controlUrl === undefined ? [] : [controlUrl])])];
}

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
          return `${url} is not reachable: ${error.message}`;
        }
      }
    }
    return null;
  } finally {
    await transport.close();
  }
}
