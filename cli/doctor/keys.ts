import { messageOf } from "../../harness/plain.ts";
import type { Check } from "../../harness/check.ts";
import type { KeyRole, Keys } from "../../harness/profile/types.ts";
import { type Finding, findingAbout } from "./finding.ts";

const NAMES: Readonly<Record<KeyRole, string>> = {
  test: "test key",
  live: "live key",
  otherTest: "second test",
  otherLive: "second live",
};

/** Tries each key on a harmless request, which retrieves an unknown payment intent. `keys` has live keys only if they are allowed. */
export async function keyFindings(
  check: Check,
  target: {
    keys: Keys;
    /** Whether a key of this role is set but was not read because live keys are not allowed. */
    isUnused: (role: KeyRole) => boolean;
    /** Whether the target has the route on which keys are tried. */
    hasRoute: boolean;
  },
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const role of ["test", "live", "otherTest", "otherLive"] as const) {
    const finding = findingAbout(NAMES[role]);
    const key = target.keys[role];
    if (key !== undefined) findings.push(await keyFinding(check, { role, key, hasRoute: target.hasRoute }));
    else if (target.isUnused(role))
      findings.push(finding("note", "set, but not used: pass --allow-live-key to use it"));
    else if (role !== "otherLive") findings.push(finding("note", "not set"));
  }
  return findings;
}

async function keyFinding(
  check: Check,
  { role, key, hasRoute }: { role: KeyRole; key: string; hasRoute: boolean },
): Promise<Finding> {
  const finding = findingAbout(NAMES[role]);
  try {
    const answer = await check.send({
      method: "GET",
      to: "/v1/payment-intents/{id}",
      path: { id: "pi_payconformdoctor" },
      key,
    });
    const kind = role === "live" || role === "otherLive" ? "live" : "test";
    if (answer.status === 401) return finding("problem", `refused with 401: not a ${kind} key of this host`);
    if (answer.status !== 404)
      return finding("note", `not refused, but reading an unknown intent answers ${answer.summary}`);
    return hasRoute
      ? finding("ok", "accepted")
      : finding("note", `not refused, but not verified: ${answer.what} is answered like an unknown path`);
  } catch (error) {
    return finding("note", `not tested: ${messageOf(error)}`);
  }
}

/** Finds out the merchant and mode of each test key by creating an intent with it, which moves no money. */
export async function accountFindings(check: Check, keys: Keys): Promise<readonly Finding[]> {
  const first = await createdWith(check, undefined);
  const finding = findingAbout("account");
  if ("fault" in first) return [finding("note", first.fault)];
  const mode =
    first.liveMode === true
      ? [findingAbout(NAMES.test)("problem", "creates live intents: it is not a test key")]
      : [];
  const second =
    keys.otherTest === undefined
      ? []
      : [secondKeyFinding(first.accountId, await createdWith(check, keys.otherTest))];
  return [accountFinding(first.accountId, check.profile.account), ...mode, ...second];
}

function accountFinding(accountId: string | null, account: string | undefined): Finding {
  const finding = findingAbout("account");
  if (accountId === null)
    return finding("note", "a new intent has no accountId; set `account` in the profile");
  if (account === undefined) return finding("ok", `${accountId}, from a new intent`);
  return account === accountId
    ? finding("ok", `${accountId}, as in the profile`)
    : finding("problem", `the profile has ${account}, but the test key creates objects of ${accountId}`);
}

function secondKeyFinding(firstId: string | null, second: Created): Finding {
  const finding = findingAbout(NAMES.otherTest);
  if ("fault" in second) return finding("note", second.fault);
  const { accountId } = second;
  return accountId !== null && accountId === firstId
    ? finding("problem", `belongs to ${accountId}, like the test key; use a key of another merchant`)
    : finding("ok", `belongs to another merchant, ${accountId ?? "unknown"}`);
}

type Created = { readonly accountId: string | null; readonly liveMode: unknown } | { readonly fault: string };

async function createdWith(check: Check, key: string | undefined): Promise<Created> {
  const { amount, currency } = check.profile.ordinary;
  try {
    const api = key === undefined ? check.api : check.as(key);
    const answer = await api.createPaymentIntent({ body: { amount, currency: currency.toLowerCase() } });
    if (!answer.succeeded) return { fault: `unknown: creating an intent answered ${answer.summary}` };
    const { accountId, liveMode } = answer.body as { accountId?: unknown; liveMode?: unknown };
    return { accountId: typeof accountId === "string" ? accountId : null, liveMode };
  } catch (error) {
    return { fault: `unknown: ${messageOf(error)}` };
  }
}
