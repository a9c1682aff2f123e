import type { RuleKind } from "../harness/results.ts";

/** How rules of each kind are judged, to follow "Judged ". */
export const METHODS: Readonly<Record<RuleKind, string>> = {
  passive: "on every exchange and event that could violate it",
  example:
    "by one request in a known state; a refusal is compared with an accepted request that differs in one thing",
  property: "over generated values; a failure is reduced to the smallest case",
  model: "by generated sequences of requests against an independent model",
  race: "by concurrent requests, whose responses must fit some sequential order",
  sequence: "by moving time forward and reading events and objects",
};
