import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import type { Merchant } from "../../harness/merchant.ts";
import { rule, type RuleCheck } from "../../harness/rule.ts";
import { Inconclusive, NeedMissing } from "../../harness/verdicts.ts";
import type { RuleId } from "../../spec/generated/rule-ids.ts";
import { PATIENT, givenCreation, sendCreation } from "../fixtures/vendor-creations.ts";
import { invalidKeys } from "../expect/secret-keys.ts";
import { asPrecondition } from "../expect/reading.ts";
import { givenMarketplace } from "../fixtures/marketplaces.ts";
import { addedByThisRun, everyEntry, everyId, type Listed, listed } from "../fixtures/vendor-lists.ts";

/** Values that the refused fields would have if they were accepted. */
const REJECTED = {
  phone: ["242060000000"],
  type: ["business"],
  // One of them is what the mode gives the vendor anyway.
  fee_payer: ["controller", "account"],
} as const;
type Rejected = keyof typeof REJECTED;
const FIELDS = Object.keys(REJECTED) as Rejected[];

/** What became of creations that differ in one field, and of the list around them. */
interface Attempts {
  readonly merchant: Merchant;
  readonly refused: Readonly<Record<Rejected, readonly Answer[]>>;
  /** Creations that are refused for their headers. */
  readonly others: readonly Answer[];
  /** Null if the list has pages and the profile does not name their parameter. */
  readonly before: readonly string[] | null;
  readonly after: readonly Listed[] | null;
  /** The vendor of the creation without any such field. */
  readonly acct: string;
}

/** Fields that a creation refuses by name (§4.7, §7.4). The counterpart is the same creation without the field. */
export default [
  refusesField("vendors/phone-refused", "phone"),
  refusesField("vendors/type-refused", "type"),
  refusesField("vendors/fee-payer-refused", "fee_payer"),

  /** The whole list before and after refusals of each kind. */
  rule("vendors/refusal-creates-nothing", { ...PATIENT, alone: true }, async (check) => {
    const { merchant, refused, others, before, after, acct } = await givenAttempts(check);
    for (const field of FIELDS) for (const answer of refused[field]) check.expect(answer).toAnswer(422);
    if (others.some((answer) => answer.succeeded))
      throw new Inconclusive("an invalid creation was made; another rule judges that");
    if (before === null || after === null) throw new NeedMissing("field.accounts-cursor-parameter");
    const added = addedByThisRun(check, merchant, { list: after, before, known: [acct] });
    check.expect
      .that(
        "the vendors added by refused creations",
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
    check.expect.that("whether the accepted one is listed", ids.includes(acct)).toBe(true);
  }),
];

function refusesField(id: RuleId, field: Rejected): RuleCheck {
  return rule(id, { ...PATIENT, alone: true }, async (check) => {
    const { refused } = await givenAttempts(check);
    for (const answer of refused[field])
      check.expect(answer).toRefuse({ status: 422, rule: "unsupported", field });
  });
}

/** All attempts, made once for all checks of this file: every creation counts towards the rate, refused or not. */
function givenAttempts(check: Check): Promise<Attempts> {
  return check.once("vendors/rejected-fields", async (maker) => {
    const merchant = await givenMarketplace(maker);
    const { acct } = await givenCreation(maker, merchant);
    const before = await allPages(async () => {
      await asPrecondition(() => listed(maker, merchant, acct));
      return everyId(maker, merchant);
    });
    const attempt = async (field: Rejected): Promise<readonly Answer[]> => {
      const answers: Answer[] = [];
      // With its own name and address: whether two vendors may share one is open.
      for (const value of REJECTED[field])
        answers.push((await sendCreation(maker, merchant, { extra: { [field]: value } })).answer);
      return answers;
    };
    const refused = {
      phone: await attempt("phone"),
      type: await attempt("type"),
      fee_payer: await attempt("fee_payer"),
    };
    const others: Answer[] = [];
    for (const idempotencyKey of [null, "k".repeat(256)])
      others.push((await sendCreation(maker, merchant, { idempotencyKey })).answer);
    for (const key of invalidKeys(merchant))
      others.push((await sendCreation(maker, merchant, { key })).answer);
    return {
      merchant,
      refused,
      others,
      before,
      after: await allPages(() => everyEntry(maker, merchant)),
      acct,
    };
  });
}

async function allPages<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof NeedMissing) return null;
    throw error;
  }
}
