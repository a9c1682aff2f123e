import { quoteOf } from "../../emulator/areas/connect/fees.ts";
import type { ConnectInput } from "../../emulator/areas/connect/parts.ts";
import { vendors } from "../../emulator/areas/connect/vendor.ts";
import { heldIn, walletsOf } from "../../emulator/areas/account/wallets.ts";
import type { Parts } from "../../emulator/index.ts";
import { coded, message } from "../../emulator/kernel/answers.ts";
import { ownerOf } from "../../emulator/kernel/merchants.ts";
import type { Decision } from "../../emulator/kernel/types.ts";
import { alsoRefusing, connectPart, crediting, readingBody, refusing, without } from "../connect/parts.ts";
import { byId, named, part, type Replace } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";
import { strangeRefusedTooLate } from "../shared/late-refusals.ts";
import { takesNull } from "../shared/nulls.ts";

type Read = (body: Record<string, unknown>, input: ConnectInput) => void;

const mistaking = (read: Read): Replace => readingBody("allocations", (body, input) => read(body, input));

const answering = (changed: Partial<Parts["connect"]["allocations"]["refusals"]>): Replace =>
  part(["connect", "allocations", "refusals"], () => ({ ...changed }));

function netOf({ state, command, parts }: ConnectInput): number | undefined {
  const amount = isObject(command.body) ? Number(command.body["amount"]) : Number.NaN;
  return quoteOf(state, parts.fees, command.caller.accountId, amount)?.net;
}

/** The refusal, which also credits one franc to the vendor that the request names. */
function creditingNamed(refusal: Decision, input: ConnectInput): Decision {
  const { state, command } = input;
  const destination = isObject(command.body) ? command.body["destination"] : undefined;
  const [wallet] = walletsOf(state, String(destination), command.caller.mode);
  return crediting(refusal, wallet, input);
}

/** The refusal, with what the marketplace has available taken. */
function drainingMarketplace(refusal: Decision, input: ConnectInput): Decision {
  const { state, command } = input;
  const [wallet] = walletsOf(state, command.caller.accountId, command.caller.mode);
  return crediting(refusal, wallet, input, -heldIn(state, wallet).available);
}

export const mutants = named({
  "allocation-in-other-currency-debited": {
    violates: ["allocations/refusal-debits-nothing"],
    summary: "An allocation that is refused for its currency takes what the marketplace has.",
    replace: refusing("allocations", "currency", drainingMarketplace),
  },
  "allocation-without-funds-debited": {
    violates: ["allocations/refusal-debits-nothing"],
    summary: "An allocation that is refused for lack of funds takes what the marketplace has.",
    replace: refusing("allocations", "funds", drainingMarketplace),
  },
  "allocation-amount-assumed": {
    violates: ["allocations/amount-required"],
    summary: "A missing amount is read as 100.",
    replace: mistaking((body) => {
      body["amount"] ??= 100;
    }),
  },
  "allocation-destination-assumed": {
    violates: ["allocations/destination-required"],
    summary: "Without a destination the oldest vendor is credited.",
    replace: mistaking((body, { state, command }) => {
      body["destination"] ??= state.find(vendors, "owner", ownerOf(command.caller))[0]?.id;
    }),
  },
  "allocation-of-zero": {
    violates: ["allocations/invalid-never-accepted", "allocations/amount-zero-refused"],
    summary: "An amount of zero is read as one franc.",
    replace: mistaking((body) => {
      if (body["amount"] === 0) body["amount"] = 1;
    }),
  },
  "allocation-without-sign": {
    violates: ["allocations/amount-negative-refused"],
    summary: "The sign of an amount is ignored.",
    replace: mistaking((body) => {
      if (Number(body["amount"]) < 0) body["amount"] = -Number(body["amount"]);
    }),
  },
  "allocation-without-sign-when-small": {
    violates: ["allocations/amount-negative-refused"],
    summary: "The sign of amounts up to 100 francs is ignored.",
    replace: mistaking((body) => {
      const amount = Number(body["amount"]);
      if (amount < 0 && amount >= -100) body["amount"] = -amount;
    }),
  },
  "allocation-of-a-list": {
    violates: ["allocations/amount-words-refused"],
    summary: "The first entry of an array is read as the amount.",
    replace: mistaking((body) => {
      if (Array.isArray(body["amount"])) body["amount"] = body["amount"][0] as unknown;
    }),
  },
  "allocation-of-an-object": {
    violates: ["allocations/amount-words-refused"],
    summary: "An amount inside an object is accepted.",
    replace: mistaking((body) => {
      if (isObject(body["amount"])) body["amount"] = body["amount"]["value"];
    }),
  },
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
  "allocation-country-reported-otherwise": {
    violates: ["allocations/country-unsupported-refused"],
    summary: "The refusal for the country has a code of the same family.",
    replace: answering({ countryUnsupported: () => coded(422, "connect.country_unknown", "No operator") }),
  },
  "allocation-across-currencies": {
    violates: ["allocations/currency-mismatch-refused"],
    summary: "A vendor with a wallet in another currency receives a second wallet.",
    replace: without("allocations", "currency"),
  },
  "allocation-without-connect-reported-otherwise": {
    violates: ["allocations/refused-when-not-activated"],
    summary: "Without Connect an allocation is refused with the code of other routes.",
    replace: answering({ feePayerUnset: () => coded(422, "connect.controller_mode_unset", "Not activated") }),
  },
  "allocation-without-connect-forbidden": {
    violates: ["allocations/refused-when-not-activated"],
    summary: "Without Connect an allocation is forbidden.",
    replace: answering({ feePayerUnset: () => message(403, "Forbidden") }),
  },
  "refused-allocation-credits-a-franc": {
    violates: ["allocations/refusal-moves-no-money", "allocations/balances-add-up"],
    summary: "A refused allocation credits a franc.",
    replace: refusing("allocations", "validation", creditingNamed),
  },
  ...byId([
    strangeRefusedTooLate("createAllocation", "allocations/refusal-moves-no-money"),
    takesNull("createAllocation", "amount", "allocations/amount-words-refused"),
    takesNull("createAllocation", "destination", "allocations/destination-required"),
  ]),
});
