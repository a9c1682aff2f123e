import { messageOf } from "../../harness/plain.ts";
import { randomUUID } from "node:crypto";
import { isApplicable } from "../../harness/patterns.ts";
import type { Check } from "../../harness/check.ts";
import { controlOperations } from "../../harness/control.ts";
import type { Merchant } from "../../harness/api.ts";
import { schemaJudges } from "../../harness/judge/schemas.ts";
import { rulesByNeed } from "../../harness/judge/needs.ts";
import { NeedMissing } from "../../harness/verdicts.ts";
import { count } from "../../reports/text/text.ts";
import { control as controlDocument } from "../../spec/index.ts";
import { sendWithdrawal } from "../../suites/fixtures/money-movements.ts";
import {
  ordinaryDisbursement,
  ordinaryIntent,
  ordinaryRemittance,
} from "../../suites/fixtures/ordinary-requests.ts";
import { givenClock } from "../../suites/fixtures/test-clocks.ts";
import { givenReady } from "../../suites/fixtures/withdrawals.ts";
import { type Finding, findingAbout } from "./finding.ts";
import { UNUSED_ENDPOINT, trialMerchant } from "./trial-merchant.ts";

const finding = findingAbout("control");

/** The body of a call and its path parameters other than the account. */
interface Call {
  readonly path?: Readonly<Record<string, string>>;
  readonly json?: object;
}

/** Returns the call of an operation, or why it is not tried. */
type Prepare = (trial: ControlTrials) => Promise<Call | string>;

/** Operations on a merchant, in the order in which they are tried; the last ones make it unusable. */
const TRIALS: readonly (readonly [string, Prepare])[] = [
  ["readWallClock", () => call({})],
  ["awaitIdle", () => call({ json: { withinMs: 1_000 } })],
  ["readBalances", () => call({})],
  ["fundMarketplace", () => call({ json: { amount: 1_000 } })],
  ["createVendor", () => call({ json: {} })],
  [
    "setComplianceFile",
    ({ onVendor }) => onVendor({ status: "approved", allowedOperations: ["collect", "withdraw"] }),
  ],
  ["setPayoutMethod", ({ onVendor }) => onVendor({ available: true })],
  ["declareOutage", () => call({ json: { service: "pricing" } })],
  ["endOutage", () => call({ path: { service: "pricing" } })],
  [
    "registerWebhookEndpoint",
    () => call({ json: { url: UNUSED_ENDPOINT, events: ["subscription.created"] } }),
  ],
  ["listWebhookEndpoints", () => call({})],
  ["setDeliveryMode", () => call({ json: { delivery: "ordered" } })],
  ["listEvents", () => call({})],
  ["removeWebhookEndpoint", ({ onCreated }) => onCreated("registerWebhookEndpoint", "id")],
  [
    "settleDisbursement",
    async ({ check, merchant }) => {
      const made = check.succeeded(
        await merchant.api.createDisbursement({ body: ordinaryDisbursement(check) }),
      );
      return { path: { id: made.text("id") }, json: { status: "succeeded" } };
    },
  ],
  [
    "settleRemittance",
    async ({ check, merchant }) => {
      if (check.has("control.setNextRemittanceOutcome"))
        await check.control.call("setNextRemittanceOutcome", {
          path: { accountId: merchant.accountId },
          json: { outcome: "pending" },
        });
      const made = check.succeeded(await merchant.api.createRemittance({ body: ordinaryRemittance(check) }));
      return { path: { id: made.text("id") }, json: { status: "succeeded" } };
    },
  ],
  [
    "setPaymentIntentStatus",
    async ({ check, merchant }) => {
      const made = check.succeeded(await merchant.api.createPaymentIntent({ body: ordinaryIntent(check) }));
      return { path: { id: made.text("id") }, json: { status: "succeeded" } };
    },
  ],
  [
    "completeTestClock",
    async ({ check, merchant }) => call({ path: { id: (await givenClock(check, { merchant })).id } }),
  ],
  [
    "holdIdempotentRequest",
    () => call({ json: { operationId: "createAllocation", idempotencyKey: `payconform-${randomUUID()}` } }),
  ],
  ["readHold", ({ onCreated }) => onCreated("holdIdempotentRequest", "holdId")],
  ["releaseHeldRequest", ({ onCreated }) => onCreated("holdIdempotentRequest", "holdId")],
  ["settleWithdrawal", ({ inFlight }) => inFlight()],
  ["moveWallClock", () => call({ json: { byMs: 1_000 } })],
  ["setNextDisbursementOutcome", () => call({ json: { outcome: "failed" } })],
  ["setNextRemittanceOutcome", () => call({ json: { outcome: "failed" } })],
  ["setNextPaymentOutcome", () => call({ json: { outcome: "declined" } })],
  ["deleteVendor", ({ onCreated }) => onCreated("createVendor", "acct")],
  ["regenerateKey", () => call({ json: { mode: "test" } })],
];

const call = (given: Call): Promise<Call> => Promise.resolve(given);

/** Operations that are also tried on the profile's merchant: they only read, or affect only a vendor that the doctor created. */
const HARMLESS = new Set([
  "readWallClock",
  "readBalances",
  "listWebhookEndpoints",
  "listEvents",
  "createVendor",
  "setComplianceFile",
  "setPayoutMethod",
  "deleteVendor",
]);

/** Tries the offered operations of control on a new merchant, and lists those that are not offered. */
export async function controlFindings(check: Check): Promise<readonly Finding[]> {
  if (check.profile.target.controlUrl === undefined) return [];
  const offered = [...controlOperations.keys()].filter((id) => check.has(`control.${id}`));
  const lacking = lackingFinding(offered, check.profile.notOffered);
  try {
    const merchant = await trialMerchant(check);
    const trials = new ControlTrials(check, merchant);
    for (const [id, prepare] of TRIALS) await trials.try(id, prepare);
    const reset = offered.includes("reset")
      ? [finding("untried", "it would delete everything", "reset")]
      : [];
    return [...trials.findings, ...reset, lacking];
  } catch (error) {
    return [finding("problem", messageOf(error), "createMerchant"), lacking];
  }
}

/** The operations that are not offered, with the number of rules that need each. */
function lackingFinding(offered: readonly string[], notOffered: readonly string[]): Finding {
  const lacking = [...controlOperations.keys()]
    .filter((id) => !["describeControl", "reset", ...offered].includes(id))
    .map((id) => ({
      id,
      rules: rulesByNeed(`control.${id}`).filter((rule) => isApplicable(notOffered, rule)).length,
    }))
    .filter(({ rules }) => rules > 0)
    .sort((a, b) => b.rules - a.rules);
  if (lacking.length === 0) return finding("ok", "offers every operation that a rule needs");
  return finding(
    "note",
    `lacks ${lacking.map(({ id, rules }) => `${id} (${count(rules, "rule")})`).join(", ")}`,
  );
}

class ControlTrials {
  readonly findings: Finding[] = [];
  readonly check: Check;
  readonly merchant: Merchant;
  readonly #answers = new Map<string, unknown>();
  readonly #judge = schemaJudges(controlDocument);

  constructor(check: Check, merchant: Merchant) {
    this.check = check;
    this.merchant = merchant;
    if (merchant.own)
      this.findings.push(finding("ok", "created a merchant to try the others on", "createMerchant"));
  }

  async try(id: string, prepare: Prepare): Promise<void> {
    if (!this.check.has(`control.${id}`)) return;
    const note = (state: Finding["state"], text: string): void => {
      this.findings.push(finding(state, text, id));
    };
    if (!this.merchant.own && !HARMLESS.has(id))
      return note("untried", "it would change the account of your key; offer createMerchant");
    let given: Call | string;
    try {
      given = await prepare(this);
    } catch (error) {
      return note("untried", error instanceof NeedMissing ? `${error.message} is missing` : messageOf(error));
    }
    if (typeof given === "string") return note("untried", given);
    try {
      const path = { accountId: this.merchant.accountId, ...given.path };
      const body = await this.check.control.call(id, {
        path,
        ...(given.json === undefined ? {} : { json: given.json }),
      });
      this.#answers.set(id, body);
      const wrong = this.#faultOf(id, body);
      if (wrong === null) note("ok", "answers as documented");
      else note("problem", `its answer differs from the protocol: ${wrong}`);
    } catch (error) {
      note("problem", messageOf(error));
    }
  }

  /** A call on the vendor that control created. */
  onVendor = (json: object): Promise<Call | string> => this.onCreated("createVendor", "acct", json);

  /** A call on the object that another operation created. `member` of the answer is its id. */
  onCreated = (id: string, member: string, json?: object): Promise<Call | string> => {
    const created = (this.#answers.get(id) as Readonly<Record<string, unknown>> | undefined)?.[member];
    if (typeof created !== "string") return Promise.resolve(`${id} created nothing for it`);
    return call({ path: { id: created }, ...(json === undefined ? {} : { json }) });
  };

  /** A call on a withdrawal in flight, of a vendor that the suite funds. */
  inFlight = async (): Promise<Call | string> => {
    if (this.check.profile.fixtures["vendor-withdrawable"] !== undefined)
      return "it would withdraw the funds of fixtures.vendor-withdrawable";
    const vendor = await givenReady(this.check);
    this.check.succeeded(await sendWithdrawal(vendor));
    return {
      path: { accountId: vendor.merchant.accountId, id: vendor.acct },
      json: { outcome: "succeeded" },
    };
  };

  #faultOf(id: string, body: unknown): string | null {
    const schema = [...(controlOperations.get(id)?.answers ?? [])].find(([status]) => status < 300)?.[1];
    if (schema === null || schema === undefined) return null;
    const [fault] = this.#judge(schema)(body).faults;
    return fault === undefined
      ? null
      : `${fault.path || "the body"}: expected ${fault.expected}, found ${fault.actual}`;
  }
}
