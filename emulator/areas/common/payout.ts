import { isoUtc, isoWithOffset } from "../../kernel/clock.ts";
import type { Mode } from "../../kernel/request.ts";
import type { Context } from "../../kernel/types.ts";
import type { Presenter } from "./present.ts";

/** The states of a disbursement or remittance (§3). */
export const payoutStatuses = ["pending", "processing", "succeeded", "failed", "canceled"] as const;

export type PayoutStatus = (typeof payoutStatuses)[number];

/** A disbursement or a remittance as it is stored. Amounts in whole francs, times in epoch milliseconds. */
export interface Payout {
  readonly id: string;
  readonly accountId: string;
  readonly mode: Mode;
  readonly amount: number;
  /** Lowercase code. */
  readonly currency: string;
  readonly status: PayoutStatus;
  readonly firstName: string;
  readonly lastName: string;
  readonly operatorName: string;
  readonly country: string;
  /** Digits. */
  readonly phone: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly shouldExecutedAt: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The valid body of both creations. The amount of a remittance is a string (§4.4). */
interface PayoutBody {
  amount: number | string;
  currency: string;
  first_name: string;
  last_name: string;
  payment_method_data: { momo: { msisdn: string; country: string; operator_name: string } };
  metadata?: Record<string, unknown>;
}

/** The numeric code of mobile money, of our choice. */
const momoCode = 1;

/** Creates a payout from a valid request. */
export function payoutOf({ command, now, ids }: Context, prefix: string, status: PayoutStatus): Payout {
  const body = command.body as PayoutBody;
  const { msisdn, country, operator_name } = body.payment_method_data.momo;
  return {
    id: ids.id(prefix),
    ...command.caller,
    amount: Number(body.amount),
    currency: body.currency.toLowerCase(),
    status,
    firstName: body.first_name,
    lastName: body.last_name,
    operatorName: operator_name.toLowerCase(),
    country: country.toLowerCase(),
    phone: msisdn.replace("+", ""),
    metadata: body.metadata ?? {},
    shouldExecutedAt: now,
    createdAt: now,
    updatedAt: now,
  };
}

/** The fields that both kinds of payout show (§2.3, §2.4). */
export const payoutPresenter = (object: string): Presenter<Payout> => ({
  id: (payout) => payout.id,
  object: () => object,
  amount: (payout) => payout.amount,
  currency: (payout) => payout.currency,
  status: (payout) => payout.status,
  firstName: (payout) => payout.firstName,
  lastName: (payout) => payout.lastName,
  operatorName: (payout) => payout.operatorName,
  country: (payout) => payout.country,
  phone: (payout) => payout.phone,
  type: () => momoCode,
  shouldExecutedAt: (payout) => isoUtc(payout.shouldExecutedAt),
  createdAt: (payout) => isoWithOffset(payout.createdAt),
  updatedAt: (payout) => isoWithOffset(payout.updatedAt),
});
