import type { RuleId } from "../../spec/index.ts";
import type { Mutant } from "../mutant.ts";
import type { Place } from "./answers.ts";
import {
  asNumber,
  constantly,
  day,
  epoch,
  fieldMutants,
  fractional,
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
const noOffset: Replacement = {
  as: "without an offset",
  value: (value) => String(value).replace(/(Z|[+-]\d\d:\d\d)$/, ""),
};
const localTime: Replacement = {
  as: "in local time",
  value: (value) => String(value).replace("Z", "+01:00"),
};
const spoken: Replacement = { as: "with blanks", value: (value) => String(value).replace(/(\d{3})/, "$1 ") };
const plus: Replacement = { as: "with a plus sign", value: (value) => `+${String(value)}` };

/** Wrong answers wherever a payout is shown, one field at a time (§2.3, §2.4). */
export function payoutPassiveMutants(payouts: PayoutArea): readonly Mutant[] {
  const { word, rule, create, retrieve } = payouts;
  const created: Place = { operations: [create], status: 200 };
  const retrieved: Place = { operations: [retrieve], status: 200 };
  const fields = fieldMutants(`created ${word}`, created);
  const { drops, gives } = fields;
  const later = fieldMutants(`retrieved ${word}`, retrieved);
  return [
    drops("id", rule("id")),
    later.gives("id", rule("id"), asNumber),
    gives("id", rule("id-prefix"), withoutPrefix),
    drops("object", rule("object")),
    later.gives("object", rule("object"), nothing, oddFrancs),
    gives("object", rule("object-word"), constantly("payout")),
    later.gives("object", rule("object-word"), uppercase),
    drops("amount", rule("amount")),
    gives("amount", rule("amount"), inQuotes, oddFrancs),
    later.gives("amount", rule("amount"), inQuotes),
    gives("amount", rule("amount-whole-francs"), fractional),
    drops("currency", rule("currency")),
    gives("currency", rule("currency-lowercase"), uppercase),
    later.gives("currency", rule("currency-lowercase"), uppercase, oddFrancs),
    drops("status", rule("status")),
    gives("status", rule("status"), constantly(1)),
    gives("status", rule("status-documented"), constantly("queued")),
    later.gives("status", rule("status-documented"), constantly("cancelled"), oddFrancs),
    drops("firstName", rule("first-name")),
    gives("firstName", rule("first-name"), nothing, markedName),
    drops("lastName", rule("last-name")),
    later.drops("lastName", rule("last-name"), markedName),
    drops("operatorName", rule("operator-name")),
    gives("operatorName", rule("operator-name"), wrapped),
    drops("country", rule("country")),
    gives("country", rule("country-lowercase"), uppercase),
    later.gives("country", rule("country-lowercase"), uppercase),
    drops("phone", rule("phone")),
    gives("phone", rule("phone"), asNumber),
    gives("phone", rule("phone-digits"), plus),
    later.gives("phone", rule("phone-digits"), spoken, oddFrancs),
    drops("type", rule("type-code")),
    gives("type", rule("type-code"), constantly("momo")),
    drops("shouldExecutedAt", rule("should-executed-at")),
    gives("shouldExecutedAt", rule("should-executed-at"), nothing),
    gives("shouldExecutedAt", rule("should-executed-at-utc"), localTime),
    later.gives("shouldExecutedAt", rule("should-executed-at-utc"), day, oddFrancs),
    drops("createdAt", rule("created-at")),
    gives("createdAt", rule("created-at"), constantly(1_700_000_000)),
    gives("createdAt", rule("created-at-iso-8601"), noOffset),
    later.gives("createdAt", rule("created-at-iso-8601"), spaced, oddFrancs),
    drops("updatedAt", rule("updated-at")),
    later.gives("updatedAt", rule("updated-at"), nothing),
    gives("updatedAt", rule("updated-at-iso-8601"), epoch),
    ...absentWhen(fields, presence(rule), oddFrancs),
    ...absentWhen(later, presence(rule), oddFrancs),
  ];
}

/** The rule on the presence of each field of a payout. */
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
