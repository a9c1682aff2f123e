import { givenCustomer } from "../fixtures/subscriptions.ts";
import { createdStep, scenario } from "./acts.ts";
import { recorder } from "./recorder.ts";

const page = (
  creationPort: "checkoutSubscription" | "checkoutTrialSubscription",
  transition: "created from page" | "created trialing from page",
) =>
  scenario(`a subscription that is ${transition}`, async (maker) => {
    maker.require(`port.${creationPort}`);
    const customer = await givenCustomer(maker);
    const log = await recorder(maker, customer);
    const wanted = { customer, creationPort, quantity: 2 };
    return { log, subscription: await createdStep(maker, log, wanted, { transition }) };
  });

/** Subscriptions from the hosted page. */
export const hostedPage = page("checkoutSubscription", "created from page");
export const hostedTrial = page("checkoutTrialSubscription", "created trialing from page");
