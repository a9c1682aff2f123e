import { heldIn } from "../../emulator/areas/account/wallets.ts";
import { walletFor } from "../../emulator/areas/connect/in-flight-withdrawals.ts";
import { withdrawals } from "../../emulator/areas/connect/records.ts";
import { vendors } from "../../emulator/areas/connect/vendor.ts";
import { coded } from "../../emulator/kernel/answers.ts";
import {
  acting,
  alsoRefusing,
  changingRefusal,
  connectPart,
  crediting,
  readingBody,
  refusedButDone,
  refusing,
  without,
} from "../connect/parts.ts";
import type { RuleId } from "../../spec/index.ts";
import { byId, type Named, named, part, type Replace } from "../mutant.ts";
import { treating } from "../faults/exchange.ts";
import { isObject } from "../shared/answers.ts";
import { strangeRefusedTooLate } from "../shared/late-refusals.ts";
import { keys } from "./parts.ts";

/** Changes the entry of `errors` for a rejected field. */
const withRefusalEntry = (field: string, change: (entry: Record<string, unknown>) => void): Replace =>
  changingRefusal("withdrawals", "unsupported", (body) => {
    const errors = Array.isArray(body["errors"]) ? body["errors"].filter(isObject) : [];
    for (const entry of errors) if (entry["field"] === field) change(entry);
  });

const namingTheBody = (violates: RuleId, field: string): Named[string] => ({
  violates: [violates],
  summary: `The refusal of ${field} names the body.`,
  replace: withRefusalEntry(field, (entry) => {
    entry["field"] = "body";
  }),
});

export const mutants = named({
  "withdrawal-key-without-its-end": {
    violates: ["withdrawals/in-flight-ends"],
    summary: "The last character of a withdrawal's key is ignored.",
    replace: keys.keying(({ scope }) => ({ scope: (command, key) => scope(command, key.slice(0, -1)) })),
  },
  "withdrawal-ignores-the-amount": {
    violates: ["withdrawals/invalid-never-accepted", "withdrawals/amount-refused"],
    summary: "The field amount is ignored, and the full balance is paid out.",
    replace: connectPart("withdrawals", ({ rejected }) => ({
      rejected: rejected.filter((field) => field !== "amount"),
    })),
  },
  "withdrawal-without-a-method-ever-after": {
    violates: ["withdrawals/payout-method-added-later"],
    summary: "A vendor that lacked a payout destination once cannot withdraw ever after.",
    wrap: treating("createWithdrawal", () => {
      const lacking = new Map<string, Response>();
      return async ({ url, forward }) => {
        const known = lacking.get(url.pathname);
        if (known !== undefined) return known.clone();
        const answer = await forward();
        if ((await answer.clone().text()).includes("PAYOUT_METHOD_UNAVAILABLE"))
          lacking.set(url.pathname, answer.clone());
        return answer;
      };
    }),
  },
  "withdrawal-ignores-an-amount-of-zero": {
    violates: ["withdrawals/amount-refused"],
    summary: "The field amount is ignored if it is zero.",
    replace: readingBody("withdrawals", (body) => {
      if (body["amount"] === 0) delete body["amount"];
    }),
  },
  "withdrawal-of-exactly-the-balance": {
    violates: ["withdrawals/amount-refused"],
    summary: "The field amount is accepted if it is the available balance.",
    replace: readingBody("withdrawals", (body, { state, command }) => {
      const vendor = state.get(vendors, command.params["acct"] ?? "");
      const wallet = vendor === undefined ? undefined : walletFor(state, vendor);
      if (body["amount"] === heldIn(state, wallet).available) delete body["amount"];
    }),
  },
  "withdrawal-ignores-an-amount-in-quotes": {
    violates: ["withdrawals/amount-refused"],
    summary: "The field amount is ignored if it is a string.",
    replace: readingBody("withdrawals", (body) => {
      if (typeof body["amount"] === "string") delete body["amount"];
    }),
  },
  "withdrawal-amount-derived": {
    violates: ["withdrawals/amount-refused"],
    summary: "The field amount is refused as derived.",
    replace: withRefusalEntry("amount", (entry) => {
      entry["rule"] = "derived";
    }),
  },
  "withdrawal-destination-unnamed": namingTheBody("withdrawals/destination-refused-by-name", "destination"),
  "withdrawal-account-unnamed": namingTheBody("withdrawals/account-id-refused-by-name", "account_id"),
  "withdrawal-of-nothing": {
    violates: ["withdrawals/empty-balance-refused"],
    summary: "A withdrawal from an empty balance succeeds with an amount of zero.",
    replace: without("withdrawals", "balance"),
  },
  "withdrawal-of-nothing-reported-otherwise": {
    violates: ["withdrawals/empty-balance-refused"],
    summary: "An empty balance is reported by a code of the other family.",
    replace: part(["connect", "withdrawals", "refusals"], () => ({
      emptyBalance: () => coded(422, "connect.vendor_empty_balance", "Nothing is available"),
    })),
  },
  "withdrawal-of-one-franc-refused": {
    violates: ["withdrawals/one-franc-is-not-empty"],
    summary: "An available balance of one franc counts as empty.",
    replace: alsoRefusing("withdrawals", ({ state, command, parts }) => {
      const vendor = state.get(vendors, command.params["acct"] ?? "");
      const wallet = vendor && walletFor(state, vendor);
      return heldIn(state, wallet).available === 1
        ? { answer: parts.withdrawals.refusals.emptyBalance() }
        : undefined;
    }),
  },
  "withdrawal-to-nowhere": {
    violates: ["withdrawals/no-payout-method-refused"],
    summary: "A withdrawal needs no payout destination.",
    replace: without("withdrawals", "payout-method"),
  },
  "withdrawal-to-nowhere-debited": {
    violates: ["withdrawals/no-payout-method-refused"],
    summary:
      "A withdrawal that is refused because the vendor has no payout method takes the available balance.",
    replace: refusing("withdrawals", "payout-method", (refusal, input) => {
      const vendor = input.state.get(vendors, input.command.params["acct"] ?? "");
      const wallet = vendor === undefined ? undefined : walletFor(input.state, vendor);
      return crediting(refusal, wallet, input, -heldIn(input.state, wallet).available);
    }),
  },
  "withdrawal-beside-another": {
    violates: ["withdrawals/in-flight-refused"],
    summary: "A withdrawal is made while another is in flight.",
    replace: without("withdrawals", "in-flight"),
  },
  "withdrawal-beside-another-reported-as-conflict": {
    violates: ["withdrawals/in-flight-refused"],
    summary: "A withdrawal in flight is reported with 409.",
    replace: part(["connect", "withdrawals", "refusals"], ({ inFlight }) => ({
      inFlight: () => ({ ...inFlight(), status: 409 }),
    })),
  },
  "withdrawal-in-flight-for-ever": {
    violates: ["withdrawals/in-flight-ends"],
    summary: "After a withdrawal, the wallet always has one in flight.",
    replace: alsoRefusing("withdrawals", ({ state, command, parts }) =>
      state.find(withdrawals, "vendor", command.params["acct"] ?? "").length > 0
        ? { answer: parts.withdrawals.refusals.inFlight() }
        : undefined,
    ),
  },
  "withdrawal-beside-another-vendors": {
    violates: ["withdrawals/in-flight-is-of-one-wallet"],
    summary: "A withdrawal in flight blocks all vendors of its marketplace.",
    replace: alsoRefusing("withdrawals", ({ state, command, parts }) =>
      state
        .all(withdrawals)
        .some(({ accountId, status }) => accountId === command.caller.accountId && status === "processing")
        ? { answer: parts.withdrawals.refusals.inFlight() }
        : undefined,
    ),
  },
  "refused-withdrawal-pays-out": {
    violates: ["withdrawals/refusal-moves-no-money"],
    summary: "A withdrawal that is refused for its amount is still made.",
    replace: refusedButDone("withdrawals", "unsupported"),
  },
  "withdrawal-paid-out-and-called-unavailable": {
    violates: ["withdrawals/refusal-moves-no-money"],
    summary: "A withdrawal takes effect, but returns the error of an outage.",
    replace: acting("withdrawals", (decision) => ({
      ...decision,
      answer: coded(503, "E_SERVICE_UNAVAILABLE", "The service is unavailable"),
    })),
  },
  ...byId([strangeRefusedTooLate("createWithdrawal", "withdrawals/refusal-moves-no-money")]),
});
