import { type Answer, type Check, Inconclusive, type Merchant, numberOf, rule } from "../kit.ts";
import { ifPossible } from "../fixtures/if-possible.ts";
import { soon } from "../fixtures/reading.ts";
import { aDozen } from "../fixtures/together.ts";
import { keyed } from "../fixtures/idempotency-keys.ts";
import { makeVendor } from "../fixtures/new-vendors.ts";
import { expectAccepted, lacksPermission } from "../expect/acceptance.ts";
import { givenCreation, PATIENT } from "../fixtures/vendor-creations.ts";
import { givenMarketplace } from "../fixtures/marketplaces.ts";

export default [
  /** Uses the first of a dozen vendors on every route that names a vendor, and then one that was created like a deleted one. */
  rule("vendors/known-after-others", PATIENT, async (check) => {
    check.require("control.createMerchant");
    const merchant = await givenMarketplace(check);
    const [first = "", second = ""] = await aDozen(() => makeVendor(check, merchant));
    const { api } = merchant;
    const { amount } = check.profile.ordinary;
    const again = await ifPossible(() => createdLikeDeleted(check, merchant));
    for (const acct of [first, second, ...(again === null ? [] : [again])]) {
      const path = { acct };
      for (const answer of [
        await api.retrieveAccount({ path }),
        await api.listAccountTransactions({ path }),
        await api.retrieveAccountCompliance({ path }),
        await api.createAllocation({ body: { destination: acct, amount }, ...keyed() }),
      ])
        await expectAccepted(check, api, answer, "a vendor that was followed by others");
      const withdrawal = await api.createWithdrawal({ path, ...keyed() });
      check.expect
        .that("the status of a withdrawal of an older vendor", withdrawal.status, withdrawal)
        .toSatisfy(
          "no refusal that concerns the vendor itself",
          (status) => lacksPermission(withdrawal) || ![401, 403, 404].includes(numberOf(status)),
        );
    }
  }),
];

/** A vendor with everything that a deleted one was created with. */
async function createdLikeDeleted(check: Check, merchant: Merchant): Promise<string> {
  check.require("control.deleteVendor");
  const inputs = { name: check.name("namesake") };
  const { acct: id } = await givenCreation(check, merchant, { inputs });
  await check.control.call("deleteVendor", { path: { accountId: merchant.accountId, id } });
  const { acct } = await givenCreation(check, merchant, { inputs });
  if (acct === id) throw new Inconclusive("a creation like that of a deleted vendor returns it");
  // New vendors may be found late.
  const read = (): Promise<Answer> => merchant.api.retrieveAccount({ path: { acct } });
  await soon(check, { read, holds: ({ succeeded }) => succeeded });
  return acct;
}
