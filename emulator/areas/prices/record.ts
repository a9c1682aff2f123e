import { ownerOf } from "../../kernel/merchants.ts";
import type { Mode } from "../../kernel/request.ts";
import { table } from "../../kernel/table.ts";
import type { Interval } from "../common/calendar.ts";

/** A price that is paid again and again. */
export interface Price {
  /** `price_…` */
  readonly id: string;
  readonly accountId: string;
  readonly mode: Mode;
  readonly productName: string | null;
  /** Whole francs an interval for one piece. */
  readonly amount: number;
  /** Lowercase code. */
  readonly currency: string;
  readonly interval: Interval;
  /** Days of trial that a subscription to it begins with. */
  readonly trialDays: number;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** All prices. */
export const prices = table<Price>("prices", { owner: ownerOf });
