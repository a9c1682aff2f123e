import type { Guard } from "../../kernel/guards.ts";
import type { KernelParts } from "../../kernel/parts.ts";
import type { Answer } from "../../kernel/request.ts";
import type { Context, Decision } from "../../kernel/types.ts";
import type { Shortage } from "./events.ts";
import type { FeePayer } from "./fees.ts";
import type { createConnectParts } from "./index.ts";
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

/** The end of a withdrawal. */
export interface WithdrawalEnd {
  readonly outcome: "succeeded" | "failed";
  readonly lateMs: number;
}

/** The replaceable parts of a field with fixed choices. */
export interface ChoiceParts {
  field: string;
  choices: readonly string[];
  /** Whether a value is one of the choices. */
  accepts: (value: unknown, choices: readonly string[]) => boolean;
  refuse: (field: string, rule: string, choices: readonly string[]) => Answer;
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

/** The shares of a charge's gross amount, whole francs. */
export interface Shares {
  readonly vendor: number;
  readonly marketplace: number;
  readonly service: number;
}

/** The amounts in the refusal of a refund that neither side can pay. */
export interface RefundShortage extends Shortage {
  readonly available: number;
  readonly marketplaceBalance: number;
}

/** The replaceable parts of Connect, and of its operations. */
export type ConnectParts = ReturnType<typeof createConnectParts>;
export type CreateAccountParts = ConnectParts["createAccount"];
export type ActivationParts = ConnectParts["activation"];
export type PayoutScheduleParts = ConnectParts["payoutSchedule"];
export type OverviewParts = ConnectParts["overview"];
export type ChargeParts = ConnectParts["charges"];
export type WithdrawalParts = ConnectParts["withdrawals"];

/** The parts of Connect for timer handlers, to which the kernel passes the object that `createEmulator` was given. */
export const connectInForce = ({ parts }: { parts: KernelParts }): ConnectParts =>
  (parts as KernelParts & { connect: ConnectParts }).connect;
