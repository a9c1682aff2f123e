import { numberOf, rule } from "../kit.ts";
import { aDozen } from "../fixtures/together.ts";
import { keyed } from "../fixtures/idempotency-keys.ts";
import { makeVendor } from "../fixtures/new-vendors.ts";
import { expectAccepted, lacksPermission } from "../expect/acceptance.ts";
import { PATIENT } from "../fixtures/vendor-creations.ts";
import { givenMarketplace } from "../fixtures/marketplaces.ts";

export default [
  /** Creates a dozen vendors and uses each on every route that names a vendor, oldest first. */
  rule("vendors/known-after-others", PATIENT, async (check) => {
    check.require("control.createMerchant");
    const merchant = await givenMarketplace(check);
    const [first = "", second = ""] = await aDozen(() => makeVendor(check, merchant));
    const { api } = merchant;
    const { amount } = check.profile.ordinary;
    for (const acct of [first, second]) {
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
