import type { RuleId } from "../../spec/index.ts";
import type { Mutant } from "../mutant.ts";
import type { AnswerSelector } from "./answers.ts";
import {
  asNumber,
  constantly,
  day,
  epoch,
  fieldMutants,
  inQuotes,
  type Replacement,
  nothing,
  type Condition,
  absentWhen,
  spaced,
  uppercase,
  withoutPrefix,
  wrapped,
} from "./fields.ts";
import type { PayoutArea } from "./payouts.ts";

const oddFrancs: Condition = { only: "for odd francs", when: (body) => Number(body["amount"]) % 5 !== 0 };
const markedName: Condition = {
  only: "for names with a mark",
  when: (body) => /[^A-Za-z]/.test(String(body["firstName"])),
};
const spoken: Replacement = { as: "with blanks", value: (value) => String(value).replace(/(\d{3})/, "$1 ") };
const plus: Replacement = { as: "with a plus sign", value: (value) => `+${String(value)}` };

/** Faults of each field wherever a payout is returned (§2.3, §2.4). */
export function payoutPassiveMutants(payouts: PayoutArea): readonly Mutant[] {
  const { word, rule, create, retrieve } = payouts;
  const created: AnswerSelector = { operations: [create], status: 200 };
  const retrieved: AnswerSelector = { operations: [retrieve], status: 200 };
  const fields = fieldMutants(`created ${word}`, created);
  const { gives } = fields;
  const later = fieldMutants(`retrieved ${word}`, retrieved);
  return [
    later.gives("id", rule("id"), asNumber),
    gives("id", rule("id-prefix"), withoutPrefix),
    later.gives("object", rule("object"), nothing, oddFrancs),
    gives("object", rule("object-word"), constantly("payout")),
    later.gives("object", rule("object-word"), uppercase),
    gives("amount", rule("amount"), inQuotes, oddFrancs),
    later.gives("amount", rule("amount"), inQuotes),
    later.gives("currency", rule("currency-lowercase"), uppercase, oddFrancs),
    gives("status", rule("status"), constantly(1)),
    gives("status", rule("status-documented"), constantly("queued")),
    later.gives("status", rule("status-documented"), constantly("cancelled"), oddFrancs),
    gives("firstName", rule("first-name"), nothing, markedName),
    later.drops("lastName", rule("last-name"), markedName),
    gives("operatorName", rule("operator-name"), wrapped),
    gives("phone", rule("phone"), asNumber),
    gives("phone", rule("phone-digits"), plus),
    later.gives("phone", rule("phone-digits"), spoken, oddFrancs),
    gives("type", rule("type-code"), constantly("momo")),
    gives("shouldExecutedAt", rule("should-executed-at"), nothing),
    later.gives("shouldExecutedAt", rule("should-executed-at-utc"), day, oddFrancs),
    gives("createdAt", rule("created-at"), constantly(1_700_000_000)),
    later.gives("createdAt", rule("created-at-iso-8601"), spaced, oddFrancs),
    later.gives("updatedAt", rule("updated-at"), nothing),
    gives("updatedAt", rule("updated-at-iso-8601"), epoch),
    ...absentWhen(fields, presence(rule), oddFrancs),
    ...absentWhen(later, presence(rule), oddFrancs),
  ];
}

/** The rules on the presence of a payout's fields. */
function presence(rule: PayoutArea["rule"]): Readonly<Record<string, RuleId>> {
  return {
    amount: rule("amount"),
    country: rule("country"),
    createdAt: rule("created-at"),
    currency: rule("currency"),
    id: rule("id"),
    operatorName: rule("operator-name"),
    phone: rule("phone"),
    shouldExecutedAt: rule("should-executed-at"),
    status: rule("status"),
    type: rule("type-code"),
    updatedAt: rule("updated-at"),
  };
}
