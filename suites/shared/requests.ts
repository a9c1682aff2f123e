import type { Check } from "../../harness/check.ts";
import type { components } from "../../spec/generated/openapi.ts";

type Schemas = components["schemas"];
export type IntentRequest = Schemas["PaymentIntentRequest"];
export type SessionRequest = Schemas["SessionRequest"];
export type DisbursementRequest = Schemas["DisbursementRequest"];
export type RemittanceRequest = Schemas["RemittanceRequest"];

/** Names by which a request could name an account, where none is asked for. */
export const ACCOUNT_NAMES = ["account", "accountId", "account_id"] as const;

/** Redirect addresses on a host that is reserved for examples. */
const SUCCESS_URL = "https://shop.example.com/done";
const CANCEL_URL = "https://shop.example.com/canceled";

/** An intent that the target accepts, with every parameter of §4.1. */
export function ordinaryIntent(check: Check): Required<IntentRequest> {
  const { amount, currency } = check.profile.ordinary;
  return {
    amount,
    currency: currency.toLowerCase(),
    description: check.name("intent"),
    metadata: { reference: check.name("reference") },
  };
}

/** A session that the target accepts, with every parameter of §4.2; its one item costs the total. */
export async function ordinarySession(check: Check): Promise<Required<SessionRequest>> {
  return sessionFor(check, (await check.merchant()).accountId);
}

/** The same for some account. */
export function sessionFor(check: Check, accountId: string): Required<SessionRequest> {
  const { amount, currency } = check.profile.ordinary;
  return {
    total: amount,
    currency: currency.toLowerCase(),
    accountId,
    successUrl: SUCCESS_URL,
    cancelUrl: CANCEL_URL,
    items: [
      { productId: "sku-1", productName: "Notebook", quantity: 1, price: Math.ceil(amount / 2) },
      { productId: "sku-2", productName: "Pencil", quantity: 1, price: Math.floor(amount / 2) },
    ],
    metadata: { reference: check.name("reference") },
  };
}

/** A disbursement that the target accepts (§4.3). */
export function ordinaryDisbursement(check: Check): DisbursementRequest {
  const { amount, currency, msisdn, country, operator } = check.profile.ordinary;
  return {
    amount,
    currency: currency.toUpperCase(),
    first_name: "Awa",
    last_name: "Makosso",
    payment_method_data: { type: "momo", momo: { msisdn, country, operator_name: operator } },
  };
}

/** A remittance that the target accepts, with every parameter of §4.4; its amount is text. */
export function ordinaryRemittance(check: Check): Required<RemittanceRequest> {
  const { amount, ...others } = ordinaryDisbursement(check);
  return { ...others, amount: String(amount), metadata: { reference: check.name("reference") } };
}
