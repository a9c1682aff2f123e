import { messageOf } from "../../harness/errors.ts";
import type { Check } from "../../harness/check.ts";
import type { KeyRole, Keys } from "../../harness/profile/types.ts";
import { type Finding } from "./finding.ts";

const NAMES: Readonly<Record<KeyRole, string>> = {
  test: "test key",
  live: "live key",
  otherTest: "second test",
  otherLive: "second live",
};

/** Tries each key on a harmless request (it retrieves an unknown intent); a live key only if it is allowed. */
export async function keyFindings(
  check: Check,
  target: {
    keys: Keys;
    /** Whether the profile names a key that is there, and was not read because live keys are not allowed. */
    isUnused: (role: KeyRole) => boolean;
    /** Whether the route is there on which keys are tried. */
    isRouteThere: boolean;
  },
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const role of ["test", "live", "otherTest", "otherLive"] as const) {
    const what = NAMES[role];
    const key = target.keys[role];
    const live = role === "live" || role === "otherLive";
    if (key === undefined && target.isUnused(role)) {
      findings.push({ state: "note", what, text: "set, but not used: pass --allow-live-key to use it" });
    } else if (key === undefined) {
      if (role !== "otherLive") findings.push({ state: "note", what, text: "not set" });
    } else findings.push(await tried(check, { what, key, live, isRouteThere: target.isRouteThere }));
  }
  return findings;
}

async function tried(
  check: Check,
  given: { what: string; key: string; live: boolean; isRouteThere: boolean },
): Promise<Finding> {
  const { what, key, live, isRouteThere } = given;
  try {
    const answer = await check.send({
      method: "GET",
      to: "/v1/payment-intents/{id}",
      path: { id: "pi_payconformdoctor" },
      key,
    });
    const kind = live ? "live" : "test";
    if (answer.status === 401) {
      return { state: "problem", what, text: `refused with 401: not a ${kind} key of this host` };
    }
    if (answer.status === 404 && isRouteThere) return { state: "ok", what, text: "accepted" };
    if (answer.status === 404)
      return {
        state: "note",
        what,
        text: `not refused, but not verified: ${answer.what} is answered like an unknown path`,
      };
    return {
      state: "note",
      what,
      text: `not refused, but reading an unknown intent answers ${answer.summary}`,
    };
  } catch (error) {
    return { state: "note", what, text: `not tested: ${messageOf(error)}` };
  }
}

/** The merchant and the mode of each test key, by an intent created with it, which moves no money. */
export async function accountFindings(check: Check, keys: Keys): Promise<readonly Finding[]> {
  const what = "account";
  const first = await createdWith(check, undefined);
  if ("fault" in first) return [{ state: "note", what, text: first.fault }];
  const findings: Finding[] = [];
  const { account } = check.profile;
  if (first.accountId === null) {
    findings.push({
      state: "note",
      what,
      text: "a new intent has no accountId; set `account` in the profile",
    });
  } else if (account !== undefined && account !== first.accountId) {
    const text = `the profile has ${account}, but the test key creates objects of ${first.accountId}`;
    findings.push({ state: "problem", what, text });
  } else {
    const how = account === undefined ? "from a new intent" : "as in the profile";
    findings.push({ state: "ok", what, text: `${first.accountId}, ${how}` });
  }
  if (first.liveMode === true) {
    findings.push({
      state: "problem",
      what: NAMES.test,
      text: "creates live intents: it is not a test key",
    });
  }
  if (keys.otherTest === undefined) return findings;
  const second = await createdWith(check, keys.otherTest);
  if ("fault" in second) return [...findings, { state: "note", what: NAMES.otherTest, text: second.fault }];
  if (second.accountId !== null && second.accountId === first.accountId) {
    const text = `belongs to ${second.accountId}, like the test key; use a key of another merchant`;
    return [...findings, { state: "problem", what: NAMES.otherTest, text }];
  }
  return [
    ...findings,
    {
      state: "ok",
      what: NAMES.otherTest,
      text: `belongs to another merchant, ${second.accountId ?? "unknown"}`,
    },
  ];
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
