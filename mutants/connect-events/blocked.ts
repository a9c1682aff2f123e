import { heldIn, walletIn } from "../../emulator/areas/account/wallets.ts";
import { type Allocation, allocations, type Charge, charges } from "../../emulator/areas/connect/records.ts";
import { vendors } from "../../emulator/areas/connect/vendor.ts";
import { refusing } from "../connect/parts.ts";
import { alsoViolating, type Mutant, named } from "../mutant.ts";
import { as, constantly } from "../faults/values.ts";
import { atMost, firsts } from "../shared/firsts.ts";
import {
  alsoEmitting,
  connectEvent,
  draft,
  emittingForRefusedReversals,
  itself,
  ofLiveVendors,
  refundBlocked,
  reversalBlocked,
} from "./parts.ts";

const wholeAllocation = as<{ allocation: Allocation }>(
  "the whole allocation",
  (_usual, { allocation }) => allocation.amount,
);
const wholeCharge = as<{ charge: Charge }>("the whole charge", (_usual, { charge }) => charge.amount);
const theShortfall = as<{ shortfall: number }>("the shortfall", (_usual, { shortfall }) => shortfall);
const oneMore = as<unknown>("a franc more", (amount) => Number(amount) + 1);

export const mutants: readonly Mutant[] = [
  reversalBlocked.missing("refused-reversal-emits-reversal-blocked"),
  reversalBlocked.emittedOnly("three-refused-reversals-three-events", "once for an allocation", () => {
    const first = firsts();
    return ({ allocation }) => first(allocation.id);
  }),
  reversalBlocked.emittedOnly("three-refused-reversals-three-events", "three times for an allocation", () =>
    atMost(3, ({ allocation }) => allocation.id),
  ),
  reversalBlocked.ofMarketplace("reversal-blocked-names-the-vendor"),
  reversalBlocked.ofMarketplace("reversal-blocked-names-the-vendor", ofLiveVendors),
  reversalBlocked.gives("allocation", "names-the-allocation", itself),
  alsoViolating(
    reversalBlocked.gives("shortfall", "amounts", constantly(0)),
    "connect-events/every-refusal-has-its-event",
  ),
  reversalBlocked.gives("required", "amounts", wholeAllocation),
  reversalBlocked.gives("required", "amounts", theShortfall),
  reversalBlocked.gives("currency", "agrees-on-currency", constantly("xof")),
  refundBlocked.missing("refused-refund-emits-refund-blocked"),
  refundBlocked.emittedOnly("three-refused-refunds-three-events", "once for a charge", () => {
    const first = firsts();
    return ({ charge }) => first(charge.id);
  }),
  refundBlocked.emittedOnly("three-refused-refunds-three-events", "three times for a charge", () =>
    atMost(3, ({ charge }) => charge.id),
  ),
  refundBlocked.ofMarketplace("refund-blocked-names-the-vendor"),
  refundBlocked.gives("refund_amount", "asked-amount", constantly(0)),
  refundBlocked.gives("refund_amount", "asked-amount", wholeCharge),
  refundBlocked.gives("shortfall", "amounts", constantly(0)),
  refundBlocked.gives("marketplace_balance", "amounts", oneMore),
  refundBlocked.gives("required", "amounts", wholeCharge),
  refundBlocked.gives("currency", "agrees-on-currency", constantly("xof")),
  ...named({
    "blocked-reversal-reported-as-done": {
      violates: ["connect-events/refused-reversal-emits-no-transfer-reversed"],
      summary: "A reversal that lacks funds is reported as successful.",
      replace: emittingForRefusedReversals("funds", "connect.transfer.reversed", (allocation) => ({
        id: "ctrr_blocked",
        connectTransferId: allocation.id,
      })),
    },
    "clawback-of-a-refused-refund-reported": {
      violates: ["connect-events/refused-refund-emits-no-application-fee-refunded"],
      summary: "A refund that lacks funds is reported as a clawback.",
      replace: refusing("refunds", "funds", (refusal, { state, command }) => {
        const [charge] = state.find(charges, "intent", command.params["id"] ?? "");
        const vendor = charge === undefined ? undefined : state.get(vendors, charge.vendor);
        if (charge === undefined || vendor === undefined) return refusal;
        const { commission, currency, feeId } = charge;
        const extra = draft("connect.application_fee.refunded", vendor, {
          application_fee: feeId,
          refund: "re_refused",
          amount: commission,
          refunded_amount: commission,
          currency,
        });
        return alsoEmitting(refusal, [extra]);
      }),
    },
    "reversal-blocked-without-the-pending-part": {
      violates: ["connect-events/reversal-blocked-amounts"],
      summary: "`seller_available` of a blocked reversal lacks pending funds, if there are available ones.",
      replace: refusing("reversals", "funds", (refusal, { state, command }) => {
        const allocation = state.get(allocations, command.params["allocationId"] ?? "");
        const wallet = allocation && walletIn(state, allocation.vendor, allocation.mode, allocation.currency);
        const { pending, available } = wallet ? heldIn(state, wallet) : { pending: 0, available: 0 };
        if (pending === 0 || available === 0) return refusal;
        const events = (refusal.events ?? []).map((event) => ({
          ...event,
          data: { ...event.data, seller_available: available },
        }));
        return { ...refusal, events };
      }),
    },
    "refund-blocked-reported-as-a-reversal": {
      violates: ["connect-events/refused-refund-emits-refund-blocked"],
      summary: "A refund that cannot be paid is reported as a blocked reversal.",
      replace: connectEvent("refundBlocked", () => ({ type: "connect.reversal.blocked_insufficient_funds" })),
    },
  }),
];
