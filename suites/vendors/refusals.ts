import { NeedMissing, rule, type RuleCheck, type RuleId } from "../kit.ts";
import { requireRefused } from "../expect/refusals.ts";
import { givenRefusedCreations, type Rejected } from "../fixtures/refused-creations.ts";
import { PATIENT } from "../fixtures/vendor-creations.ts";
import { addedByThisRun } from "../fixtures/vendor-lists.ts";

/** Fields that a creation refuses (§4.7, §7.4). The same creation without the field succeeds. */
export default [
  refusesField("vendors/phone-refused", "phone"),
  refusesField("vendors/type-refused", "type"),
  refusesField("vendors/fee-payer-refused", "fee_payer"),

  /** Compares the whole list before and after refusals of each kind. */
  rule("vendors/refusal-creates-nothing", { ...PATIENT, alone: true }, async (check) => {
    const { merchant, refused, badKeys, unauthorized, before, after, acct, known } =
      await givenRefusedCreations(check);
    for (const answer of Object.values(refused).flat()) check.expect(answer).toAnswer(422);
    for (const answer of [...Object.values(badKeys), ...unauthorized])
      requireRefused(answer, "an invalid creation");
    if (before === null || after === null) throw new NeedMissing("field.accounts-cursor-parameter");
    const added = addedByThisRun(check, merchant, { list: after, before: [...before, ...known], known });
    check.expect
      .that(
        "the vendors that refused creations created",
        added.map(({ id }) => id),
      )
      .toBe([]);
    const ids = after.map(({ id }) => id);
    check.expect
      .that(
        "the vendors no longer listed after refused creations",
        before.filter((id) => !ids.includes(id)),
      )
      .toBe([]);
    check.expect.that("whether the accepted vendor is listed", ids.includes(acct)).toBe(true);
  }),
];

function refusesField(id: RuleId, field: Rejected): RuleCheck {
  return rule(id, { ...PATIENT, alone: true }, async (check) => {
    const { refused } = await givenRefusedCreations(check);
    for (const answer of refused[field])
      check.expect(answer).toRefuse({ status: 422, rule: "unsupported", field });
  });
}
