import type { Guard } from "../../kernel/guards.ts";
import type { IdempotencyPolicy } from "../../kernel/idempotency.ts";
import type { Line } from "../../kernel/ledger.ts";
import type { KernelParts } from "../../kernel/parts.ts";
import type { Answer, Caller } from "../../kernel/request.ts";
import type { State } from "../../kernel/state.ts";
import type { Context, Decision } from "../../kernel/types.ts";
import type { FieldSpec } from "../../kernel/validate.ts";
import type { Presenter } from "../common/deciders.ts";
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

/** The input of a Connect decision: the request and the parts in force. */
export interface ConnectInput extends Context {
  parts: ConnectParts;
}

/** A reason to refuse a Connect operation. */
export type ConnectGuard = Guard<ConnectInput>;

/** The replaceable parts of a Connect operation. */
export interface ConnectRoute {
  /** The reasons to refuse, in order of precedence. None relies on an earlier one. */
  guards: readonly ConnectGuard[];
  /** The decision if no guard refuses. */
  act: (input: ConnectInput) => Decision;
  idempotency?: IdempotencyPolicy;
}

/** A vendor with its derived properties. */
export interface ShownVendor {
  readonly vendor: Vendor;
  readonly feePayer: FeePayer | null;
}

/** A wallet and its balances. */
export interface ShownBalance {
  readonly wallet: Wallet;
  readonly held: Held;
}

/** The replaceable parts of `POST /v1/connect/accounts` (§4.7). */
export interface CreateAccountParts extends ConnectRoute {
  fields: readonly FieldSpec[];
  invalidStatus: number;
  /** The fields that are refused by name. */
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
  /** The wallets that are shown. */
  wallets: (state: State, vendor: Vendor) => readonly Wallet[];
  balance: Presenter<ShownBalance>;
}

/** A limit on the number of requests within a window (§8). */
export interface RateParts {
  limit: number;
  /** Milliseconds. */
  window: number;
  /** The refusal, given the time to wait in ms. */
  refuse: (waitMs: number) => Answer;
  /** Whether a request at `at` still counts at `now`. */
  counts: (at: number, now: number, window: number) => boolean;
  /** Whether a request with this answer counts. Requests that exceed the rate never do. */
  counted: (answer: Answer) => boolean;
}

/** A page of a list. */
export interface Page<R> {
  readonly entries: readonly R[];
  readonly more: boolean;
}

/** The replaceable parts of `GET /v1/connect/accounts` (§4.7). */
export interface ListAccountsParts extends ConnectRoute {
  /** The default and the maximum number of entries on a page. */
  usualSize: number;
  largestSize: number;
  /** The listed vendors, in order. */
  all: (input: ConnectInput) => readonly Vendor[];
  /** The page that begins after the position of the cursor. */
  page: (all: readonly Vendor[], after: number, size: number) => Page<Vendor>;
  /** The cursor of the next page; null on the last page. */
  cursor: (page: Page<Vendor>) => string | null;
  presenter: Presenter<ShownVendor>;
}

/** The replaceable parts of `GET /v1/connect/accounts/{acct}/transactions` (§4.7). */
export interface ListTransactionsParts extends ConnectRoute {
  usualSize: number;
  largestSize: number;
  /** The listed transactions, in order. */
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
  /** The lines of the ledger entry: the marketplace pays, the vendor receives, the service keeps the fee. */
  lines: (quote: Quote, source: Wallet, destination: Wallet) => readonly Line[];
  status: number;
  presenter: Presenter<Allocation>;
}

/** The replaceable parts of reversals (§4.5). */
export interface ReversalParts extends ConnectRoute {
  idempotency: IdempotencyPolicy;
  fields: readonly FieldSpec[];
  invalidStatus: number;
  /** The answer if the caller has no such allocation. */
  unknown: () => Answer;
  /** The answer if the allocation is in the caller's other environment. */
  otherMode: () => Answer;
  /** The amount of an allocation that can still be reversed. */
  remaining: (allocation: Allocation) => number;
  /** The amount that a request asks for. */
  asked: (amount: unknown, remaining: number) => number;
  /** Whether a request exceeds the remaining amount. */
  exceeds: (asked: number, remaining: number) => boolean;
  exceedsRefusal: (requested: number, remaining: number) => Answer;
  /** The shortage, if the vendor cannot pay. */
  shortage: (asked: number, sellerAvailable: number, currency: string) => Shortage | undefined;
  shortageRefusal: (shortage: Shortage) => Answer;
  /** The total reversed amount after a reversal. */
  total: (allocation: Allocation, amount: number) => number;
  /** The lines of the ledger entry: what is drawn from the vendor, and who receives it. */
  lines: (drawn: Held, vendor: Wallet, marketplace: Wallet) => readonly Line[];
  status: number;
  presenter: Presenter<Reversal>;
}

/** The replaceable parts of withdrawals in flight. */
export interface InFlightParts {
  /** The amount that is withdrawn from an available balance. */
  amount: (available: number) => number;
  /** The lines of the ledger entry that begins a withdrawal. */
  lines: (amount: number, wallet: Wallet) => readonly Line[];
  /** The time that a withdrawal is in flight unless control settles it, ms. */
  duration: number;
  /** How a withdrawal ends unless control settles it, and how much later than usual, ms; null if it does not. */
  end: (given: { readonly phone: string | null; readonly amount: number }) => WithdrawalEnd | null;
}

/** The end of a withdrawal. */
export interface WithdrawalEnd {
  readonly outcome: "succeeded" | "failed";
  readonly lateMs: number;
}

/** The replaceable parts of withdrawals (§4.7). */
export interface WithdrawalParts extends ConnectRoute {
  /** The fields that are refused by name. */
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

/** The replaceable parts of a field with fixed choices. */
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
  /** The activation in the dashboard, as a route of the emulator. */
  activate: ConnectRoute & {
    mode: ChoiceParts;
    /** The mode after a request for `asked`. */
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

/** An occurrence that the overview counts. */
export interface Occurrence {
  readonly at: number;
  readonly value: number;
  readonly vendor: string;
}

/** A vendor's figures in the window and in the reference period. */
export interface Leader {
  readonly vendor: Vendor;
  readonly value: number;
  readonly previous: number;
  readonly delta: number | null;
}

/** The replaceable parts of `GET /v1/connect/overview` (§4.6). */
export interface OverviewParts extends ConnectRoute {
  /** The default and the choices of each parameter. */
  defaults: { range: string; granularity: string; comparison: string };
  choices: { range: readonly string[]; granularity: readonly string[]; comparison: readonly string[] };
  /** The granularities that each range allows. */
  compatible: Record<Range, readonly Granularity[]>;
  lengths: Record<Range, Length>;
  window: (length: Length, now: number) => Window;
  references: Record<Comparison, (window: Window, length: Length) => Window>;
  /** The start times of the steps of a window. */
  steps: (window: Window, granularity: Granularity) => readonly number[];
  /** The step of the window onto which an occurrence in the reference period is folded. */
  fold: (referenceSteps: readonly number[], steps: readonly number[], at: number) => number;
  /** The occurrences of the gross volume: captured charges, before refunds. */
  volume: (state: State, caller: Caller) => readonly Occurrence[];
  /** The occurrences of new accounts: vendors that were not deleted. */
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
  /** The fields that derive from the vendor and are refused by name. */
  derived: readonly string[];
  /** The countries in the reference data, and those with a compliance schedule. */
  known: readonly string[];
  scheduled: readonly string[];
  refusals: { countryMissing: () => Answer; unsupported: () => Answer };
  /** The session that a repeated key resumes. */
  resumed: (state: State, resume: string, now: number) => OnboardingSession | undefined;
  /** The lifetime of a session, ms. */
  duration: number;
  status: number;
  presenter: Presenter<OnboardingSession>;
}

/** The shares of a charge's gross amount, whole francs. */
export interface Shares {
  readonly vendor: number;
  readonly marketplace: number;
  readonly service: number;
}

/** The replaceable parts of captures. */
export interface CaptureParts extends ConnectRoute {
  shares: (charge: Charge) => Shares;
  /** The lines of the ledger entry: what the customer pays, and who receives it. */
  lines: (shares: Shares, vendor: Wallet, marketplace: Wallet) => readonly Line[];
}

/** The replaceable parts of direct charges (§7.4). */
export interface ChargeParts {
  create: ConnectRoute & {
    /** Whether a body requests a charge on behalf of a vendor. */
    concerns: (body: unknown) => boolean;
    /** Whether one of the two fields is present without the other. */
    incomplete: (vendor: unknown, rate: unknown) => boolean;
    refusals: {
      incomplete: () => Answer;
      invalidRate: () => Answer;
      tooLow: (commission: number, serviceFee: number) => Answer;
      tooHigh: (commission: number, amount: number) => Answer;
    };
    /** The service's fee, in basis points of the gross amount. */
    serviceBasisPoints: number;
    /** The commission at a rate in percent; zero in pure platform mode (§6.2). */
    commission: (amount: number, rate: number, payer: FeePayer) => number;
    /** Whether the commission has bounds. */
    bounded: (payer: FeePayer) => boolean;
    tooLow: (commission: number, serviceFee: number) => boolean;
    tooHigh: (commission: number, amount: number) => boolean;
  };
  capture: CaptureParts;
}

/** How much of a refund each side pays, whole francs. */
export interface RefundSplit {
  readonly vendor: number;
  readonly marketplace: number;
}

/** The amounts in the refusal of a refund that neither side can pay. */
export interface RefundShortage extends Shortage {
  readonly available: number;
  readonly marketplaceBalance: number;
}

/** The replaceable parts of refunds of direct charges (§7.5). */
export interface RefundParts extends ConnectRoute {
  fields: readonly FieldSpec[];
  invalidStatus: number;
  /** The part of the commission that a refund claws back. */
  clawback: (charge: Charge, amount: number) => number;
  /** The shortage, if vendor and marketplace together cannot pay. */
  shortage: (
    amount: number,
    vendor: number,
    marketplace: number,
    currency: string,
  ) => RefundShortage | undefined;
  shortageRefusal: (shortage: RefundShortage) => Answer;
  /** Divides a refund: the marketplace returns the commission, the vendor pays the rest, and the marketplace what the vendor lacks. */
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

/** The parts of Connect for timer handlers, to which the kernel passes the object that `createEmulator` was given. */
export const connectInForce = ({ parts }: { parts: KernelParts }): ConnectParts =>
  (parts as KernelParts & { connect: ConnectParts }).connect;
