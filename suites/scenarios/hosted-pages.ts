import type { Check } from "../kit.ts";
import { givenCustomer } from "../fixtures/subscriptions.ts";
import { createdStep } from "./acts.ts";
import { type Scenario, recorder } from "./recorder.ts";

function page(
  check: Check,
  creationPort: "checkoutSubscription" | "checkoutTrialSubscription",
  transition: "created from page" | "created trialing from page",
): Promise<Scenario> {
  return check.once(`scenario of a subscription that is ${transition}`, async (maker) => {
    maker.require(`port.${creationPort}`);
    const customer = await givenCustomer(maker);
    const log = await recorder(maker, customer);
    const wanted = { customer, creationPort, quantity: 2 };
    return log.scenario(await createdStep(maker, log, wanted, { transition }));
  });
}

/** Subscriptions from the hosted page. */
export function hostedPage(check: Check): Promise<Scenario> {
  return page(check, "checkoutSubscription", "created from page");
}

export function hostedTrial(check: Check): Promise<Scenario> {
  return page(check, "checkoutTrialSubscription", "created trialing from page");
}
