import { ownerOf } from "../../kernel/merchants.ts";
import type { Mode } from "../../kernel/request.ts";
import { table } from "../../kernel/table.ts";
import type { Interval } from "../common/calendar.ts";

/** A recurring price. */
export interface Price {
  /** `price_…` */
  readonly id: string;
  readonly accountId: string;
  readonly mode: Mode;
  readonly productName: string | null;
  /** Whole francs per interval, for a quantity of one. */
  readonly amount: number;
  /** Lowercase code. */
  readonly currency: string;
  readonly interval: Interval;
  /** The length of the trial with which a subscription begins, in days. */
  readonly trialDays: number;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** All prices. */
export const prices = table<Price>("prices", { owner: ownerOf });
