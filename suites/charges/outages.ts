import { type Check, Inconclusive, rule } from "../kit.ts";
import { givenCharge, sendCharge } from "../fixtures/charges.ts";
import { asPrecondition } from "../fixtures/reading.ts";
import { givenVendor, type Vendor } from "../fixtures/vendors.ts";
import { codeOf } from "../fixtures/money-movements.ts";
import { outage } from "../fixtures/vendor-conditions.ts";
import { expectOutage } from "../expect/outages.ts";

/** The code for each outage that may stop a charge (§7.7). */
const CODES = {
  pricing: "E_CONNECT_PRICING_UNAVAILABLE",
  "availability-delay": "E_CONNECT_AVAILABILITY_DELAY_UNSET",
  sso: "E_SSO_UNAVAILABLE",
  upstream: "E_SERVICE_UNAVAILABLE",
} as const;

/** Answers to direct charges during outages (§7.7). The document does not say which outages affect charges. */
export default [
  /** Sends the same charge before and during each outage. */
  rule("charges/outage-refused", { alone: true }, async (check) => {
    const vendor = await givenVendor(check);
    await givenCharge(check, vendor);
    let stopped = 0;
    for (const [service, code] of Object.entries(CODES)) {
      const end = await outage(check, vendor, service);
      const { answer } = await sendCharge(check, vendor);
      await end();
      if (answer.status < 500) continue;
      await recovered(check, vendor);
      stopped += 1;
      // Pricing may depend on the same service and has its own code.
      expectOutage(
        check,
        answer,
        codeOf(answer) === CODES.pricing && service !== "availability-delay" ? CODES.pricing : code,
      );
    }
    if (stopped === 0) throw new Inconclusive("no outage stopped a charge");
  }),
];

/** Waits until charges succeed again: a service may take time to recover. */
async function recovered(check: Check, vendor: Vendor): Promise<void> {
  await asPrecondition(() =>
    check.eventually({
      expected: "charges to succeed again after the outage",
      withinMs: check.profile.deadlines.consistencyMs,
      read: async () => (await sendCharge(check, vendor)).answer,
      holds: ({ status }) => status < 500,
      show: ({ summary }) => summary,
    }),
  );
}
