import { walletFor } from "../../emulator/areas/connect/in-flight-withdrawals.ts";
import type { ConnectInput } from "../../emulator/areas/connect/parts.ts";
import { withdrawals } from "../../emulator/areas/connect/records.ts";
import { vendors } from "../../emulator/areas/connect/vendor.ts";
import { heldIn, lineOn, type Wallet } from "../../emulator/areas/connect/wallets.ts";
import type { Parts } from "../../emulator/index.ts";
import { coded } from "../../emulator/kernel/answers.ts";
import { acting, alsoRefusing, answered, refusing, withdrawing, without } from "../connect/parts.ts";
import { type Fault, type Mutant, mutant } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";

type Usual = Parts["connect"]["withdrawals"];

const changing = (fault: Fault, change: (usual: Usual) => Partial<Usual>): Mutant =>
  mutant(fault, (parts) => withdrawing(parts, change));

const flying = (fault: Fault, change: (usual: Usual["inFlight"]) => Partial<Usual["inFlight"]>): Mutant =>
  changing(fault, ({ inFlight }) => ({ inFlight: { ...inFlight, ...change(inFlight) } }));

/** The wallet of the vendor that the path names. */
const walletOf = ({ state, command }: ConnectInput): Wallet | undefined => {
  const vendor = state.get(vendors, command.params["acct"] ?? "");
  return vendor === undefined ? undefined : walletFor(state, vendor);
};

/** A rejected field's refusal with its entry of `errors` changed. */
const telling = (fault: Fault, field: string, change: (entry: Record<string, unknown>) => void): Mutant =>
  changing(fault, (usual) =>
    refusing(usual, "unsupported", (refusal) =>
      answered(refusal, (body) => {
        const errors = Array.isArray(body["errors"]) ? body["errors"].filter(isObject) : [];
        for (const entry of errors) if (entry["field"] === field) change(entry);
      }),
    ),
  );

const named = (fault: Omit<Fault, "summary">, field: string): Mutant =>
  telling({ ...fault, summary: `The refusal of ${field} names the body.`, subtle: true }, field, (entry) => {
    entry["field"] = "body";
  });

/** Withdrawals that take too much or too little, or are refused otherwise than documented (§3, §4.7, §7.4). */
export const withdrawalRefusalMutants: readonly Mutant[] = [
  flying(
    {
      id: "withdrawal-leaves-a-franc",
      violates: "withdrawals/takes-the-whole-available-balance",
      summary: "A withdrawal leaves a franc in the available balance.",
    },
    () => ({ amount: (available) => available - 1 }),
  ),
  flying(
    {
      id: "withdrawal-has-a-limit",
      violates: "withdrawals/takes-the-whole-available-balance",
      summary: "A withdrawal pays out ten thousand francs at the most.",
      subtle: true,
    },
    () => ({ amount: (available) => Math.min(available, 10_000) }),
  ),
  changing(
    {
      id: "withdrawal-tells-coins",
      violates: "withdrawals/reports-the-available-balance",
      summary: "The amount of a withdrawal is reported in coins of ten francs, though all is paid out.",
      subtle: true,
    },
    ({ presenter }) => ({
      presenter: { ...presenter, amount: ({ amount }) => Math.floor(amount / 10) * 10 },
    }),
  ),
  changing(
    {
      id: "withdrawal-takes-pending-funds",
      violates: "withdrawals/leaves-the-pending-balance",
      summary: "A withdrawal takes the pending funds along.",
      subtle: true,
    },
    (usual) =>
      acting(usual, (decision, input) => {
        const wallet = walletOf(input);
        if (wallet === undefined) return decision;
        const { pending } = heldIn(input.state, wallet);
        return {
          ...decision,
          postings: (decision.postings ?? []).map((entry) => ({
            ...entry,
            lines: [...entry.lines, lineOn(wallet, "pending", -pending), lineOn(wallet, "transit", pending)],
          })),
        };
      }),
  ),
  changing(
    {
      id: "withdrawal-of-pending-funds",
      violates: "withdrawals/pending-funds-cannot-be-withdrawn",
      summary: "A vendor whose funds are all pending can withdraw nothing, and is answered as if it did.",
      subtle: true,
    },
    ({ guards }) => ({
      guards: guards.map((guard) =>
        guard.name === "balance"
          ? {
              ...guard,
              refuse: (input) => {
                const { pending } = heldIn(input.state, walletOf(input));
                return pending > 0 ? undefined : guard.refuse(input);
              },
            }
          : guard,
      ),
    }),
  ),
  changing(
    {
      id: "withdrawal-ignores-the-amount",
      violates: "withdrawals/amount-refused",
      summary: "The field amount is ignored, and all is paid out.",
    },
    ({ rejected }) => ({ rejected: rejected.filter((field) => field !== "amount") }),
  ),
  telling(
    {
      id: "withdrawal-amount-derived",
      violates: "withdrawals/amount-refused",
      summary: "The field amount is refused as derived.",
      subtle: true,
    },
    "amount",
    (entry) => {
      entry["rule"] = "derived";
    },
  ),
  named(
    { id: "withdrawal-destination-unnamed", violates: "withdrawals/destination-refused-by-name" },
    "destination",
  ),
  named(
    { id: "withdrawal-account-unnamed", violates: "withdrawals/account-id-refused-by-name" },
    "account_id",
  ),
  changing(
    {
      id: "withdrawal-of-nothing",
      violates: "withdrawals/empty-balance-refused",
      summary: "Nothing can be withdrawn from an empty balance.",
      subtle: true,
    },
    (usual) => without(usual, "balance"),
  ),
  changing(
    {
      id: "withdrawal-of-nothing-told-otherwise",
      violates: "withdrawals/empty-balance-refused",
      summary: "An empty balance is reported by a code of the other family.",
      subtle: true,
    },
    ({ refusals }) => ({
      refusals: {
        ...refusals,
        emptyBalance: () => coded(422, "connect.vendor_empty_balance", "Nothing is available"),
      },
    }),
  ),
  changing(
    {
      id: "withdrawal-to-nowhere",
      violates: "withdrawals/no-payout-method-refused",
      summary: "A withdrawal needs no payout destination.",
      subtle: true,
    },
    (usual) => without(usual, "payout-method"),
  ),
  changing(
    {
      id: "withdrawal-beside-another",
      violates: "withdrawals/in-flight-refused",
      summary: "A withdrawal is made while another is in flight.",
      subtle: true,
    },
    (usual) => without(usual, "in-flight"),
  ),
  changing(
    {
      id: "withdrawal-beside-another-told-as-conflict",
      violates: "withdrawals/in-flight-refused",
      summary: "A withdrawal in flight is reported with 409.",
      subtle: true,
    },
    ({ refusals }) => ({
      refusals: { ...refusals, inFlight: () => ({ ...refusals.inFlight(), status: 409 }) },
    }),
  ),
  changing(
    {
      id: "withdrawal-in-flight-for-ever",
      violates: "withdrawals/in-flight-ends",
      summary: "A wallet that was withdrawn from once counts as in flight ever after.",
      subtle: true,
    },
    (usual) =>
      alsoRefusing(usual, ({ state, command }) =>
        state.find(withdrawals, "vendor", command.params["acct"] ?? "").length > 0
          ? { answer: usual.refusals.inFlight() }
          : undefined,
      ),
  ),
  changing(
    {
      id: "withdrawal-beside-another-vendors",
      violates: "withdrawals/in-flight-is-of-one-wallet",
      summary: "A withdrawal in flight is in the way of all vendors of its marketplace.",
      subtle: true,
    },
    (usual) =>
      alsoRefusing(usual, ({ state, command }) =>
        state
          .all(withdrawals)
          .some(({ accountId, status }) => accountId === command.caller.accountId && status === "processing")
          ? { answer: usual.refusals.inFlight() }
          : undefined,
      ),
  ),
  changing(
    {
      id: "refused-withdrawal-pays-out",
      violates: "withdrawals/refusal-moves-no-money",
      summary: "A withdrawal that is refused for its amount is still made.",
      subtle: true,
    },
    (usual) =>
      refusing(usual, "unsupported", (refusal, input) => {
        const others = usual.guards.filter((guard) => guard.name !== "unsupported");
        const other = others.some((guard) => guard.refuse(input) !== undefined);
        return other ? refusal : { ...usual.act(input), answer: refusal.answer };
      }),
  ),
  changing(
    {
      id: "withdrawal-paid-out-during-an-outage",
      violates: "withdrawals/outage-moves-no-money",
      summary: "A withdrawal that is refused for an outage is made.",
      subtle: true,
    },
    (usual) =>
      refusing(usual, "outage", (refusal, input) => {
        const others = usual.guards.filter((guard) => guard.name !== "outage");
        const other = others.some((guard) => guard.refuse(input) !== undefined);
        return other ? refusal : { ...usual.act(input), answer: refusal.answer };
      }),
  ),
  changing(
    {
      id: "withdrawal-paid-out-and-called-unavailable",
      violates: "withdrawals/refusal-moves-no-money",
      summary: "A withdrawal is made, and answered as an outage whenever it is asked for.",
    },
    (usual) =>
      acting(usual, (decision) => ({
        ...decision,
        answer: coded(503, "E_SERVICE_UNAVAILABLE", "The service is unavailable"),
      })),
  ),
];
