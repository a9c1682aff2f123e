import { UsageError } from "../../harness/profile/usage-error.ts";
import { below, type Control, entriesOf, memberOf } from "../listen/control.ts";
import type { Values } from "./script.ts";
import { emptyFacts } from "./steps.ts";

/** The merchant and the objects that a plan begins with. */
interface Given {
  readonly controlUrl: string;
  readonly account?: string;
  readonly subscription?: string;
  readonly vendor?: string;
}

/** What is true before a plan, and the values of its script. */
interface Beginning {
  readonly facts: readonly string[];
  readonly values: Values;
  /** Whether control knows the key. */
  readonly isKeyKnown: boolean;
}

/** The most that a step spends, francs. */
const ENOUGH = 10_000;

/** Reads what is true of a merchant and of the objects that the user named. @throws UsageError */
export async function beginningAt(given: Given, control: Control): Promise<Beginning> {
  const { controlUrl, vendor } = given;
  const account = await control.account(given.account);
  const { paymentUrl, checkoutUrl } = await control.ask("GET", "/health");
  const { data } = await control.ask("GET", "/merchants");
  const merchant = entriesOf(data).find((one) => memberOf(one, "accountId") === account);
  const { marketplace } = await control.ask("GET", below(account, "/balances"));
  const { test } = await control.ask("GET", below(account, "/keys"));
  const isKeyKnown = typeof test === "string";
  const key = isKeyKnown ? test : process.env["PAYCONFORM_KEY"];
  if (key === undefined)
    throw new UsageError(
      `the emulator keeps only the hash of this key: set PAYCONFORM_KEY to the test key of ${account}`,
    );
  const connectMode = memberOf(merchant, "connectMode");
  const isFunded = Number(memberOf(marketplace, "available")) >= ENOUGH;
  const subscribed =
    given.subscription === undefined ? undefined : await subscriptionAt(control, given.subscription);
  const absent = [
    ...(connectMode === null ? ["connect"] : []),
    ...(connectMode === "marketplace" ? [] : ["marketplace"]),
    ...(isFunded ? [] : ["funds"]),
    ...(vendor === undefined ? [] : ["no vendor"]),
    ...(subscribed === undefined ? [] : ["no customer", "no subscription", "no clock"]),
  ];
  return {
    isKeyKnown,
    facts: [
      ...emptyFacts.filter((fact) => !absent.includes(fact)),
      ...(connectMode === null ? ["no connect"] : []),
      ...(isFunded ? [] : ["no funds"]),
      ...(vendor === undefined ? [] : ["vendor"]),
      ...(subscribed?.facts ?? []),
    ],
    values: {
      PAY: String(paymentUrl),
      CHECKOUT: String(checkoutUrl),
      ACCOUNT: account,
      CONTROL: `${controlUrl}/merchants/${account}`,
      KEY: key,
      CURRENCY: String(memberOf(merchant, "currency")).toLowerCase(),
      ...(vendor === undefined ? {} : { VENDOR: vendor }),
      ...subscribed?.values,
    },
  };
}

const factOfStatus: Readonly<Record<string, string>> = { unpaid: "owing", past_due: "owing" };

async function subscriptionAt(control: Control, id: string): Promise<Omit<Beginning, "isKeyKnown">> {
  const { is } = await control.ask("GET", `/why/${encodeURIComponent(id)}`);
  const found = entriesOf(is).find((one) => memberOf(one, "table") === "subscriptions");
  if (found === undefined) throw new UsageError(`${id} is no subscription`);
  const record = memberOf(found, "record");
  const status = String(memberOf(record, "status"));
  const clock = memberOf(record, "clockId");
  const isEnding = memberOf(record, "cancelAt") !== null && status !== "canceled";
  return {
    facts: [
      "customer",
      "period",
      isEnding ? "ending" : (factOfStatus[status] ?? status),
      clock === null ? "no clock" : "clock",
    ],
    values: {
      SUBSCRIPTION: id,
      CUSTOMER: String(memberOf(record, "customerId")),
      PERIOD_END: new Date(Number(memberOf(record, "periodEnd"))).toISOString(),
      ...(typeof clock === "string" ? { CLOCK: clock } : {}),
    },
  };
}
