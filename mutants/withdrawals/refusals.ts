import { heldIn } from "../../emulator/areas/account/wallets.ts";
import { walletFor } from "../../emulator/areas/connect/in-flight-withdrawals.ts";
import { allocations, withdrawals } from "../../emulator/areas/connect/records.ts";
import { vendors } from "../../emulator/areas/connect/vendor.ts";
import { coded } from "../../emulator/kernel/answers.ts";
import { acting, alsoRefusing, refusedButDone, refusing, routeAt, without } from "../connect/parts.ts";
import { where } from "../faults/fields.ts";
import {
  ifFalsy,
  type OfRequest,
  readFaults,
  refusalFaults,
  refusalMoving,
  withEntry,
} from "../faults/guards.ts";
import { constantly } from "../faults/values.ts";
import { alsoViolating, byId, named } from "../mutant.ts";
import { treating } from "../faults/exchange.ts";
import { strangeRefusedTooLate } from "../shared/late-refusals.ts";
import { keys } from "./parts.ts";

const read = readFaults("withdrawal", "withdrawals", "withdrawals/");
const refusal = refusalFaults("withdrawal", ["withdrawals", "unsupported"], "withdrawals/");
const empty = refusalFaults("empty withdrawal", ["withdrawals", "balance"], "withdrawals/");
const second = refusalFaults("second withdrawal", ["withdrawals", "in-flight"], "withdrawals/");
const ifText = where("if it is a text", ({ body }: OfRequest) => typeof body["amount"] === "string");
const ifTheBalance = where("if it is the available balance", ({ body, input }: OfRequest) => {
  const { state, command } = input;
  const vendor = state.get(vendors, command.params["acct"] ?? "");
  const wallet = vendor === undefined ? undefined : walletFor(state, vendor);
  return body["amount"] === heldIn(state, wallet).available;
});

export const mutants = named({
  "withdrawal-key-without-its-end": {
    violates: ["withdrawals/in-flight-ends"],
    summary: "The last character of a withdrawal's key is ignored.",
    replace: keys.keying(({ scope }) => ({ scope: (command, key) => scope(command, key.slice(0, -1)) })),
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
  "withdrawal-after-another-needs-no-method": {
    violates: ["withdrawals/payout-method-added-later"],
    summary: "A vendor that has withdrawn needs no payout destination any more.",
    replace: routeAt("withdrawals", ({ guards }) => ({
      guards: guards.map((guard) => ({
        ...guard,
        refuse: (input) =>
          guard.name === "payout-method" &&
          input.state.find(withdrawals, "vendor", input.command.params["acct"] ?? "").length > 0
            ? undefined
            : guard.refuse(input),
      })),
    })),
  },
  "withdrawal-without-a-wallet-not-found": {
    violates: ["withdrawals/empty-balance-refused"],
    summary: "A withdrawal of a vendor without a wallet returns 404.",
    replace: refusing("withdrawals", "balance", (refusal, { state, command }) => {
      const vendor = state.get(vendors, command.params["acct"] ?? "");
      return vendor !== undefined && walletFor(state, vendor) === undefined
        ? { answer: coded(404, "E_CONNECT_VENDOR_NOT_FOUND", "Not found") }
        : refusal;
    }),
  },
  "withdrawal-of-nothing": {
    violates: ["withdrawals/empty-balance-refused"],
    summary: "A withdrawal from an empty balance succeeds with an amount of zero.",
    replace: without("withdrawals", "balance"),
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
  "withdrawal-of-two-credits-refused": {
    violates: ["withdrawals/refused-for-its-cause"],
    summary: "A vendor that has received several allocations counts as one with an empty balance.",
    replace: alsoRefusing("withdrawals", ({ state, command, parts }) => {
      const acct = command.params["acct"] ?? "";
      const vendor = state.get(vendors, acct);
      const wallet = vendor && walletFor(state, vendor);
      return heldIn(state, wallet).available > 0 &&
        state.all(allocations).filter((one) => one.vendor === acct).length > 1
        ? { answer: parts.withdrawals.refusals.emptyBalance() }
        : undefined;
    }),
  },
  "withdrawal-to-nowhere": {
    violates: ["withdrawals/no-payout-method-refused"],
    summary: "A withdrawal needs no payout destination.",
    replace: without("withdrawals", "payout-method"),
  },
  "withdrawal-beside-another": {
    violates: ["withdrawals/in-flight-refused"],
    summary: "A withdrawal is made while another is in flight.",
    replace: without("withdrawals", "in-flight"),
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
  ...byId([
    alsoViolating(read.drops("amount", "amount-refused"), "withdrawals/invalid-never-accepted"),
    read.drops("amount", "amount-refused", ifFalsy("amount")),
    read.drops("amount", "amount-refused", ifText),
    read.drops("amount", "amount-refused", ifTheBalance),
    refusal.gives("errors", "amount-refused", withEntry("amount", "rule", "derived")),
    refusal.gives("errors", "destination-refused-by-name", withEntry("destination", "field", "body")),
    refusal.gives("errors", "account-id-refused-by-name", withEntry("account_id", "field", "body")),
    empty.gives("code", "empty-balance-refused", constantly("connect.vendor_empty_balance")),
    second.gives("status", "in-flight-refused", constantly(409)),
    refusalMoving(["withdrawals", "in-flight"], "takes what the vendor has", "withdrawals/in-flight-refused"),
    refusalMoving(
      ["withdrawals", "payout-method"],
      "takes what the vendor has",
      "withdrawals/no-payout-method-refused",
    ),
    strangeRefusedTooLate("createWithdrawal", "withdrawals/refusal-moves-no-money"),
  ]),
});
