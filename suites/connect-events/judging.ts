import type { Check } from "../../harness/check.ts";
import type { ReceivedEvent } from "../../harness/inbox/event.ts";
import { code } from "../shared/reading.ts";

/** The envelope is about the vendor, never about the marketplace (§6.2). */
export function namesTheVendor(
  check: Check,
  { acct, accountId }: { readonly acct: string; readonly accountId: string },
  event: ReceivedEvent,
): void {
  const what = `event.accountId of ${event.type}, ${accountId} being the marketplace`;
  check.expect.that(what, event.account, event).toBe(acct);
  const { account } = event.data;
  check.observe("connect-event-account-field", typeof account === "object" ? "an object" : "text");
}

/** Members of an event's data. */
export function says(check: Check, event: ReceivedEvent, members: Readonly<Record<string, unknown>>): void {
  for (const [name, expected] of Object.entries(members))
    check.expect.that(`data.${name}`, event.data[name], event).toBe(expected);
}

/** Currency of an event's data, whose own casing another rule judges (§2.10). */
export function saysCurrency(check: Check, event: ReceivedEvent, expected: unknown): void {
  check.expect.that("data.currency, in lowercase", code(event.data["currency"]), event).toBe(code(expected));
}

/** What an event says, whatever its id: two deliveries with the same are one happening. */
export function sameHappening({ type, data }: ReceivedEvent): string {
  return JSON.stringify([type, sorted(data)]);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => [name, sorted(inner)]);
}
