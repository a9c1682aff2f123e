import type { WireAnswer } from "../../harness/http/wire.ts";
import type { Access, Profile } from "../../harness/profile/types.ts";
import { TransportFault } from "../../harness/verdicts.ts";
import { adviceOn, unusedProxy } from "../targets/advice.ts";
import { hostsOf, reach, redirection, transportTo } from "../targets/reachability.ts";
import { type Finding, findingAbout } from "./finding.ts";

/** Tolerates that `Date` has whole seconds and that answers take time. */
const MAX_SKEW_MS = 5_000;

/** Sends a documented request to each host; the `Date` header of the payment host gives the skew of its clock. */
export async function hostFindings(target: {
  profile: Profile;
  access: Access;
}): Promise<{ readonly findings: readonly Finding[]; readonly reachable: boolean }> {
  const { profile } = target;
  const transport = transportTo(target);
  const findings: Finding[] = [];
  let reachable = true;
  try {
    for (const host of hostsOf(profile)) {
      const { what, url } = host;
      const finding = findingAbout(what);
      try {
        const { request, answer, fault, ms } = await reach(transport, host, target);
        const answered = Date.now();
        if (answer === null) {
          findings.push(
            finding("note", `${url} answers ${request}, but ${fault ?? "the answer is unreadable"}`),
          );
          continue;
        }
        const shown = `${answer.status}${redirection(answer)}`;
        findings.push(finding("ok", `${url} answers ${shown} to ${request} in ${Math.round(ms)} ms`));
        if (what === "payment host") findings.push(clockFinding(answer, answered - ms / 2));
        const proxy = unusedProxy(url, profile);
        if (proxy !== null) findings.push(finding("note", proxy));
      } catch (error) {
        if (!(error instanceof TransportFault)) throw error;
        reachable = false;
        findings.push(
          finding("problem", `${url}: ${error.message}${adviceOn(error.message, { url, profile })}`),
        );
      }
    }
  } finally {
    await transport.close();
  }
  return { findings, reachable };
}

function clockFinding({ headers }: WireAnswer, ourTime: number): Finding {
  const finding = findingAbout("clock");
  const date = headers.find(([name]) => name.toLowerCase() === "date")?.[1];
  const theirs = Date.parse(date ?? "");
  if (Number.isNaN(theirs))
    return finding("note", "answers have no Date header, so the clock cannot be compared with this machine");
  // `Date` is truncated to whole seconds: half a second too early on average.
  const skew = theirs + 500 - ourTime;
  if (Math.abs(skew) <= MAX_SKEW_MS) return finding("ok", "agrees with this machine within seconds");
  const seconds = Math.round(Math.abs(skew) / 1_000);
  const where = skew > 0 ? "ahead of" : "behind";
  return finding(
    "note",
    `is ${seconds} s ${where} this machine; timestamps are compared with the clock of the target`,
  );
}
