import type { Mutant } from "../mutant.ts";
import type { Body } from "./answers.ts";
import { type Condition, absentWhen } from "../faults/fields.ts";
import {
  asNumber,
  constantly,
  day,
  epoch,
  asText,
  type Replacement,
  nothing,
  spaced,
  uppercase,
  withoutPrefix,
  wrapped,
} from "../faults/values.ts";
import { answerFaults } from "../faults/answers.ts";
import type { PayoutArea } from "./payouts.ts";

const oddFrancs: Condition<Body> = {
  only: "for odd francs",
  when: (body) => Number(body["amount"]) % 5 !== 0,
};
const markedName: Condition<Body> = {
  only: "for names with a mark",
  when: (body) => /[^A-Za-z]/.test(String(body["firstName"])),
};
const spoken: Replacement<Body> = {
  as: "with blanks",
  value: (value) => String(value).replace(/(\d{3})/, "$1 "),
};
const plus: Replacement<Body> = { as: "with a plus sign", value: (value) => `+${String(value)}` };

/** Fields that are always present. */
const PRESENT = [
  "amount",
  "country",
  "createdAt",
  "currency",
  "id",
  "operatorName",
  "phone",
  "shouldExecutedAt",
  "status",
  "updatedAt",
];

/** Faults of each field wherever a payout is returned (§2.3, §2.4). */
export function payoutPassiveMutants(payouts: PayoutArea): readonly Mutant[] {
  const { area, word, create, retrieve } = payouts;
  const created = answerFaults(`created ${word}`, { operations: [create], status: 200 }, `${area}/`);
  const retrieved = answerFaults(`retrieved ${word}`, { operations: [retrieve], status: 200 }, `${area}/`);
  return [
    retrieved.gives("id", "id", asNumber),
    created.gives("id", "id-prefix", withoutPrefix),
    retrieved.gives("object", "object", nothing, oddFrancs),
    created.gives("object", "object-word", constantly("payout")),
    retrieved.gives("object", "object-word", uppercase),
    created.gives("amount", "amount", asText, oddFrancs),
    retrieved.gives("amount", "amount", asText),
    retrieved.gives("currency", "currency-lowercase", uppercase, oddFrancs),
    created.gives("status", "status", constantly(1)),
    created.gives("status", "status-documented", constantly("queued")),
    retrieved.gives("status", "status-documented", constantly("cancelled"), oddFrancs),
    created.gives("firstName", "first-name", nothing, markedName),
    retrieved.drops("lastName", "last-name", markedName),
    created.gives("operatorName", "operator-name", wrapped),
    created.gives("phone", "phone", asNumber),
    created.gives("phone", "phone-digits", plus),
    retrieved.gives("phone", "phone-digits", spoken, oddFrancs),
    created.gives("type", "type-code", constantly("momo")),
    created.gives("shouldExecutedAt", "should-executed-at", nothing),
    retrieved.gives("shouldExecutedAt", "should-executed-at-utc", day, oddFrancs),
    created.gives("createdAt", "created-at", constantly(1_700_000_000)),
    retrieved.gives("createdAt", "created-at-iso-8601", spaced, oddFrancs),
    retrieved.gives("updatedAt", "updated-at", nothing),
    created.gives("updatedAt", "updated-at-iso-8601", epoch),
    ...absentWhen(created, PRESENT, oddFrancs),
    created.drops("type", "type-code", oddFrancs),
    ...absentWhen(retrieved, PRESENT, oddFrancs),
    retrieved.drops("type", "type-code", oddFrancs),
  ];
}
