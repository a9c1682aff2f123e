import { type RuleCheck, rule } from "../../harness/rule.ts";
import type { RuleId } from "../../spec/generated/rule-ids.ts";
import { givenCreation, sendCreation } from "../connect/creations.ts";
import { givenMarketplace } from "./marketplace.ts";
import { everyId } from "./walking.ts";

/** Values that the refused fields would have if they were taken. */
const REJECTED = { phone: "242060000000", type: "business", fee_payer: "controller" } as const;
type Rejected = keyof typeof REJECTED;

/** Fields that a creation refuses by name (§4.7, §7.4). The twin is the same creation without the field. */
export default [
  refusesField("vendors/phone-refused", "phone"),
  refusesField("vendors/type-refused", "type"),
  refusesField("vendors/fee-payer-refused", "fee_payer"),

  /** Goal: a refusal leaves no trace. Method: the whole list before and after refusals of each kind. */
  rule(
    "vendors/refusal-creates-nothing",
    async (check) => {
      const merchant = await givenMarketplace(check);
      const inputs = { name: check.name("vendor") };
      const { acct } = await givenCreation(check, merchant, { inputs });
      const before = await everyId(check, merchant);
      for (const [field, value] of Object.entries(REJECTED)) {
        const { answer } = await sendCreation(check, merchant, { inputs, extra: { [field]: value } });
        check.expect(answer).toAnswer(422);
      }
      const after = await everyId(check, merchant);
      check.expect
        .that("the vendors listed after refused creations", [...after].sort())
        .toBe([...before].sort());
      check.expect.that("whether the accepted one is listed", after.includes(acct)).toBe(true);
    },
    { alone: true },
  ),
];

function refusesField(id: RuleId, field: Rejected): RuleCheck {
  return rule(id, async (check) => {
    const merchant = await givenMarketplace(check);
    const inputs = { name: check.name("vendor") };
    for (const value of [REJECTED[field], ""]) {
      const { answer } = await sendCreation(check, merchant, { inputs, extra: { [field]: value } });
      check.expect(answer).toRefuse({ status: 422, rule: "unsupported", field });
    }
    await givenCreation(check, merchant, { inputs });
  });
}
