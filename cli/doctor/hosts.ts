import { socketTransport } from "../../harness/http/socket.ts";
import type { Access, Profile } from "../../harness/profile/types.ts";
import { TransportFault } from "../../harness/verdicts.ts";
import { adviceOn } from "../targets/reachability.ts";
import type { Finding } from "./finding.ts";

const TIMEOUT_MS = 5_000;
/** `Date` has whole seconds, and answers take time. */
const MAX_SKEW_MS = 5_000;

/** Sends one GET to each host; the `Date` header of the payment host gives the skew of its clock. */
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
          { deadlineMs: TIMEOUT_MS, signal: new AbortController().signal },
        );
        const ms = Date.now() - began;
        findings.push({ state: "ok", what, text: `${url} answers ${answer.status} in ${ms} ms` });
        if (what === "payment host") findings.push(clockFinding(answer.headers, began + ms / 2));
      } catch (error) {
        if (!(error instanceof TransportFault)) throw error;
        const garbled = error.kind === "protocol" || error.kind === "too-large";
        reachable &&= garbled;
        findings.push({
          state: garbled ? "note" : "problem",
          what,
          text: `${url}: ${error.message}${adviceOn(error.message)}`,
        });
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
      text: "answers have no Date header, so the clock cannot be compared with this machine",
    };
  }
  // `Date` is truncated to whole seconds: half a second too early on average.
  const skew = theirs + 500 - ourTime;
  if (Math.abs(skew) <= MAX_SKEW_MS)
    return { state: "ok", what, text: "agrees with this machine within seconds" };
  const seconds = Math.round(Math.abs(skew) / 1_000);
  return {
    state: "note",
    what,
    text: `is ${seconds} s ${skew > 0 ? "ahead of" : "behind"} this machine; timestamps are compared with the clock of the target`,
  };
}
