import { type Charge, charges } from "../../emulator/areas/connect/records.ts";
import type { Decision } from "../../emulator/kernel/types.ts";
import { acting } from "../connect/parts.ts";
import { torn, transacting } from "../connect/races.ts";
import { alsoViolating, type Mutant, named, perEmulator } from "../mutant.ts";
import { where } from "../faults/fields.ts";
import { as, constantly } from "../faults/values.ts";
import { firsts } from "../shared/firsts.ts";
import {
  alsoEmitting,
  clawback,
  commission,
  connectEventData,
  draft,
  FIRST_VENDOR,
  firstVendor,
  isFirstVendor,
  itself,
  THE_FIRST_VENDOR,
  twice,
} from "./parts.ts";

interface About {
  readonly charge: Charge;
}

const theCharge = as<About>("the charge", (_usual, { charge }) => charge.id);
const theCommission = as<About>("the whole commission", (_usual, { charge }) => charge.commission);
const itsPart = as<About & { amount: number }>("the amount of its refund", (_usual, { amount }) => amount);
const oneLess = as<unknown>("one franc too low", (amount) => Number(amount) - 1);
const hundredths = as<unknown>("in hundredths of a franc", (amount) => Number(amount) * 100);
const atTheEnd = where(
  "when the commission is refunded in full",
  ({ charge }: About) => charge.clawed === charge.commission,
);
const atFullRefund = where(
  "when the charge is refunded in full",
  ({ charge }: About) => charge.refunded >= charge.amount,
);
const laterOnes = where(
  "from the second clawback on",
  ({ charge, amount }: About & { amount: number }) => charge.clawed !== amount,
);

/** The charge that a decision creates. */
const chargeIn = ({ writes = [] }: Decision): Charge | undefined => {
  const write = writes.find((one) => one.do === "put" && one.table.name === charges.name);
  return write?.do === "put" ? (write.record as Charge) : undefined;
};

export const mutants: readonly Mutant[] = [
  commission.missing("capture-emits-application-fee-created"),
  commission.emittedOnly("capture-emits-application-fee-created", FIRST_VENDOR, isFirstVendor),
  commission.emittedOnly("capture-emits-application-fee-created", "once for a vendor", () => {
    const first = firsts();
    return ({ vendor }) => first(vendor.id);
  }),
  commission.ofMarketplace("application-fee-created-names-the-vendor"),
  commission.gives("controllerAccountId", "names-both-accounts", itself),
  commission.remembers("connectedAccountId", "names-both-accounts", THE_FIRST_VENDOR, firstVendor),
  commission.emittedAlways("zero-commission-emits-nothing"),
  commission.gives("currency", "currency-of-the-charge", constantly("xof")),
  commission.gives("refundedAmount", "starts-unrefunded", theCommission),
  commission.gives("amount", "within-the-charge", hundredths),
  clawback.missing("clawback-emits-application-fee-refunded"),
  clawback.missing("clawback-emits-application-fee-refunded", atFullRefund),
  clawback.ofMarketplace("application-fee-refunded-names-the-vendor"),
  clawback.ofMarketplace("application-fee-refunded-names-the-vendor", laterOnes),
  clawback.gives("application_fee", "names-the-commission", theCharge),
  clawback.remembers("application_fee", "names-the-commission", "that of the vendor's first refund", () => {
    const known = new Map<string, unknown>();
    return (usual, { vendor: { id } }) => {
      if (!known.has(id)) known.set(id, usual);
      return known.get(id);
    };
  }),
  alsoViolating(
    clawback.gives("refunded_amount", "accumulates", itsPart),
    "connect-events/refunded-fees-add-up",
  ),
  clawback.gives("refunded_amount", "accumulates", oneLess, atTheEnd),
  clawback.remembers("refunded_amount", "accumulates", "the sum over all charges of the vendor", () => {
    const sums = new Map<string, number>();
    return (_usual, { vendor: { id }, amount }) => {
      sums.set(id, (sums.get(id) ?? 0) + amount);
      return sums.get(id);
    };
  }),
  clawback.emittedAlways("zero-clawback-emits-nothing"),
  clawback.gives("currency", "currency-of-the-charge", constantly("xof")),
  ...named({
    "captures-at-once-each-collect": {
      violates: ["connect-events/concurrent-captures-collect-once"],
      summary: "Simultaneous captures of a charge each collect the payment.",
      replace: transacting(["captureCharge"], torn),
    },
    "commission-reported-twice": {
      violates: ["connect-events/capture-emits-application-fee-created"],
      summary: "A commission is reported by two events.",
      replace: acting("charges.capture", twice),
    },
    "clawback-events-in-hundredths": {
      violates: ["connect-events/application-fee-refunded-within-the-commission"],
      summary: "The events of clawbacks count in hundredths of a franc.",
      replace: connectEventData("commissionRefunded", {
        amount: ({ amount }) => amount * 100,
        refunded_amount: ({ charge }) => charge.clawed * 100,
      }),
    },
    "application-fee-created-before-the-capture": {
      violates: ["connect-events/uncaptured-charge-emits-no-application-fee"],
      summary: "A commission is reported when its charge is created.",
      replace: transacting(["createPaymentIntent"], (decide, commit) => {
        const decision = decide();
        const charge = chargeIn(decision);
        const emitting = charge === undefined ? decision : alsoEmitting(decision, [ahead(charge)]);
        commit(emitting);
        return emitting;
      }),
    },
    "application-fee-created-of-the-first-charge": {
      violates: ["connect-events/names-what-is-its-own"],
      summary: "The event of a commission names the vendor's first charge.",
      replace: perEmulator(() => {
        const first = new Map<string, string>();
        return connectEventData("commissionCreated", {
          chargeId: ({ vendor, charge }) => {
            const known = first.get(vendor.id) ?? charge.id;
            first.set(vendor.id, known);
            return known;
          },
        });
      }),
    },
    "application-fee-created-swaps-the-accounts": {
      violates: ["connect-events/application-fee-created-names-both-accounts"],
      summary: "The event of a commission swaps vendor and controller.",
      replace: connectEventData("commissionCreated", {
        controllerAccountId: ({ vendor }) => vendor.id,
        connectedAccountId: ({ vendor }) => vendor.accountId,
      }),
    },
  }),
];

/** The event of a charge's commission. */
function ahead({ id: chargeId, vendor: id, accountId, mode, intentId, commission: amount }: Charge) {
  const data = { chargeId, intentId, amount };
  return draft("connect.application_fee.created", { id, accountId, mode }, data);
}
