import { givenCustomer } from "../fixtures/subscriptions.ts";
import { ifPossible } from "../fixtures/if-possible.ts";
import { created, createdStep, scenario } from "./acts.ts";
import { recorder } from "./recorder.ts";

/** The step of both that creates another subscription of the customer, through the API. */
const CREATED_LATER = "created through the API";

const page = (
  creationPort: "checkoutSubscription" | "checkoutTrialSubscription",
  transition: "created from page" | "created trialing from page",
) =>
  scenario(`a subscription that is ${transition}`, async (maker) => {
    maker.require(`port.${creationPort}`);
    const customer = await givenCustomer(maker);
    const log = await recorder(maker, customer);
    const wanted = { customer, creationPort, quantity: 2 };
    const subscription = await createdStep(maker, log, wanted, { transition });
    // A customer may have one subscription only.
    const other = await ifPossible(() => created(maker, log, { customer }, CREATED_LATER));
    if (other !== null) log.own(other.id);
    return { log, subscription };
  });

/** Subscriptions from the hosted page. */
export const hostedPage = page("checkoutSubscription", "created from page");
export const hostedTrial = page("checkoutTrialSubscription", "created trialing from page");
