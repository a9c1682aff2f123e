import { allocations } from "../../emulator/areas/connect/records.ts";
import { vendors } from "../../emulator/areas/connect/vendor.ts";
import { keyOf, scopeOf } from "../../emulator/kernel/idempotency.ts";
import type { Decision } from "../../emulator/kernel/types.ts";
import { acting, allocating, refusing, reversing } from "../connect/parts.ts";
import type { Mutant } from "../mutant.ts";
import { mutant } from "../shared/answers.ts";
import { alsoTelling, bodyOf, draft, firsts, plain, subtle } from "./telling.ts";

/** Allocations that are told otherwise than documented (§6.2). */
const created: readonly Mutant[] = [
  subtle(
    "transfer-created-told-once-a-vendor",
    "allocation-emits-transfer-created",
    "transferCreated",
    "Only the first allocation to a vendor is told.",
    ({ when }) => {
      const first = firsts();
      return { when: (facts) => when(facts) && first(facts.vendor.id) };
    },
  ),
  mutant(
    {
      id: "transfer-created-told-again-for-a-repeated-key",
      kills: "connect-events/repeated-key-emits-once",
      lie: "The repetition of an allocation gets the answer of the first, and tells it again.",
      subtle: true,
    },
    (parts) => {
      const made = new Map<string, Decision>();
      return allocating(parts, (usual) => ({
        idempotency: { ...usual.idempotency, keeps: () => false },
        act: (input) => {
          const key = keyOf(input.command);
          if (key === undefined) return usual.act(input);
          const scope = scopeOf(input.command, key);
          const earlier = made.get(scope);
          if (earlier !== undefined) return { answer: earlier.answer, events: earlier.events ?? [] };
          const decision = usual.act(input);
          made.set(scope, decision);
          return decision;
        },
      }));
    },
  ),
  mutant(
    {
      id: "transfer-created-told-though-refused",
      kills: "connect-events/refused-allocation-emits-nothing",
      lie: "An allocation of a negative amount is refused, and told.",
      subtle: true,
    },
    (parts) =>
      allocating(parts, (usual) =>
        refusing(usual, "validation", (refusal, input) => {
          const { amount, destination } = bodyOf(input);
          const vendor = input.state.get(vendors, String(destination));
          if (vendor === undefined || !(Number(amount) < 0)) return refusal;
          const data = { id: input.ids.id("ctr_"), connectedAccountId: vendor.id, amount };
          return alsoTelling(refusal, [draft("connect.transfer.created", vendor, data)]);
        }),
      ),
  ),
  subtle(
    "transfer-created-of-keys-names-the-marketplace",
    "transfer-created-names-the-vendor",
    "transferCreated",
    "The event of an allocation with a key names the marketplace.",
    ({ account }) => ({
      account: (facts) => (facts.allocation.reference === null ? account(facts) : facts.vendor.accountId),
    }),
  ),
  plain(
    "transfer-created-swaps-the-accounts",
    "transfer-created-names-both-accounts",
    "transferCreated",
    "The event of an allocation takes the vendor for the controller, and the controller for the vendor.",
    ({ data }) => ({
      data: {
        ...data,
        controllerAccountId: ({ vendor }) => vendor.id,
        connectedAccountId: ({ vendor }) => vendor.accountId,
      },
    }),
  ),
  plain(
    "transfer-created-with-fee-on-top",
    "transfer-created-names-the-allocation",
    "transferCreated",
    "The event of an allocation tells the amount with the fee.",
    ({ data }) => ({
      data: { ...data, amount: ({ allocation }) => allocation.amount + allocation.fee },
    }),
  ),
  plain(
    "transfer-created-reversed-from-the-start",
    "transfer-created-starts-unreversed",
    "transferCreated",
    "The event of an allocation tells all of it as reversed.",
    ({ data }) => ({ data: { ...data, reversedAmount: ({ allocation }) => allocation.amount } }),
  ),
];

/** Reversals that are told otherwise than documented. */
const reversed: readonly Mutant[] = [
  subtle(
    "transfer-reversed-told-once",
    "reversal-emits-transfer-reversed",
    "transferReversed",
    "Only the first reversal of an allocation is told.",
    ({ when }) => ({
      when: (facts) => when(facts) && facts.reversal.reversedTotal === facts.reversal.amount,
    }),
  ),
  mutant(
    {
      id: "reversal-over-remaining-told-as-blocked",
      kills: "connect-events/reversal-over-remaining-emits-nothing",
      lie: "A reversal beyond the remainder is told as blocked for lack of funds.",
      subtle: true,
    },
    (parts) =>
      reversing(parts, (usual) =>
        refusing(usual, "remainder", (refusal, input) => {
          const allocation = input.state.get(allocations, input.command.params["allocationId"] ?? "");
          const vendor = input.state.get(vendors, allocation?.vendor ?? "");
          if (allocation === undefined || vendor === undefined) return refusal;
          const { currency } = allocation;
          const data = {
            allocation: allocation.id,
            required: 1,
            seller_available: 0,
            shortfall: 1,
            currency,
          };
          return alsoTelling(refusal, [draft("connect.reversal.blocked_insufficient_funds", vendor, data)]);
        }),
      ),
  ),
  subtle(
    "transfer-reversed-again-names-the-marketplace",
    "transfer-reversed-names-the-vendor",
    "transferReversed",
    "The event of an allocation's second reversal names the marketplace.",
    ({ account }) => ({
      account: (facts) =>
        facts.reversal.reversedTotal === facts.reversal.amount ? account(facts) : facts.vendor.accountId,
    }),
  ),
  plain(
    "transfer-reversed-controlled-by-the-vendor",
    "transfer-reversed-names-the-controller",
    "transferReversed",
    "The event of a reversal takes the vendor for the controller.",
    ({ data }) => ({ data: { ...data, controllerAccountId: ({ vendor }) => vendor.id } }),
  ),
  subtle(
    "transfer-reversed-again-names-the-first-reversal",
    "transfer-reversed-names-the-allocation",
    "transferReversed",
    "The event of a second reversal names the first one as the transfer.",
    ({ data }) => {
      const before = new Map<string, string>();
      return {
        data: {
          ...data,
          connectTransferId: ({ reversal }) => {
            const earlier = before.get(reversal.allocation);
            before.set(reversal.allocation, reversal.id);
            return earlier ?? reversal.allocation;
          },
        },
      };
    },
  ),
  subtle(
    "transfer-reversed-tells-the-total",
    "transfer-reversed-names-the-reversal",
    "transferReversed",
    "The event of a reversal tells what all reversals took back.",
    ({ data }) => ({ data: { ...data, amount: ({ reversal }) => reversal.reversedTotal } }),
  ),
];

/** Reversals that nobody can pay, told otherwise than documented. */
const blocked: readonly Mutant[] = [
  plain(
    "reversal-blocked-untold",
    "refused-reversal-emits-reversal-blocked",
    "reversalBlocked",
    "A reversal that the vendor cannot pay is not told.",
    () => ({ when: () => false }),
  ),
  subtle(
    "reversal-blocked-told-once",
    "three-refused-reversals-three-events",
    "reversalBlocked",
    "Only the first blocked reversal of an allocation is told.",
    () => {
      const first = firsts();
      return { when: ({ allocation }) => first(allocation.id) };
    },
  ),
  mutant(
    {
      id: "reversal-blocked-told-as-done",
      kills: "connect-events/refused-reversal-emits-no-transfer-reversed",
      lie: "A reversal that the vendor cannot pay is told as done, too.",
      subtle: true,
    },
    (parts) =>
      reversing(parts, (usual) =>
        refusing(usual, "funds", (refusal, input) => {
          const allocation = input.state.get(allocations, input.command.params["allocationId"] ?? "");
          const vendor = input.state.get(vendors, allocation?.vendor ?? "");
          if (allocation === undefined || vendor === undefined) return refusal;
          const data = { id: input.ids.id("ctrr_"), connectTransferId: allocation.id };
          return alsoTelling(refusal, [draft("connect.transfer.reversed", vendor, data)]);
        }),
      ),
  ),
  plain(
    "reversal-blocked-names-the-marketplace",
    "reversal-blocked-names-the-vendor",
    "reversalBlocked",
    "The event of a blocked reversal names the marketplace.",
    () => ({ account: ({ vendor }) => vendor.accountId }),
  ),
  plain(
    "reversal-blocked-names-no-allocation",
    "reversal-blocked-names-the-allocation",
    "reversalBlocked",
    "The event of a blocked reversal names the vendor in place of the allocation.",
    ({ data }) => ({ data: { ...data, allocation: ({ vendor }) => vendor.id } }),
  ),
  subtle(
    "reversal-blocked-requires-all",
    "reversal-blocked-amounts",
    "reversalBlocked",
    "The event of a blocked partial reversal tells the whole allocation as required.",
    ({ data }) => ({ data: { ...data, required: ({ allocation }) => allocation.amount } }),
  ),
];

const nothingElse: readonly Mutant[] = [
  mutant(
    {
      id: "funds-available-told-at-once",
      kills: "connect-events/pending-credit-emits-no-funds-available",
      lie: "Funds are told as available with the allocation.",
    },
    (parts) =>
      allocating(parts, (usual) =>
        acting(usual, (decision, input) => {
          const vendor = input.state.get(vendors, String(bodyOf(input)["destination"]));
          return vendor === undefined
            ? decision
            : alsoTelling(decision, [draft("connect.funds.available", vendor, { amount: 1 })]);
        }),
      ),
  ),
];

/** Lies in the events of allocations and reversals (§6.2). */
export const transferEventMutants: readonly Mutant[] = [...created, ...reversed, ...blocked, ...nothingElse];
