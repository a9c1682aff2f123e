import type { Parts } from "../../emulator/index.ts";
import { currencyOf, lineOn, outside, walletIn } from "../../emulator/areas/account/wallets.ts";
import { feePayerOf } from "../../emulator/areas/connect/fees.ts";
import { newEntry } from "../../emulator/kernel/ledger.ts";
import { coded } from "../../emulator/kernel/answers.ts";
import { isObject } from "../shared/answers.ts";
import { type Named, named, part, type Replace } from "../mutant.ts";
import type { RuleId } from "../../spec/index.ts";
import { refusedButDone, refusing, refusingForEver } from "../connect/parts.ts";

type Dependences = Parts["connect"]["outages"][string];

const depending = (change: (usual: Dependences) => Dependences): Replace =>
  part(["connect", "outages"], (outages) => ({
    createAllocation: change(outages["createAllocation"] ?? []),
  }));

const charging = (violates: RuleId, code: string): Named[string] => ({
  violates: [violates],
  summary: `An allocation that is refused with ${code} is still made.`,
  replace: refusedButDone("allocations", "outage", (input, { answer: { body } }) =>
    isObject(body) && body["code"] === code ? input : undefined,
  ),
});

const chargingAccounts = (violates: RuleId, code: string): Named[string] => ({
  violates: [violates],
  summary: `An allocation that would be refused with ${code} is made if the vendor pays the fee.`,
  replace: refusing("allocations", "outage", (refusal, { state, command, parts }) =>
    isObject(refusal.answer.body) &&
    refusal.answer.body["code"] === code &&
    feePayerOf(state, parts.fees, command.caller.accountId) === "account"
      ? undefined
      : refusal,
  ),
});

export const mutants = named({
  "pricing-outage-ignored-on-account": chargingAccounts(
    "allocations/pricing-outage-refused",
    "E_CONNECT_PRICING_UNAVAILABLE",
  ),
  "delay-unset-ignored-on-account": chargingAccounts(
    "allocations/delay-unset-refused",
    "E_CONNECT_AVAILABILITY_DELAY_UNSET",
  ),
  "pricing-outage-still-charges": charging(
    "allocations/pricing-outage-moves-no-money",
    "E_CONNECT_PRICING_UNAVAILABLE",
  ),
  "delay-unset-still-charges": charging(
    "allocations/delay-unset-moves-no-money",
    "E_CONNECT_AVAILABILITY_DELAY_UNSET",
  ),
  "delay-unset-debits-the-marketplace": {
    violates: ["allocations/delay-unset-moves-no-money"],
    summary: "An allocation that is refused for the missing delay still debits the marketplace.",
    replace: refusing("allocations", "outage", (refusal, input) => {
      const { state, command, now, ids } = input;
      const { accountId, mode } = command.caller;
      const currency = currencyOf(state, accountId);
      const source = walletIn(state, accountId, mode, currency);
      const { code } = isObject(refusal.answer.body) ? refusal.answer.body : {};
      if (source === undefined || code !== "E_CONNECT_AVAILABILITY_DELAY_UNSET") return refusal;
      const lines = [lineOn(source, "available", -100), { account: outside.fees, amount: 100 }];
      const debit = newEntry(ids, {
        at: now,
        kind: "allocation",
        book: { mode, currency },
        lines,
        details: {},
      });
      return { ...refusal, postings: [debit] };
    }),
  },
  "pricing-outage-charged-at-zero": {
    violates: ["allocations/pricing-outage-refused"],
    summary: "An allocation that cannot be priced is made.",
    replace: depending((usual) => usual.filter(({ service }) => service !== "pricing")),
  },
  "pricing-outage-small-amounts-for-nothing": {
    violates: ["allocations/pricing-outage-refused"],
    summary: "An allocation below 1000 that cannot be priced is made.",
    replace: part(["connect", "allocations"], ({ guards }) => ({
      guards: guards.map((guard) => ({
        ...guard,
        refuse: (input) =>
          guard.name === "outage" &&
          isObject(input.command.body) &&
          Number(input.command.body["amount"]) < 1_000
            ? undefined
            : guard.refuse(input),
      })),
    })),
  },
  "pricing-outage-reported-otherwise": {
    violates: ["allocations/pricing-outage-refused"],
    summary: "The refusal during an outage of pricing has the general code.",
    replace: depending((usual) =>
      usual.map((one) =>
        one.service === "pricing"
          ? { ...one, refuse: () => coded(503, "E_SERVICE_UNAVAILABLE", "Unavailable") }
          : one,
      ),
    ),
  },
  "delay-unset-assumed": {
    violates: ["allocations/delay-unset-refused"],
    summary: "Without a configured delay of availability, the default is used.",
    replace: depending((usual) => usual.filter(({ service }) => service !== "availability-delay")),
  },
  "pricing-outage-never-ends": {
    violates: ["allocations/pricing-outage-recovery"],
    summary: "An account whose allocation could not be priced is refused from then on.",
    replace: refusingForEver("allocations", "outage", ({ command }) => command.caller.accountId),
  },
});
