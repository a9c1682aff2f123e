import { callFor, givenSubscription } from "../fixtures/subscriptions.ts";
import { givenClockFor } from "../fixtures/test-clocks.ts";
import { scenario, step } from "./acts.ts";
import { begun, renewedAfterwards } from "./renewals.ts";
import { ifPossible } from "../fixtures/if-possible.ts";

/**
 * Reduces a quantity to 1, raises it, and then creates another subscription. By the time its creation is reported, every event of the
 * changes has arrived. If clocks can be created, the renewal follows.
 */
export const quantityChange = scenario("a change of quantity", async (maker) => {
  maker.require("port.changeQuantity");
  const history = await begun(maker, { quantity: 3 });
  const { customer, log, subscription } = history;
  const { priceId } = subscription;
  for (const [name, quantity] of [
    ["quantity reduced", 1],
    ["quantity changed", 4],
  ] as const) {
    const changed = await step(history, [name, "quantity changed"], () => {
      const inputs = { quantity, ...(priceId === null ? {} : { priceId }) };
      return callFor(maker, subscription, "changeQuantity", { inputs });
    });
    // The document does not say whether a quantity can be reduced. A refused change emits no event either.
    if (name === "quantity changed") maker.succeeded(changed.answer);
  }
  // The fence: another subscription of the same customer.
  await log.act({
    name: "followed by another creation",
    transition: "created",
    do: async () => {
      const later = await givenSubscription(maker, { customer });
      log.own(later.id);
      return later.created;
    },
  });
  await ifPossible(async () => renewedAfterwards(maker, history, await givenClockFor(maker, subscription)));
  return history;
});
