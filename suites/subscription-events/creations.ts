import { type Check, Inconclusive, rule, textOf, Violation } from "../kit.ts";
import { requestSubscription, givenCustomer, givenSubscription } from "../fixtures/subscriptions.ts";
import { type Recorder, recorder } from "../scenarios/recorder.ts";
import { isRefusal } from "../fixtures/reading.ts";

const CREATED = "subscription.created";

/** The events of a creation, and of a refused creation (§6.1). */
export default [
  /** The merchant has no other customer, so every event concerns this one. */
  rule("subscription-events/creation-makes-one-subscription", async (check) => {
    const customer = await ownCustomer(check);
    const log = await recorder(check, customer);
    const subscription = await log.act({
      name: "created",
      transition: "created",
      do: async () => (await givenSubscription(check, { customer })).created,
    });
    const named = subjectsOf(log);
    if (named.length === 0) throw new Inconclusive("no creation was reported; another rule judges that");
    check.expect
      .that(`the subscriptions that ${CREATED} names after one creation`, named)
      .toBe([subscription.text("subscriptionId")]);
  }),

  /**
   * Sends creations without a valid customer or price, then a valid one. Until the valid one is reported, no event may report a refused
   * one.
   */
  rule("subscription-events/refused-creation-emits-nothing", async (check) => {
    const customer = await ownCustomer(check);
    const log = await recorder(check, customer);
    const refused: string[] = [];
    const accepted: string[] = [];
    for (const recipient of [customer, { ...customer, id: `${textOf(customer.id)}0` }, customer]) {
      const { port } = await log.act({
        name: "asked for",
        transition: "nothing",
        do: async () => {
          const requested = await requestSubscription(check, { customer: recipient });
          return { ...requested.port, port: requested.port };
        },
      });
      if (port.answer.succeeded) accepted.push(port.text("subscriptionId"));
      else if (isRefusal(port.answer)) refused.push(port.answer.summary);
    }
    if (refused.length === 0) throw new Inconclusive("every creation was accepted");
    const strange = subjectsOf(log).filter((id) => !accepted.includes(id));
    if (strange.length > 0)
      throw new Violation({
        expected: `no ${CREATED} for a creation that was refused`,
        actual: `it arrived for ${strange.join(", ")}; the answers were ${refused.join("; ")}`,
      });
  }),
];

async function ownCustomer(check: Check) {
  check.require("events");
  const customer = await givenCustomer(check);
  if (!customer.merchant.own) check.require("control.createMerchant");
  return customer;
}

function subjectsOf(log: Recorder): readonly string[] {
  return [...new Set(log.events(CREATED).map((event) => textOf(event.data["subscriptionId"])))];
}
