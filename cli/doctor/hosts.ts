import type { WireAnswer } from "../../harness/http/wire.ts";
import type { Access, Profile } from "../../harness/profile/types.ts";
import { TransportFault } from "../../harness/verdicts.ts";
import { adviceOn, getFrom, isAnswer, transportTo } from "../targets/reachability.ts";
import { type Finding, findingAbout } from "./finding.ts";

/** Tolerates that `Date` has whole seconds and that answers take time. */
const MAX_SKEW_MS = 5_000;

/** Sends one GET to each host; the `Date` header of the payment host gives the skew of its clock. */
export async function hostFindings(target: {
  profile: Profile;
  access: Access;
}): Promise<{ readonly findings: readonly Finding[]; readonly reachable: boolean }> {
  const { baseUrl, checkoutUrl, controlUrl } = target.profile.target;
  const transport = transportTo(target);
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
      const finding = findingAbout(what);
      const began = Date.now();
      try {
        const answer = await getFrom(transport, url, target.access);
        const ms = Date.now() - began;
        findings.push(finding("ok", `${url} answers ${answer.status} in ${ms} ms`));
        if (what === "payment host") findings.push(clockFinding(answer, began + ms / 2));
      } catch (error) {
        if (!(error instanceof TransportFault)) throw error;
        reachable &&= isAnswer(error);
        const text = `${url}: ${error.message}${adviceOn(error.message)}`;
        findings.push(finding(isAnswer(error) ? "note" : "problem", text));
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
