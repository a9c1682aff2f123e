import type { Check } from "../../harness/check.ts";
import { Inconclusive } from "../../harness/verdicts.ts";
import type { Guarded } from "../shared/keys.ts";
import {
  givenCustomer,
  givenPaused,
  givenRetryable,
  type GivenSubscription,
  givenSubscription,
} from "../subscriptions/given.ts";
import { recorder } from "../subscriptions/story.ts";
import { advance, around, dueOf, givenClockFor } from "../test-clocks/given.ts";

/** The acts on subscriptions whose routes the document names (§4.9), by the name that their rules have for them. */
export const ACTS = {
  "cancel-subscription": act("cancelSubscription", (check) => givenSubscription(check)),
  "pause-subscription": act("pauseSubscription", (check) => givenSubscription(check)),
  "resume-subscription": act("resumeSubscription", givenPaused),
  "retry-payment": act("retryPayment", givenRetryable),
  "void-invoice": {
    prepare: async (check) => {
      check.require("port.voidInvoice");
      check.require("events");
      const customer = await givenCustomer(check);
      const log = await recorder(check, customer);
      const subscription = await givenSubscription(check, { customer });
      log.own(subscription.id);
      const { afterReminder } = around(await dueOf(check, subscription));
      const clock = await givenClockFor(check, subscription);
      await log.act({
        name: "reminded",
        moment: "reminded",
        subject: () => subscription,
        do: () => advance(check, clock, afterReminder),
      });
      const invoiceId = log.events("invoice.finalized").at(-1)?.data["invoiceId"];
      if (typeof invoiceId !== "string") throw new Inconclusive("no invoice was issued that could be told");
      const { testKey } = subscription.merchant;
      return async (key) => {
        const call = { inputs: { invoiceId }, key: key === undefined ? testKey : key };
        return (await check.ports.call("voidInvoice", call)).answer;
      };
    },
  },
} as const satisfies Record<string, Guarded>;

/** One act on one subscription, which the right key then does. */
function act(port: string, bring: (check: Check) => Promise<GivenSubscription>): Guarded {
  return {
    prepare: async (check) => {
      check.require(`port.${port}`);
      const { id, merchant } = await bring(check);
      return async (key) => {
        const inputs = { subscriptionId: id };
        const call = await check.ports.call(port, {
          inputs,
          key: key === undefined ? merchant.testKey : key,
        });
        return call.answer;
      };
    },
  };
}
