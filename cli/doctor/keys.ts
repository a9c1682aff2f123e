import type { Check } from "../../harness/check.ts";
import type { KeyRole, Keys } from "../../harness/profile/types.ts";
import { type Finding, reasonOf } from "./finding.ts";

const NAMES: Readonly<Record<KeyRole, string>> = {
  test: "test key",
  live: "live key",
  otherTest: "second test",
  otherLive: "second live",
};

/** Shows each key to one harmless route: the reading of an intent that does not exist. A live key only if it is admitted. */
export async function keyFindings(
  check: Check,
  target: { keys: Keys; liveKeyAllowed: boolean },
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const role of ["test", "live", "otherTest", "otherLive"] as const) {
    const what = NAMES[role];
    const key = target.keys[role];
    const live = role === "live" || role === "otherLive";
    if (key === undefined) {
      if (role !== "otherLive") findings.push({ state: "note", what, says: "not given" });
    } else if (live && !target.liveKeyAllowed) {
      findings.push({
        state: "problem",
        what,
        says: "given, but not admitted, so it was not sent; a run asks for --allow-live-key",
      });
    } else findings.push(await tried(check, { what, key, live }));
  }
  return findings;
}

async function tried(check: Check, given: { what: string; key: string; live: boolean }): Promise<Finding> {
  const { what, key, live } = given;
  try {
    const answer = await check.send({
      method: "GET",
      to: "/v1/payment-intents/{id}",
      path: { id: "pi_payconformdoctor" },
      key,
    });
    const kind = live ? "live" : "test";
    if (answer.status === 401) {
      return { state: "problem", what, says: `refused with 401: it is not a ${kind} key of this host` };
    }
    if (answer.status === 404) return { state: "ok", what, says: "accepted" };
    return { state: "note", what, says: `not refused, but an unknown intent answers ${answer.summary}` };
  } catch (error) {
    return { state: "note", what, says: `could not be tried: ${reasonOf(error)}` };
  }
}

/** Learns the account as a run does: from the profile, or from a created intent, which moves no money. */
export async function accountFinding(check: Check): Promise<Finding> {
  const what = "account";
  try {
    const { accountId } = await check.merchant();
    const how = check.profile.account === undefined ? "learned from a created intent" : "from the profile";
    return { state: "ok", what, says: `${accountId}, ${how}` };
  } catch (error) {
    return { state: "note", what, says: reasonOf(error) };
  }
}
