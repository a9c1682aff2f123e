import { socketTransport } from "../../harness/http/socket.ts";
import type { Access, Profile } from "../../harness/profile/types.ts";
import { TransportFault } from "../../harness/verdicts.ts";
import type { Finding } from "./finding.ts";

const PATIENCE_MS = 5_000;
/** The Date header has whole seconds, and answers take a while. */
const HARMLESS_SKEW_MS = 5_000;

/** Asks each host for anything at all; the payment host's `Date` tells how its clock stands to ours. */
export async function hostFindings(target: {
  profile: Profile;
  access: Access;
}): Promise<{ readonly findings: readonly Finding[]; readonly reachable: boolean }> {
  const { profile, access } = target;
  const { baseUrl, checkoutUrl, controlUrl } = profile.target;
  const transport = socketTransport({ connections: 1, connection: { network: profile.network, access } });
  const findings: Finding[] = [];
  let reachable = true;
  const hosts: readonly (readonly [string, string | undefined])[] = [
    ["payment host", baseUrl],
    ["checkout host", checkoutUrl === baseUrl ? undefined : checkoutUrl],
    ["control", controlUrl],
  ];
  try {
    for (const [what, url] of hosts) {
      if (url === undefined) continue;
      const began = Date.now();
      try {
        const answer = await transport.send(
          {
            method: "GET",
            url: new URL(url),
            headers: [["accept", "application/json"], ...Object.entries(access.headers)],
            body: null,
          },
          { deadlineMs: PATIENCE_MS, signal: new AbortController().signal },
        );
        const ms = Date.now() - began;
        findings.push({ state: "ok", what, says: `${url} answers ${answer.status} in ${ms} ms` });
        if (what === "payment host") findings.push(clockFinding(answer.headers, began + ms / 2));
      } catch (error) {
        if (!(error instanceof TransportFault)) throw error;
        const garbled = error.kind === "protocol" || error.kind === "too-large";
        reachable &&= garbled;
        findings.push({ state: garbled ? "note" : "problem", what, says: `${url}: ${error.message}` });
      }
    }
  } finally {
    await transport.close();
  }
  return { findings, reachable };
}

function clockFinding(headers: readonly (readonly [string, string])[], ourTime: number): Finding {
  const what = "clock";
  const date = headers.find(([name]) => name.toLowerCase() === "date")?.[1];
  const theirs = Date.parse(date ?? "");
  if (date === undefined || Number.isNaN(theirs)) {
    return {
      state: "note",
      what,
      says: "its answers carry no Date, so its clock cannot be compared with ours",
    };
  }
  // A whole second is cut down on average by half a one.
  const skew = theirs + 500 - ourTime;
  if (Math.abs(skew) <= HARMLESS_SKEW_MS)
    return { state: "ok", what, says: "agrees with ours within seconds" };
  const seconds = Math.round(Math.abs(skew) / 1_000);
  return {
    state: "note",
    what,
    says: `is ${seconds} s ${skew > 0 ? "ahead of" : "behind"} ours; instants are compared with the target's own statements`,
  };
}
