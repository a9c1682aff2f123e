import type { Guard } from "../../kernel/guards.ts";
import type { IdempotencyPolicy } from "../../kernel/idempotency.ts";
import type { Line } from "../../kernel/ledger.ts";
import type { KernelParts } from "../../kernel/parts.ts";
import type { Answer, Caller } from "../../kernel/request.ts";
import type { State } from "../../kernel/state.ts";
import type { Context, Decision } from "../../kernel/types.ts";
import type { FieldSpec } from "../../kernel/validate.ts";
import type { Presenter } from "../common/present.ts";
import type { DrawParts } from "./draws.ts";
import type { ConnectEvents, Shortage } from "./events.ts";
import type { FeeParts, FeePayer, Quote } from "./fees.ts";
import type { OutageParts } from "./outages.ts";
import type { Comparison, Granularity, Length, Range, Window } from "./periods.ts";
import type {
  Allocation,
  Cadence,
  Charge,
  OnboardingSession,
  PayoutSchedule,
  Reversal,
  Withdrawal,
} from "./records.ts";
import type { ConnectMode, ConnectSettings } from "./settings.ts";
import type { TargetParts, TargetedOperation } from "./targets.ts";
import type { Transaction } from "./transactions.ts";
import type { Vendor } from "./vendor.ts";
import type { Held, Wallet } from "../account/wallets.ts";

/** What a Connect decision looks at: the request and the parts in force. */
export interface ConnectInput extends Context {
  parts: ConnectParts;
}

/** One reason to refuse a Connect operation. */
export type ConnectGuard = Guard<ConnectInput>;

/** The replaceable frame of a Connect operation. */
export interface ConnectRoute {
  /** The reasons to refuse, in their order. Each stands alone: none relies on an earlier one. */
  guards: readonly ConnectGuard[];
  /** The operation itself, after all guards have passed. */
  act: (input: ConnectInput) => Decision;
}

/** A vendor with what is derived for it. */
export interface ShownVendor {
  readonly vendor: Vendor;
  readonly feePayer: FeePayer | null;
}

/** One wallet and its money. */
export interface ShownBalance {
  readonly wallet: Wallet;
  readonly held: Held;
}

/** The replaceable parts of `POST /v1/connect/accounts` (§4.7). */
export interface CreateAccountParts extends ConnectRoute {
  fields: readonly FieldSpec[];
  invalidStatus: number;
  /** Fields that are refused by name. */
  rejected: readonly string[];
  modeUnset: () => Answer;
  idempotency: IdempotencyPolicy;
  rate: RateParts;
  status: number;
  presenter: Presenter<ShownVendor>;
}

/** The replaceable parts of `GET /v1/connect/accounts/{acct}` (§4.7). */
export interface RetrieveAccountParts extends ConnectRoute {
  presenter: Presenter<ShownVendor>;
  /** The wallets that are shown, one entry each. */
  wallets: (state: State, vendor: Vendor) => readonly Wallet[];
  balance: Presenter<ShownBalance>;
}

/** A limit on the requests within a window (§8). */
export interface RateParts {
  limit: number;
  /** Milliseconds. */
  window: number;
  /** The refusal; given how long to wait, milliseconds. */
  refuse: (waitMs: number) => Answer;
  /** Whether a request of `at` still counts at `now`. */
  counts: (at: number, now: number, window: number) => boolean;
  /** Whether a request with this answer is counted; those that the rate itself refuses never are. */
  counted: (answer: Answer) => boolean;
}

/** One page out of a list. */
export interface Page<R> {
  readonly entries: readonly R[];
  readonly more: boolean;
}

/** The replaceable parts of `GET /v1/connect/accounts` (§4.7). */
export interface ListAccountsParts extends ConnectRoute {
  /** Entries on a page unless the request says otherwise, and at most. */
  usualSize: number;
  largestSize: number;
  /** The vendors that the list holds, in its order. */
  all: (input: ConnectInput) => readonly Vendor[];
  /** The page that begins after the vendor of the cursor. */
  page: (all: readonly Vendor[], after: number, size: number) => Page<Vendor>;
  /** Where the next page begins. */
  cursor: (page: Page<Vendor>) => string | null;
  presenter: Presenter<ShownVendor>;
}

/** The replaceable parts of `GET /v1/connect/accounts/{acct}/transactions` (§4.7). */
export interface ListTransactionsParts extends ConnectRoute {
  usualSize: number;
  largestSize: number;
  /** The transactions that the list holds, in its order. */
  all: (input: ConnectInput) => readonly Transaction[];
  page: (all: readonly Transaction[], page: number, size: number) => Page<Transaction>;
  presenter: Presenter<Transaction>;
}

/** The replaceable parts of allocations (§4.5). */
export interface AllocationParts extends ConnectRoute {
  fields: readonly FieldSpec[];
  invalidStatus: number;
  /** The countries whose marketplaces have an operator. */
  countries: readonly string[];
  /** The business refusals, each with its answer. */
  refusals: {
    feePayerUnset: () => Answer;
    countryUnsupported: () => Answer;
    toOneself: () => Answer;
    currencyMismatch: () => Answer;
    netNotPositive: (quote: Quote) => Answer;
    insufficientFunds: (quote: Quote, available: number) => Answer;
  };
  idempotency: IdempotencyPolicy;
  /** The sides of the entry: what the marketplace pays, what the vendor gets, what the service keeps. */
  lines: (quote: Quote, source: Wallet, destination: Wallet) => readonly Line[];
  status: number;
  presenter: Presenter<Allocation>;
}

/** The replaceable parts of reversals (§4.5). */
export interface ReversalParts extends ConnectRoute {
  idempotency: IdempotencyPolicy;
  fields: readonly FieldSpec[];
  invalidStatus: number;
  /** The answer for an allocation that the caller does not have. */
  unknown: () => Answer;
  /** The answer for an allocation of the caller's other environment. */
  otherMode: () => Answer;
  /** What of an allocation can still be taken back. */
  remaining: (allocation: Allocation) => number;
  /** What a request asks for. */
  asked: (amount: unknown, remaining: number) => number;
  /** Whether a request goes beyond the remainder. */
  exceeds: (asked: number, remaining: number) => boolean;
  exceedsRefusal: (requested: number, remaining: number) => Answer;
  /** Why the vendor cannot pay, if so. */
  shortage: (asked: number, sellerAvailable: number, currency: string) => Shortage | undefined;
  shortageRefusal: (shortage: Shortage) => Answer;
  /** The running total after a reversal. */
  total: (allocation: Allocation, amount: number) => number;
  /** The sides of the entry: what is drawn from the vendor, and who gets it. */
  lines: (drawn: Held, vendor: Wallet, marketplace: Wallet) => readonly Line[];
  status: number;
  presenter: Presenter<Reversal>;
}

/** The replaceable parts of withdrawals in flight. */
export interface InFlightParts {
  /** How much is paid out of an available balance. */
  amount: (available: number) => number;
  /** The sides of the entry that begins a withdrawal. */
  lines: (amount: number, wallet: Wallet) => readonly Line[];
  /** How long a withdrawal is in flight unless control ends it, milliseconds. */
  duration: number;
}

/** The replaceable parts of withdrawals (§4.7). */
export interface WithdrawalParts extends ConnectRoute {
  /** Fields that are refused by name. */
  rejected: readonly string[];
  refusals: {
    emptyBalance: () => Answer;
    noPayoutMethod: () => Answer;
    inFlight: () => Answer;
  };
  inFlight: InFlightParts;
  idempotency: IdempotencyPolicy;
  status: number;
  presenter: Presenter<Withdrawal>;
}

/** The replaceable parts of a choice that a body has to make. */
export interface ChoiceParts {
  field: string;
  choices: readonly string[];
  /** Whether a value is one of the choices. */
  accepts: (value: unknown, choices: readonly string[]) => boolean;
  refuse: (field: string, rule: string, choices: readonly string[]) => Answer;
}

/** The replaceable parts of the activation (§4.6). */
export interface ActivationParts {
  retrieve: ConnectRoute & { presenter: Presenter<ConnectSettings> };
  /** The dashboard's activation, as a route of the emulator. */
  activate: ConnectRoute & {
    mode: ChoiceParts;
    /** The mode that is in force after one is asked for. */
    next: (before: ConnectMode | null, asked: ConnectMode) => ConnectMode;
    immutable: (before: ConnectMode) => Answer;
  };
}

/** The replaceable parts of the payout schedule (§4.6). */
export interface PayoutScheduleParts {
  retrieve: ConnectRoute;
  replace: ConnectRoute & {
    fields: readonly FieldSpec[];
    invalidStatus: number;
    cadence: ChoiceParts;
    /** The schedule after a POST. */
    next: (before: PayoutSchedule, cadence: Cadence, enabled: boolean | undefined) => PayoutSchedule;
    status: number;
  };
  /** The default schedule. */
  unconfigured: (accountId: string) => PayoutSchedule;
  presenter: Presenter<PayoutSchedule>;
}

/** Something that happened, as the overview counts it. */
export interface Occurrence {
  readonly at: number;
  readonly value: number;
  readonly vendor: string;
}

/** A vendor's figures over the window and its reference. */
export interface Leader {
  readonly vendor: Vendor;
  readonly value: number;
  readonly previous: number;
  readonly delta: number | null;
}

/** The replaceable parts of `GET /v1/connect/overview` (§4.6). */
export interface OverviewParts extends ConnectRoute {
  /** What each parameter is without one, and what it can be. */
  defaults: { range: string; granularity: string; comparison: string };
  choices: { range: readonly string[]; granularity: readonly string[]; comparison: readonly string[] };
  /** The steps that go with each range. */
  compatible: Record<Range, readonly Granularity[]>;
  lengths: Record<Range, Length>;
  window: (length: Length, now: number) => Window;
  references: Record<Comparison, (window: Window, length: Length) => Window>;
  /** The beginnings of the steps of a window. */
  steps: (window: Window, granularity: Granularity) => readonly number[];
  /** The step of the window onto which an occurrence of the reference is folded. */
  fold: (referenceSteps: readonly number[], steps: readonly number[], at: number) => number;
  /** What makes the gross volume: captured charges, gross before refund. */
  volume: (state: State, caller: Caller) => readonly Occurrence[];
  /** What makes the new accounts: vendors that were created and still exist. */
  newAccounts: (state: State, caller: Caller) => readonly Occurrence[];
  /** Whether a time is in a window. */
  within: (window: Window, at: number) => boolean;
  total: (points: readonly number[]) => number;
  delta: (value: number, previous: number) => number | null;
  leaders: {
    size: number;
    volume: (all: readonly Leader[]) => readonly Leader[];
    growth: (all: readonly Leader[]) => readonly Leader[];
  };
  leader: Presenter<Leader>;
}

/** The replaceable parts of `GET /v1/connect/accounts/{acct}/compliance` (§4.7). */
export interface ComplianceParts extends ConnectRoute {
  presenter: Presenter<Vendor>;
}

/** The replaceable parts of onboarding links (§4.7). */
export interface OnboardingParts extends ConnectRoute {
  /** Fields that are derived from the vendor and refused by name. */
  derived: readonly string[];
  /** The countries that the reference data knows, and those that have a compliance schedule. */
  known: readonly string[];
  scheduled: readonly string[];
  refusals: { countryMissing: () => Answer; unsupported: () => Answer };
  /** The session that a key resumes. */
  resumed: (state: State, resume: string, now: number) => OnboardingSession | undefined;
  /** How long a session lasts, milliseconds. */
  duration: number;
  status: number;
  presenter: Presenter<OnboardingSession>;
}

/** How a charge's gross amount is shared, whole francs. */
export interface Shares {
  readonly vendor: number;
  readonly marketplace: number;
  readonly service: number;
}

/** The replaceable parts of captures. */
export interface CaptureParts extends ConnectRoute {
  shares: (charge: Charge) => Shares;
  /** The sides of the entry: what the customer pays, and who gets it. */
  lines: (shares: Shares, vendor: Wallet, marketplace: Wallet) => readonly Line[];
}

/** The replaceable parts of direct charges (§7.4). */
export interface ChargeParts {
  create: ConnectRoute & {
    /** Whether a body is about a charge on behalf of a vendor. */
    concerns: (body: unknown) => boolean;
    /** Whether one of the two fields is there without the other. */
    incomplete: (vendor: unknown, rate: unknown) => boolean;
    refusals: {
      incomplete: () => Answer;
      invalidRate: () => Answer;
      tooLow: (commission: number, serviceFee: number) => Answer;
      tooHigh: (commission: number, amount: number) => Answer;
    };
    /** Hundredths of a percent of the gross amount. */
    serviceBasisPoints: number;
    /** The commission of a rate in percent; none in pure platform mode (§6.2). */
    commission: (amount: number, rate: number, payer: FeePayer) => number;
    /** Whether a commission is judged by its bounds at all. */
    bounded: (payer: FeePayer) => boolean;
    tooLow: (commission: number, serviceFee: number) => boolean;
    tooHigh: (commission: number, amount: number) => boolean;
  };
  capture: CaptureParts;
}

/** Who pays what of a refund, whole francs. */
export interface RefundSplit {
  readonly vendor: number;
  readonly marketplace: number;
}

/** A refund that neither side can pay. */
export interface RefundShortage extends Shortage {
  readonly available: number;
  readonly marketplaceBalance: number;
}

/** The replaceable parts of refunds of direct charges (§7.5). */
export interface RefundParts extends ConnectRoute {
  fields: readonly FieldSpec[];
  invalidStatus: number;
  /** What of the commission a refund claws back. */
  clawback: (charge: Charge, amount: number) => number;
  /** Why the two together cannot pay, if so. */
  shortage: (
    amount: number,
    vendor: number,
    marketplace: number,
    currency: string,
  ) => RefundShortage | undefined;
  shortageRefusal: (shortage: RefundShortage) => Answer;
  /** Who pays: the commission comes back from the marketplace, the rest from the vendor, and the marketplace pays last. */
  split: (amount: number, clawed: number, vendor: number, marketplace: number) => RefundSplit;
  lines: (drawn: Held, marketplacePays: number, vendor: Wallet, marketplace: Wallet) => readonly Line[];
  status: number;
}

/** The replaceable parts of Connect. */
export interface ConnectParts {
  fees: FeeParts;
  draws: DrawParts;
  events: ConnectEvents;
  outages: OutageParts;
  targets: Record<TargetedOperation, TargetParts>;
  createAccount: CreateAccountParts;
  listAccounts: ListAccountsParts;
  retrieveAccount: RetrieveAccountParts;
  deleteAccount: ConnectRoute;
  listTransactions: ListTransactionsParts;
  allocations: AllocationParts;
  reversals: ReversalParts;
  withdrawals: WithdrawalParts;
  activation: ActivationParts;
  payoutSchedule: PayoutScheduleParts;
  overview: OverviewParts;
  compliance: ComplianceParts;
  onboarding: OnboardingParts;
  charges: ChargeParts;
  refunds: RefundParts;
}

/** Connect's parts for timer handlers: the kernel passes the object that `createEmulator` was given. */
export const connectInForce = ({ parts }: { parts: KernelParts }): ConnectParts =>
  (parts as KernelParts & { connect: ConnectParts }).connect;
