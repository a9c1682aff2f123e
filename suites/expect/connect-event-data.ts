import type { Check, ReceivedEvent } from "../kit.ts";
import type { Vendor } from "../fixtures/vendors.ts";
import { code } from "../fixtures/reading.ts";

/** Expects that the envelope names the vendor, never the marketplace (§6.2). */
export function namesTheVendor(check: Check, { acct, merchant }: Vendor, event: ReceivedEvent): void {
  const what = `event.accountId of ${event.type} (the marketplace is ${merchant.accountId})`;
  check.expect.that(what, event.account, event).toBe(acct);
  const { account } = event.data;
  check.observe("connect-event-account-field", typeof account === "object" ? "an object" : "text");
}

/** Expects that the data name the marketplace and the vendor. */
export function namesBothAccounts(check: Check, { acct, merchant }: Vendor, event: ReceivedEvent): void {
  expectData(check, event, { controllerAccountId: merchant.accountId, connectedAccountId: acct });
}

/** Expects these members in an event's data. */
export function expectData(
  check: Check,
  event: ReceivedEvent,
  members: Readonly<Record<string, unknown>>,
): void {
  for (const [name, expected] of Object.entries(members))
    check.expect.field(`data.${name}`, event.data[name], event).toBe(expected);
}

/** Expects a currency in an event's data, in any casing, which another rule judges (§2.10). */
export function saysCurrency(check: Check, event: ReceivedEvent, expected: unknown): void {
  check.expect.that("data.currency, in lowercase", code(event.data["currency"]), event).toBe(code(expected));
}

/**
 * Identifies what an event reports, apart from its id. Two deliveries that are equal in this report the same occurrence. A later delivery
 * may show its object as it was or as it is by then (`connect-event-transfer-update`).
 */
export function occurrence({ type, data }: ReceivedEvent): string {
  const objects = [
    "id",
    "connectTransferId",
    "allocation",
    "charge",
    "application_fee",
    "refund",
    "source_transaction",
  ];
  return JSON.stringify([type, ...objects.map((name) => data[name] ?? null)]);
}

/** Compares the amounts in events with the expected ones. Another rule judges whether there are enough events. */
export function repeatsAmounts(
  check: Check,
  observed: {
    readonly what: string;
    readonly reported: readonly number[];
    readonly expected: readonly number[];
    readonly event: ReceivedEvent | undefined;
  },
): void {
  const notEmitted = [...observed.expected];
  const strange = observed.reported.filter((amount) => {
    const index = notEmitted.indexOf(amount);
    if (index !== -1) notEmitted.splice(index, 1);
    return index === -1;
  });
  check.expect
    .that(`${observed.what} of events beyond ${JSON.stringify(observed.expected)}`, strange, observed.event)
    .toBe([]);
}
