import { Inconclusive, rule } from "../kit.ts";
import { ifPossible } from "../fixtures/if-possible.ts";
import { endsIn, memberOf, readBack } from "../fixtures/reading.ts";
import { ordinaryIntent } from "../fixtures/ordinary-requests.ts";
import { intents } from "../fixtures/payment-intent-creation.ts";

/** The final states of a payment intent (§3). */
const ENDS = ["succeeded", "failed", "canceled"] as const;
const BEFORE = ["requires_confirmation", "processing"] as const;

/** The states into which only control brings payment intents (§3). */
export default [
  /** Control ends intents that were read in each state before, because a cache could keep what was read. */
  rule("conventions/intent-outcome-is-retrieved", async (check) => {
    const { accountId, api } = await check.ownMerchant();
    let ended = 0;
    for (const end of ENDS) {
      const created = check.succeeded(await api.createPaymentIntent({ body: ordinaryIntent(check) }));
      const id = created.text("id");
      const read = () => readBack(check, () => intents.retrieve(api, id));
      // Which moves are possible is open.
      const move = (status: string): Promise<unknown> => {
        const call = { path: { accountId, id }, json: { status } };
        return ifPossible(() => check.control.call("setPaymentIntentStatus", call));
      };
      await read();
      for (const status of BEFORE) if ((await move(status)) !== null) await read();
      if ((await move(end)) === null) continue;
      ended += 1;
      const isEnded = endsIn(end, ENDS);
      await check.eventually({
        expected: `the status of the ended intent to be ${end}`,
        withinMs: check.profile.deadlines.consistencyMs,
        read,
        holds: (retrieved) => isEnded(memberOf(retrieved, "status")),
        show: (retrieved) => retrieved.summary,
      });
    }
    if (ended === 0) throw new Inconclusive("control ended no intent");
  }),
];
