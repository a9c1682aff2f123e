import { quoteOf } from "../../emulator/areas/connect/fees.ts";
import type { ConnectInput } from "../../emulator/areas/connect/parts.ts";
import { vendors } from "../../emulator/areas/connect/vendor.ts";
import { coded } from "../../emulator/kernel/answers.ts";
import { ownerOf } from "../../emulator/kernel/merchants.ts";
import { alsoRefusing, connectPart, refusing, without } from "../connect/parts.ts";
import { where } from "../faults/fields.ts";
import { type OfRequest, readFaults, refusalFaults, refusalMoving } from "../faults/guards.ts";
import { as, constantly } from "../faults/values.ts";
import { alsoViolating, byId, named } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";
import { strangeRefusedTooLate } from "../shared/late-refusals.ts";
import { takesNull } from "../shared/nulls.ts";

const read = readFaults("allocation", "allocations", "allocations/");
const refusal = (name: string, guard: string) => refusalFaults(name, ["allocations", guard], "allocations/");
const oldestIfMissing = as<OfRequest>(
  "the oldest vendor instead of none",
  (acct, { input: { state, command } }) =>
    acct ?? state.find(vendors, "owner", ownerOf(command.caller))[0]?.id,
);
const hundredIfMissing = as("100 instead of none", (amount) => amount ?? 100);
const oneIfZero = as("1 instead of 0", (amount) => (amount === 0 ? 1 : amount));
const withoutSign = as("without its sign", (amount) => (Number(amount) < 0 ? -Number(amount) : amount));
const itsFirst = as("its first entry", (amount) => (Array.isArray(amount) ? (amount[0] as unknown) : amount));
const itsValue = as("the value in it", (amount) => (isObject(amount) ? amount["value"] : amount));
const small = where("of 100 at most", ({ body }: OfRequest) => Number(body["amount"]) >= -100);

function netOf({ state, command, parts }: ConnectInput): number | undefined {
  const amount = isObject(command.body) ? Number(command.body["amount"]) : Number.NaN;
  return quoteOf(state, parts.fees, command.caller.accountId, amount)?.net;
}

export const mutants = named({
  "allocation-has-a-minimum": {
    violates: ["allocations/one-franc-is-positive"],
    summary: "An allocation below 100 francs is invalid.",
    replace: connectPart("allocations", ({ fields }) => ({
      fields: fields.map((spec) =>
        spec.field === "amount"
          ? { ...spec, rules: [...spec.rules, { name: "min", accepts: (value) => Number(value) >= 100 }] }
          : spec,
      ),
    })),
  },
  "allocation-net-negative": {
    violates: ["allocations/net-not-positive-refused"],
    summary: "An allocation that does not exceed its fee succeeds.",
    replace: without("allocations", "net"),
  },
  "allocation-net-zero": {
    violates: ["allocations/net-not-positive-refused"],
    summary: "An allocation that equals its fee succeeds, with a credit of zero.",
    replace: refusing("allocations", "net", (refusal, input) => (netOf(input) === 0 ? undefined : refusal)),
  },
  "allocation-net-of-one-refused": {
    violates: ["allocations/net-not-positive-refused"],
    summary: "An allocation that leaves the vendor one franc is refused.",
    replace: alsoRefusing("allocations", (input) => {
      if (netOf(input) !== 1) return undefined;
      return { answer: coded(422, "connect.vendor_net_not_positive", "Too little is left for the vendor") };
    }),
  },
  "allocation-in-any-country": {
    violates: ["allocations/country-unsupported-refused"],
    summary: "An allocation needs no operator in the marketplace's country.",
    replace: without("allocations", "country"),
  },
  "allocation-to-a-vendor-in-any-country": {
    violates: ["allocations/country-unsupported-refused"],
    summary: "An allocation needs an operator in the vendor's country.",
    replace: alsoRefusing("allocations", ({ state, command, parts }) => {
      const id = isObject(command.body) ? command.body["destination"] : undefined;
      const { country = null } = (typeof id === "string" ? state.get(vendors, id) : undefined) ?? {};
      return country === null || parts.allocations.countries.includes(country)
        ? undefined
        : { answer: parts.allocations.refusals.countryUnsupported() };
    }),
  },
  "allocation-across-currencies": {
    violates: ["allocations/currency-mismatch-refused"],
    summary: "A vendor with a wallet in another currency receives a second wallet.",
    replace: without("allocations", "currency"),
  },
  ...byId([
    read.gives("amount", "amount-required", hundredIfMissing),
    read.gives("destination", "destination-required", oldestIfMissing),
    alsoViolating(
      read.gives("amount", "amount-zero-refused", oneIfZero),
      "allocations/invalid-never-accepted",
    ),
    read.gives("amount", "amount-negative-refused", withoutSign),
    read.gives("amount", "amount-negative-refused", withoutSign, small),
    read.gives("amount", "amount-words-refused", itsFirst),
    read.gives("amount", "amount-words-refused", itsValue),
    refusal("allocation abroad", "country").gives(
      "code",
      "country-unsupported-refused",
      constantly("connect.country_unknown"),
    ),
    refusal("allocation without Connect", "activated").gives(
      "code",
      "refused-when-not-activated",
      constantly("connect.controller_mode_unset"),
    ),
    refusal("allocation without Connect", "activated").gives(
      "status",
      "refused-when-not-activated",
      constantly(403),
    ),
    ...["currency", "funds"].map((guard) =>
      refusalMoving(
        ["allocations", guard],
        "takes what the marketplace has",
        "allocations/refusal-debits-nothing",
      ),
    ),
    refusalMoving(
      ["allocations", "validation"],
      "credits the vendor",
      "allocations/refusal-moves-no-money",
      "allocations/balances-add-up",
    ),
    strangeRefusedTooLate("createAllocation", "allocations/refusal-moves-no-money"),
    takesNull("createAllocation", "amount", "allocations/amount-words-refused"),
    takesNull("createAllocation", "destination", "allocations/destination-required"),
  ]),
});
