import type { Check } from "../../harness/check.ts";
import type { ReceivedEvent } from "../../harness/inbox/event.ts";

/** The envelope is about the vendor, never about the marketplace (§6.2). */
export function namesTheVendor(
  check: Check,
  { acct, accountId }: { readonly acct: string; readonly accountId: string },
  event: ReceivedEvent,
): void {
  const what = `event.accountId of ${event.type}, ${accountId} being the marketplace`;
  check.expect.that(what, event.account).toBe(acct);
  const { account } = event.data;
  check.observe("connect-event-account-field", typeof account === "object" ? "an object" : "text");
}

/** One value of an event. */
export function sees(check: Check, what: string, value: unknown, expected: unknown): void {
  check.expect.that(what, value).toBe(expected);
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
