import { isoUtc } from "../../kernel/clock.ts";
import { type Presenter, present } from "../common/deciders.ts";
import { sandboxOf } from "../common/sandbox.ts";
import type { Allocation, Charge, Reversal } from "./records.ts";
import type { Transaction } from "./transactions.ts";
import type { Vendor } from "./vendor.ts";
import type { Wallet } from "../account/wallets.ts";
import type { EventDraft } from "../../kernel/events.ts";
import type { Mode } from "../../kernel/request.ts";

interface AboutVendor {
  readonly vendor: Vendor;
}

interface TransferFacts extends AboutVendor {
  readonly allocation: Allocation;
  readonly source: Wallet;
  readonly destination: Wallet;
}

interface ReversalFacts extends AboutVendor {
  readonly reversal: Reversal;
  readonly reference: string | null;
}

interface CommissionFacts extends AboutVendor {
  readonly charge: Charge;
}

interface ClawbackFacts extends CommissionFacts {
  readonly refundId: string;
  /** The amount that this refund claws back. */
  readonly amount: number;
}

interface MaturityFacts extends AboutVendor {
  readonly wallet: Wallet;
  readonly amount: number;
  readonly transaction: Transaction;
}

/** The amounts in a refusal for lack of funds, whole francs (§7.5). */
export interface Shortage {
  readonly required: number;
  readonly sellerAvailable: number;
  readonly shortfall: number;
  readonly currency: string;
}

interface BlockedReversalFacts extends AboutVendor, Shortage {
  readonly allocation: Allocation;
}

interface BlockedRefundFacts extends AboutVendor, Shortage {
  readonly charge: Charge;
  readonly refundAmount: number;
  readonly marketplaceBalance: number;
}

/** The common parts: the envelope names the vendor, and marketplace and vendor receive the event. */
const about = <Facts extends AboutVendor>(
  type: string,
  data: Presenter<Facts>,
  when: (facts: Facts) => boolean = () => true,
): EventParts<Facts> => ({
  type,
  when,
  account: ({ vendor }) => vendor.id,
  to: ({ vendor }) => [vendor.accountId, vendor.id],
  data,
});

const sandbox = ({ vendor }: AboutVendor): string | null => sandboxOf(vendor.accountId, vendor.mode);

const account = ({ vendor }: AboutVendor): string => vendor.id;

/** The events as documented; the casing of the data differs from event to event (§6.2). */
export const createConnectEvents = () => ({
  transferCreated: about<TransferFacts>("connect.transfer.created", {
    id: ({ allocation }) => allocation.id,
    controllerAccountId: ({ vendor }) => vendor.accountId,
    connectedAccountId: account,
    sourceWalletId: ({ source }) => source.id,
    destinationWalletId: ({ destination }) => destination.id,
    amount: ({ allocation }) => allocation.amount,
    fee: ({ allocation }) => allocation.fee,
    reversedAmount: ({ allocation }) => allocation.reversed,
    currency: ({ allocation }) => allocation.currency,
    availableAt: ({ allocation }) => isoUtc(allocation.availableAt),
    idempotencyReference: ({ allocation }) => allocation.reference,
    sandboxId: sandbox,
    createdAt: ({ allocation }) => isoUtc(allocation.createdAt),
    updatedAt: ({ allocation }) => isoUtc(allocation.createdAt),
    account,
  }),
  transferReversed: about<ReversalFacts>("connect.transfer.reversed", {
    id: ({ reversal }) => reversal.id,
    connectTransferId: ({ reversal }) => reversal.allocation,
    controllerAccountId: ({ vendor }) => vendor.accountId,
    amount: ({ reversal }) => reversal.amount,
    currency: ({ reversal }) => reversal.currency,
    idempotencyReference: ({ reference }) => reference,
    sandboxId: sandbox,
    createdAt: ({ reversal }) => isoUtc(reversal.createdAt),
    updatedAt: ({ reversal }) => isoUtc(reversal.createdAt),
    account,
  }),
  commissionCreated: about<CommissionFacts>(
    "connect.application_fee.created",
    {
      id: ({ charge }) => charge.feeId,
      controllerAccountId: ({ vendor }) => vendor.accountId,
      connectedAccountId: account,
      chargeId: ({ charge }) => charge.id,
      intentId: ({ charge }) => charge.intentId,
      transferId: ({ charge }) => charge.transferId,
      amount: ({ charge }) => charge.commission,
      refundedAmount: ({ charge }) => charge.clawed,
      currency: ({ charge }) => charge.currency,
      feePayer: ({ charge }) => charge.feePayer,
      idempotencyReference: ({ charge }) => charge.reference,
      sandboxId: sandbox,
      createdAt: ({ charge }) => isoUtc(charge.capturedAt ?? charge.createdAt),
      updatedAt: ({ charge }) => isoUtc(charge.capturedAt ?? charge.createdAt),
      account,
    },
    ({ charge }) => charge.commission > 0,
  ),
  commissionRefunded: about<ClawbackFacts>(
    "connect.application_fee.refunded",
    {
      account,
      application_fee: ({ charge }) => charge.feeId,
      refund: ({ refundId }) => refundId,
      amount: ({ amount }) => amount,
      refunded_amount: ({ charge }) => charge.clawed,
      currency: ({ charge }) => charge.currency,
    },
    ({ amount }) => amount > 0,
  ),
  fundsAvailable: about<MaturityFacts>(
    "connect.funds.available",
    {
      account,
      wallet: ({ wallet }) => wallet.id,
      amount: ({ amount }) => amount,
      currency: ({ wallet }) => wallet.currency,
      source_transaction: ({ transaction }) => transaction.id,
    },
    ({ amount }) => amount > 0,
  ),
  refundBlocked: about<BlockedRefundFacts>("connect.refund.blocked_insufficient_funds", {
    account,
    charge: ({ charge }) => charge.id,
    refund_amount: ({ refundAmount }) => refundAmount,
    required: ({ required }) => required,
    seller_available: ({ sellerAvailable }) => sellerAvailable,
    marketplace_balance: ({ marketplaceBalance }) => marketplaceBalance,
    shortfall: ({ shortfall }) => shortfall,
    currency: ({ currency }) => currency,
  }),
  reversalBlocked: about<BlockedReversalFacts>("connect.reversal.blocked_insufficient_funds", {
    account,
    allocation: ({ allocation }) => allocation.id,
    required: ({ required }) => required,
    seller_available: ({ sellerAvailable }) => sellerAvailable,
    shortfall: ({ shortfall }) => shortfall,
    currency: ({ currency }) => currency,
  }),
});

/** The parts of the seven events. */
export type ConnectEvents = ReturnType<typeof createConnectEvents>;

/** The replaceable parts of one event (§6.2). */
export interface EventParts<Facts> {
  type: string;
  /** Whether it is emitted. */
  when: (facts: Facts) => boolean;
  /** The account in the envelope. */
  account: (facts: Facts) => string;
  /** The accounts whose endpoints receive it. */
  to: (facts: Facts) => readonly string[];
  data: Presenter<Facts>;
}

/** The event, unless its parts say that there is none. */
export const announce = <Facts>(parts: EventParts<Facts>, facts: Facts, mode: Mode): EventDraft[] =>
  parts.when(facts)
    ? [
        {
          type: parts.type,
          accountId: parts.account(facts),
          mode,
          envelope: "connect",
          data: present(parts.data, facts),
          to: parts.to(facts),
        },
      ]
    : [];
