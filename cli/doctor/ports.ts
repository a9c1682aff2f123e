import { messageOf } from "../../harness/plain.ts";
import { randomUUID } from "node:crypto";
import type { Check } from "../../harness/check.ts";
import type { Merchant } from "../../harness/api.ts";
import { ports as portsData } from "../../spec/index.ts";
import { pointed } from "../../spec/json.ts";
import { addressOf } from "../../suites/fixtures/addresses.ts";
import { fixtureList } from "../../suites/fixtures/vendors.ts";
import { type Finding, findingAbout } from "./finding.ts";
import { UNUSED_ENDPOINT, trialMerchant } from "./trial-merchant.ts";

const finding = findingAbout("port");

type Values = Readonly<Record<string, unknown>>;

/** Called with the answer of a port before its outputs are read. It may add missing pointers to the profile. */
type Learn = (port: string, body: unknown) => void;

/** Tries the ports of the profile on new objects. A port that would change other objects is not tried. */
export async function portFindings(check: Check, learn: Learn): Promise<readonly Finding[]> {
  const names = portsData.map(({ name }) => name);
  const bound = names.filter((name) => check.ports.bound(name));
  try {
    const merchant = await trialMerchant(check);
    const trials = new PortTrials(check, { merchant, learn });
    await trials.all();
    return bound.map((name) => trials.findings.get(name) ?? finding("untried", "no trial for it", name));
  } catch (error) {
    return [finding("untried", `all of them: ${messageOf(error)}`)];
  }
}

class PortTrials {
  readonly findings = new Map<string, Finding>();
  readonly #check: Check;
  readonly #merchant: Merchant;
  readonly #learn: Learn;
  readonly #subscriptions: unknown[] = [];

  constructor(check: Check, options: { merchant: Merchant; learn: Learn }) {
    this.#check = check;
    this.#merchant = options.merchant;
    this.#learn = options.learn;
  }

  async all(): Promise<void> {
    await this.#subscribing();
    await this.#guarded("retryPayment", () => this.#declined());
    await this.#guarded("createDirectCharge", () => this.#vendors());
    await this.#webhooks();
    await this.#guarded("activateConnect", () => this.#activation());
    for (const subscriptionId of this.#subscriptions)
      await this.#call("cancelSubscription", { subscriptionId, cancelImmediately: true });
  }

  /** Tries customers, prices, and subscriptions with an approved payment. */
  async #subscribing(): Promise<void> {
    const ids = await this.#subscriber();
    const created = await this.#subscribe("createSubscription", ids);
    await this.#subscribe("createTrialSubscription", ids);
    await this.#subscribe("checkoutSubscription", ids);
    await this.#subscribe("checkoutTrialSubscription", ids);
    const subscriptionId = created?.["subscriptionId"];
    const { priceId } = ids;
    const about: readonly (readonly [string, Values])[] = [
      ["retrieveSubscription", {}],
      ["listInvoices", {}],
      ["changeQuantity", { quantity: 2, ...(priceId === undefined ? {} : { priceId }) }],
      ["pauseSubscription", {}],
      ["resumeSubscription", {}],
    ];
    for (const [port, inputs] of about) {
      if (subscriptionId === undefined) this.#untried(port, NO_SUBSCRIPTION);
      else await this.#call(port, { subscriptionId, ...inputs });
    }
    if (this.#subscriptions.length === 0) this.#untried("cancelSubscription", NO_SUBSCRIPTION);
  }

  async #subscriber(): Promise<{ customerId?: unknown; priceId?: unknown }> {
    const { amount, currency } = this.#check.profile.ordinary;
    const name = this.#check.name("customer");
    const customer = await this.#call("createCustomer", { name, email: addressOf(name) });
    const price = await this.#call("createPrice", { amount, currency });
    return {
      ...(customer === null ? {} : { customerId: customer["customerId"] }),
      ...(price === null ? {} : { priceId: price["priceId"] }),
    };
  }

  async #subscribe(port: string, ids: Values): Promise<Values | null> {
    const created = await this.#call(port, { ...ids, quantity: 1 });
    const subscriptionId = created?.["subscriptionId"];
    if (subscriptionId !== undefined) this.#subscriptions.push(subscriptionId);
    return created;
  }

  /** Tries subscriptions whose first payment was declined, and their invoices. */
  async #declined(): Promise<void> {
    const later = ["retryPayment", "payInvoice", "voidInvoice"];
    const byControl = this.#check.has("control.setNextPaymentOutcome") && this.#merchant.own;
    if (!byControl && !this.#check.ports.bound("declinePayments")) {
      for (const port of later) this.#untried(port, "no payment can be declined for it");
      return;
    }
    for (const port of later) {
      if (!this.#check.ports.bound(port)) continue;
      const ids = await this.#subscriber();
      const { customerId } = ids;
      if (byControl) {
        await this.#check.control.call("setNextPaymentOutcome", {
          path: { accountId: this.#merchant.accountId },
          json: { outcome: "declined", ...(customerId === undefined ? {} : { customerId }) },
        });
      } else if (customerId === undefined) {
        this.#untried(port, "no customer was created");
        continue;
      } else await this.#call("declinePayments", { customerId });
      const created = await this.#subscribe("createSubscription", ids);
      if (!byControl) await this.#call("approvePayments", { customerId });
      const subscriptionId = created?.["subscriptionId"];
      if (subscriptionId === undefined) this.#untried(port, NO_SUBSCRIPTION);
      else if (port === "retryPayment") await this.#call(port, { subscriptionId });
      else await this.#onInvoice(port, subscriptionId);
    }
  }

  async #onInvoice(port: string, subscriptionId: unknown): Promise<void> {
    const invoices = (await this.#call("listInvoices", { subscriptionId }))?.["invoices"];
    const invoice: unknown = Array.isArray(invoices) ? invoices[0] : undefined;
    const invoiceId = idIn(invoice, "invoice");
    if (invoiceId === undefined) this.#untried(port, "no open invoice is listed");
    else await this.#call(port, { invoiceId });
  }

  /** Tries vendors, and charges on their behalf. */
  async #vendors(): Promise<void> {
    const { currency, country } = this.#check.profile.ordinary;
    const name = this.#check.name("vendor");
    const made = await this.#call(
      "createVendor",
      { name, email: addressOf(name), country, currency },
      { "idempotency-key": randomUUID() },
    );
    const acct = (await this.#vendorByControl()) ?? made?.["acct"];
    const onVendor = ["createOnboardingLink", "createDirectCharge", "captureCharge", "refundCharge"];
    if (acct === undefined) {
      for (const port of onVendor) this.#untried(port, "no vendor was created");
      return;
    }
    await this.#call("createOnboardingLink", { acct });
    const { amount } = this.#check.profile.ordinary;
    const rate = fixtureList(this.#check, "commission-rates")[0];
    const charge = await this.#call("createDirectCharge", {
      ...{ amount, currency, onBehalfOf: acct },
      ...(rate === undefined ? {} : { applicationFeeRate: Number(rate) }),
    });
    const chargeId = charge?.["chargeId"];
    for (const port of ["captureCharge", "refundCharge"]) {
      if (chargeId === undefined) this.#untried(port, "no charge was created");
      else if (port === "refundCharge" && this.#failed("captureCharge"))
        this.#untried(port, "the charge was not captured");
      else await this.#call(port, { chargeId });
    }
  }

  /** Creates a vendor that can collect; undefined if control cannot. */
  async #vendorByControl(): Promise<unknown> {
    const { control, has } = this.#check;
    if (!this.#merchant.own || !has("control.createVendor")) return undefined;
    const path = { accountId: this.#merchant.accountId };
    const { acct } = (await control.call("createVendor", { path, json: {} })) as { acct?: unknown };
    if (has("control.setComplianceFile") && typeof acct === "string") {
      const json = { status: "approved", allowedOperations: ["collect", "withdraw"] };
      await control.call("setComplianceFile", { path: { ...path, id: acct }, json });
    }
    return acct;
  }

  async #webhooks(): Promise<void> {
    const { accountId, own } = this.#merchant;
    if (!own && !this.#check.ports.bound("deleteWebhookEndpoint")) {
      this.#untried(
        "registerWebhookEndpoint",
        "nothing would delete the endpoint: bind deleteWebhookEndpoint",
      );
      return;
    }
    const inputs = { url: UNUSED_ENDPOINT, events: ["subscription.created"], accountId };
    const made = await this.#call("registerWebhookEndpoint", inputs);
    const endpointId = made?.["endpointId"];
    if (endpointId === undefined)
      this.#untried("deleteWebhookEndpoint", "no endpoint with an id was registered");
    else await this.#call("deleteWebhookEndpoint", { endpointId, accountId });
  }

  async #activation(): Promise<void> {
    if (!this.#check.ports.bound("activateConnect")) return;
    if (!this.#check.has("control.createMerchant")) {
      this.#untried("activateConnect", "it would change the account of your key");
      return;
    }
    const { accountId, testKey } = await this.#check.ownMerchant();
    await this.#call("activateConnect", { accountId, connectMode: "marketplace" }, {}, testKey);
  }

  /** Runs a part of the trials. If control fails there, the port counts as untried. */
  async #guarded(port: string, part: () => Promise<void>): Promise<void> {
    await part().catch((error: unknown) => this.#untried(port, messageOf(error)));
  }

  #untried(name: string, why: string): void {
    if (!this.findings.has(name)) this.findings.set(name, finding("untried", why, name));
  }

  #failed(name: string): boolean {
    return (this.findings.get(name)?.state ?? "ok") !== "ok";
  }

  /** Calls a port and returns its outputs; null if the port is not bound or the call fails. The first call determines the finding. */
  async #call(
    name: string,
    inputs: Values,
    headers: Readonly<Record<string, string>> = {},
    key: string = this.#merchant.testKey,
  ): Promise<Values | null> {
    const check = this.#check;
    if (!check.ports.bound(name) && !check.ports.guessed(name)) return null;
    const note = (state: Finding["state"], text: string): void => {
      const before = this.findings.get(name);
      if (before === undefined || before.state === "untried")
        this.findings.set(name, finding(state, text, name));
    };
    try {
      const { answer } = await check.ports.call(name, { inputs, headers, key });
      if (!answer.succeeded) {
        const advice = answer.status === 404 ? "; check the method, the host and the path of the port" : "";
        note("problem", `${answer.what} answered ${answer.summary}${advice}`);
        return null;
      }
      this.#learn(name, answer.body);
      const pointers = check.profile.ports[name]?.outputs ?? {};
      const read = Object.entries(pointers).map(
        ([output, at]) => [output, pointed(answer.body, at)] as const,
      );
      const outputs = Object.fromEntries(read.filter(([, value]) => value !== undefined && value !== null));
      const lacking = portsData
        .find((port) => port.name === name)
        ?.outputs.filter(({ name: output, required }) => required !== false && outputs[output] === undefined)
        .map(({ name: output }) => `${output} (${pointers[output] ?? "without a pointer"})`);
      if (lacking !== undefined && lacking.length > 0)
        note(
          "problem",
          `${answer.what} answered ${answer.status} without ${lacking.join(", ")}: ${answer.summary}`,
        );
      else note("ok", `${answer.what} answered ${answer.status}${shown(outputs)}`);
      return outputs;
    } catch (error) {
      note("problem", messageOf(error));
      return null;
    }
  }
}

const NO_SUBSCRIPTION = "no subscription was created";

/** The id of an entry: its member `id`, else `<kind>Id`, else the first member whose name looks like that of an id. */
function idIn(entry: unknown, kind: string): unknown {
  if (typeof entry !== "object" || entry === null) return undefined;
  const members = Object.entries(entry).filter(([, value]) => typeof value === "string");
  const find = (pattern: RegExp): unknown => members.find(([name]) => pattern.test(name))?.[1];
  const named = find(/^id$/i) ?? find(new RegExp(`^${kind}_?id$`, "i"));
  return named ?? find(/^(reference|ref|uuid|key|number)$/i) ?? find(/(Id|_id|Ref)$/);
}

const MAX_CHARACTERS = 60;

function shown(outputs: Values): string {
  const values = Object.entries(outputs).map(
    ([name, value]) => `${name} ${JSON.stringify(value).slice(0, MAX_CHARACTERS)}`,
  );
  return values.length === 0 ? "" : `: ${values.slice(0, 3).join(", ")}${values.length > 3 ? " …" : ""}`;
}
