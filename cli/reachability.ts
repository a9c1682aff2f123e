import { socketTransport } from "../harness/http/socket.ts";
import type { Profile } from "../harness/profile/types.ts";
import { TransportFault } from "../harness/verdicts.ts";

const PATIENCE_MS = 5_000;

/** Why a host of the target does not answer, in one line; null when all do. Any answer will do, even a refusal. */
export async function unreachable(profile: Profile): Promise<string | null> {
  const { baseUrl, checkoutUrl, controlUrl } = profile.target;
  const transport = socketTransport({ connections: 1 });
  try {
    for (const url of new Set([baseUrl, checkoutUrl, ...(controlUrl === undefined ? [] : [controlUrl])])) {
      try {
        await transport.send(
          { method: "GET", url: new URL(url), headers: [["accept", "application/json"]], body: null },
          { deadlineMs: PATIENCE_MS, signal: new AbortController().signal },
        );
      } catch (error) {
        if (error instanceof TransportFault && error.kind !== "too-large" && error.kind !== "protocol") {
          return `${url} is not reachable: ${error.message}`;
        }
        if (!(error instanceof TransportFault)) throw error;
      }
    }
    return null;
  } finally {
    await transport.close();
  }
}
