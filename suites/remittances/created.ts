import { type Check, rule } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import { textOf } from "../../harness/reported.ts";
import { eachSettable, expectState } from "../expect/controlled-states.ts";
import { createdPayouts, echoes, muchLater, repeatsRequest } from "../expect/payouts.ts";
import type { Payout } from "../fixtures/payout-requests.ts";
import { readBack } from "../fixtures/reading.ts";
import { entriesOf } from "../fixtures/remittance-lists.ts";
import { foundAsNothingElse } from "../expect/retrievals.ts";
import { ordinaryRemittance } from "../fixtures/ordinary-requests.ts";
import { disbursements, remittances } from "../fixtures/payout-creation.ts";

/** The final states of a remittance (§3). */
const ENDS = ["succeeded", "failed", "canceled"] as const;

/** Compares the answers about a remittance with the request (§2.4, §4.4). */
export default [
  ...repeatsRequest("remittances", remittances, onceEnded),
  createdPayouts("remittances/phone-is-the-requested", remittances, (check, created, request, reach) => {
    check.observe("remittance-initial-status", textOf(created.field("status")));
    check.observe("payout-type-codes", `a remittance has type ${created.text("type")}`);
    return echoes.phone(check, created, request, reach);
  }),
  foundAsNothingElse("remittances/id-finds-no-disbursement", remittances, disbursements),

  /** Control brings remittances into each final state, and each is retrieved and listed in this state. What the others become is open. */
  rule("remittances/every-status-is-reported", async (check) => {
    const merchant = await check.ownMerchant();
    const { accountId, api } = merchant;
    const shows = async (id: string, state: string): Promise<void> => {
      await expectState(check, {
        state,
        read: () => api.retrieveRemittance({ path: { id } }),
        stateIn: (answer) => answer.field("status"),
      });
      await expectState(check, {
        state,
        read: () => api.listRemittances({ query: { limit: 100 } }),
        stateIn: (page) => entriesOf(page).find((entry) => entry["id"] === id)?.["status"],
      });
    };
    await eachSettable(ENDS, async (status) => {
      const body = ordinaryRemittance(check);
      if (check.has("control.setNextRemittanceOutcome"))
        await check.control.call("setNextRemittanceOutcome", {
          path: { accountId },
          json: { outcome: "pending" },
        });
      const id = check.succeeded(await api.createRemittance({ body })).text("id");
      await check.control.call("settleRemittance", { path: { accountId, id }, json: { status } });
      await shows(id, status);
    });
  }),
];

/** Remittances in every final state, if control can set it. */
async function onceEnded(
  check: Check,
  judge: (check: Check, created: Answer<Payout>, retrieved: Answer<Payout>) => void,
): Promise<void> {
  if (!check.has("control.setNextRemittanceOutcome")) return;
  const merchant = await check.ownMerchant();
  if (!merchant.own) return;
  for (const outcome of ENDS) {
    const { accountId } = merchant;
    await check.control.call("setNextRemittanceOutcome", { path: { accountId }, json: { outcome } });
    const created = check.succeeded(await merchant.api.createRemittance({ body: ordinaryRemittance(check) }));
    const path = { id: created.text("id") };
    await muchLater(check, merchant);
    judge(check, created, await readBack(check, () => merchant.api.retrieveRemittance({ path })));
  }
}
