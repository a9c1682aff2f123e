import { type Answer, type Check, Inconclusive, rule, textOf } from "../kit.ts";
import { pointed } from "../../spec/json.ts";
import { muchLater, repeatsRequest } from "../expect/payouts.ts";
import type { Payout } from "../fixtures/payout-requests.ts";
import { ifPossible } from "../fixtures/if-possible.ts";
import { endsIn, found, readBack, soon } from "../fixtures/reading.ts";
import { entriesOf } from "../fixtures/remittance-lists.ts";
import { observing } from "../expect/observing.ts";
import { foundAsNothingElse } from "../expect/retrievals.ts";
import { ordinaryRemittance } from "../fixtures/ordinary-requests.ts";
import { disbursements, remittances } from "../fixtures/payout-creation.ts";

/** The final states of a remittance (§3). */
const ENDS = ["succeeded", "failed", "canceled"] as const;

/** Compares the answers about a remittance with the request (§2.4, §4.4). */
export default [
  ...repeatsRequest("remittances", remittances, onceEnded),
  observing(
    foundAsNothingElse("remittances/id-finds-no-disbursement", remittances, disbursements),
    async (check) => {
      const created = check.succeeded(await remittances.send(check.api, ordinaryRemittance(check)));
      check.observe("remittance-initial-status", textOf(created.field("status")));
    },
  ),

  /** Control brings remittances into each final state. When that shows is open, and what the other states become. */
  rule("remittances/every-status-is-reported", async (check) => {
    const { accountId, api } = await check.ownMerchant();
    const body = ordinaryRemittance(check);
    const settled: { readonly id: string; readonly status: string }[] = [];
    const expectShown = async ({ id, status }: (typeof settled)[number]): Promise<void> => {
      await shows(check, status, async () => {
        const answer = await readBack(check, () => api.retrieveRemittance({ path: { id } }));
        return { answer, shown: answer.field("status") };
      });
      for (const query of [{ limit: 100 }, { limit: 10, page: 1 }])
        await shows(check, status, async () => {
          const answer = check.succeeded(await api.listRemittances({ query }));
          const own = entriesOf(answer).find((entry) => pointed(entry, "/id") === id);
          return { answer, shown: pointed(own, "/status") };
        });
    };
    // Each state once more, so that all are in one list, and a cache would keep an old one.
    for (const status of [...ENDS, ...ENDS.toReversed()]) {
      if (check.has("control.setNextRemittanceOutcome")) {
        const json = { outcome: "pending" };
        await check.control.call("setNextRemittanceOutcome", { path: { accountId }, json });
      }
      const id = check.succeeded(await api.createRemittance({ body })).text("id");
      await found(check, "a remittance that has not ended", () => api.retrieveRemittance({ path: { id } }));
      // Which moves are possible is open.
      const isSettled = await ifPossible(async () => {
        await check.control.call("settleRemittance", { path: { accountId, id }, json: { status } });
        return true;
      });
      if (isSettled === null) continue;
      settled.push({ id, status });
      await expectShown({ id, status });
    }
    for (const one of settled) await expectShown(one);
    if (settled.length === 0) throw new Inconclusive("control settled no remittance");
  }),
];

/** Expects a final state, or one before it. Whether a list has the remittance is another rule's. */
async function shows(
  check: Check,
  end: string,
  read: () => Promise<{ readonly answer: Answer; readonly shown: unknown }>,
): Promise<void> {
  const isEnded = endsIn(end, ENDS);
  const { answer, shown } = await soon(check, { read, holds: (one) => isEnded(one.shown) });
  if (shown === undefined || isEnded(shown)) return;
  // Whether a remittance leaves a final state is open: one that moves with every look has not kept another one.
  const further = [await read(), await read(), await read()];
  if (further.every((one) => one.shown === shown))
    check.expect.field("status", shown, answer).toBeOneOf([end, "pending", "processing"]);
}

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
