import { type Answer, type Api, type Check, Inconclusive, NeedMissing, textOf } from "../kit.ts";
import { isObject } from "../../spec/json.ts";
import { expectAcceptance } from "./refusals.ts";

/**
 * Expects that a documented request with a working key is accepted.
 * @throws Violation if it is refused
 * @throws Inconclusive if no route accepts the key, the key may lack a permission, or the reason may be something other than the request
 */
export async function expectAccepted(check: Check, api: Api, answer: Answer, what: string): Promise<void> {
  if (answer.status === 401 && !(await isKeyGood(check, api)))
    throw new Inconclusive(
      `no route accepts the key: ${answer.what} answered ${answer.summary}`,
      answer.hasNot("success"),
    );
  if (lacksPermission(answer)) {
    check.observe("permission-scopes", `${answer.what}: ${answer.status}`);
    throw new Inconclusive(`the key may lack a permission: ${answer.what} answered ${answer.summary}`);
  }
  expectAcceptance(answer, what);
}

/** Whether a 403 may be due to the key's permissions, which are open (§5). A 403 for an object has only a message (§7.3). */
export function lacksPermission({ status, read }: Answer): boolean {
  if (status !== 403) return false;
  const body = read.kind === "json" ? read.value : null;
  const isTargetRefusal =
    isObject(body) && Object.keys(body).join() === "message" && /^forbidden$/i.test(textOf(body["message"]));
  return !isTargetRefusal;
}

/** Whether any route accepts the key. A target rightly refuses a wrong key in the profile. */
async function isKeyGood(check: Check, api: Api): Promise<boolean> {
  const { amount, currency } = check.profile.ordinary;
  const requests = [
    () => api.retrieveActivation(),
    () => api.listRemittances(),
    () => api.listAccounts(),
    () => api.createPaymentIntent({ body: { amount, currency: currency.toLowerCase() } }),
  ];
  for (const request of requests) {
    try {
      if ((await request()).status !== 401) return true;
    } catch (error) {
      // The target may lack this route.
      if (!(error instanceof NeedMissing)) throw error;
    }
  }
  return false;
}
