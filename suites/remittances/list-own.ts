import { rule, textOf } from "../kit.ts";
import { ordinaryRemittance } from "../fixtures/ordinary-requests.ts";
import { entriesOf, listPage } from "../fixtures/remittance-lists.ts";

export default [
  /** Two merchants have one remittance each. Compares their full first pages. */
  rule("remittances/list-holds-own-remittances-only", async (check) => {
    const here = await check.merchant();
    const there = await check.otherMerchant();
    const made: string[] = [];
    for (const { api } of [here, there]) {
      const { id } = check.succeeded(await api.createRemittance({ body: ordinaryRemittance(check) })).body;
      made.push(textOf(id));
    }
    for (const [index, merchant] of [here, there].entries()) {
      const foreign = made[1 - index] ?? "";
      const page = await listPage(check, merchant.api, { limit: 100, page: 1 });
      const shown = entriesOf(page).map(({ id }) => id);
      check.expect
        .that(
          "the other merchant's remittances in the list",
          shown.filter((id) => id === foreign),
          page,
        )
        .toBe([]);
    }
  }),
];
