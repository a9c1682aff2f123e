import * as fc from "fast-check";
import type { components } from "../spec/generated/openapi.ts";
import { type Classes, type Classified, classesOfPart, classified } from "./classified.ts";
import { checkoutItems, totalOf } from "./domain/items.ts";
import { type MetadataOptions, metadata } from "./domain/metadata.ts";
import { type AmountOptions, amounts, amountTexts, currencies } from "./domain/money.ts";
import { type MomoNetwork, type MomoPaymentMethod, paymentMethods } from "./domain/payment-methods.ts";
import { descriptions, personNames } from "./domain/text.ts";
import { redirectUrls } from "./domain/urls.ts";
import type { JsonObject } from "./json.ts";

type Schemas = components["schemas"];
/** Body of a payment intent's creation (§4.1). */
export type PaymentIntentRequest = Schemas["PaymentIntentRequest"];
/** Body of a checkout session's creation (§4.2). */
export type SessionRequest = Schemas["SessionRequest"];
/** Body of a disbursement's creation (§4.3). */
export type DisbursementRequest = Schemas["DisbursementRequest"];
/** Body of a remittance's creation (§4.4). */
export type RemittanceRequest = Schemas["RemittanceRequest"];

/** What differs from target to target in an otherwise ordinary request. */
export interface RequestOptions {
  /** Bounds of the amount; ordinary ones by default, for the document shows none (§8). */
  readonly amounts?: AmountOptions;
  /** Currency whose casings are used; `xaf` by default. */
  readonly currency?: string;
  /** How free the metadata are; flat by default. */
  readonly metadata?: MetadataOptions;
}

/** Ordinary payment-intent creations. Shrinks towards the least amount in lower case without optional fields. */
export function paymentIntentRequests(options: RequestOptions = {}): Classified<PaymentIntentRequest> {
  const parts = partsOf(options);
  const text = descriptions();
  const values: fc.Arbitrary<PaymentIntentRequest> = fc.record(
    {
      amount: amounts(options.amounts),
      currency: parts.currency,
      description: text,
      metadata: parts.metadata,
    },
    { requiredKeys: ["amount", "currency"], noNullPrototype: true },
  );
  return classified(values, {
    ...classesOfPart(parts.currency, (value) => value.currency),
    ...classesOfPart(text, (value: PaymentIntentRequest) => value.description),
    ...metadataClasses(parts.metadata),
    ...optionalFields<PaymentIntentRequest>(["description", "metadata"]),
  });
}

/** Ordinary checkout sessions. With items, the total is what they cost. */
export function sessionRequests(
  options: RequestOptions & {
    /** The merchant's own account, `acct_…`. */
    readonly accountId: string;
  },
): Classified<SessionRequest> {
  const parts = partsOf(options);
  const items = checkoutItems();
  const values: fc.Arbitrary<SessionRequest> = fc
    .record(
      {
        total: amounts(options.amounts),
        currency: parts.currency,
        accountId: fc.constant(options.accountId),
        successUrl: redirectUrls(),
        cancelUrl: redirectUrls(),
        items,
        metadata: parts.metadata,
      },
      { requiredKeys: ["total", "currency", "accountId", "successUrl", "cancelUrl"], noNullPrototype: true },
    )
    .map((request) =>
      request.items === undefined ? request : { ...request, total: totalOf(request.items) },
    );
  return classified(values, {
    ...classesOfPart(parts.currency, (value) => value.currency),
    ...metadataClasses(parts.metadata),
    "url with query": (value) => value.successUrl.includes("?"),
    "several lines": (value) => (value.items?.length ?? 0) > 1,
    ...optionalFields<SessionRequest>(["items", "metadata"]),
  });
}

/** Options of payouts. */
export interface PayoutOptions extends RequestOptions {
  /** Where money can be sent; all known networks by default. */
  readonly networks?: readonly MomoNetwork[];
}

/** Ordinary disbursements. All fields are required. */
export function disbursementRequests(options: PayoutOptions = {}): Classified<DisbursementRequest> {
  const { currency } = partsOf(options);
  const people = payees(options);
  const values: fc.Arbitrary<DisbursementRequest> = fc.record(
    { amount: amounts(options.amounts), currency, ...people.fields },
    { noNullPrototype: true },
  );
  return classified(values, {
    ...classesOfPart(currency, (value) => value.currency),
    ...people.classes,
  });
}

/** Ordinary remittances; the amount is text. */
export function remittanceRequests(options: PayoutOptions = {}): Classified<RemittanceRequest> {
  const parts = partsOf(options);
  const people = payees(options);
  const values: fc.Arbitrary<RemittanceRequest> = fc.record(
    {
      amount: amountTexts(options.amounts),
      currency: parts.currency,
      ...people.fields,
      metadata: parts.metadata,
    },
    {
      requiredKeys: ["amount", "currency", "first_name", "last_name", "payment_method_data"],
      noNullPrototype: true,
    },
  );
  return classified(values, {
    ...classesOfPart(parts.currency, (value) => value.currency),
    ...people.classes,
    ...metadataClasses(parts.metadata),
    ...optionalFields<RemittanceRequest>(["metadata"]),
  });
}

function partsOf(options: RequestOptions) {
  return { currency: currencies(options.currency), metadata: metadata(options.metadata) };
}

function payees(options: PayoutOptions) {
  const name = personNames();
  const fields = {
    first_name: name,
    last_name: personNames(),
    payment_method_data: paymentMethods(options.networks),
  };
  const classes: Classes<{ readonly first_name: string; readonly payment_method_data: unknown }> = {
    ...classesOfPart(name, (value) => value.first_name),
    ...classesOfPart(fields.payment_method_data, (value) => value.payment_method_data as MomoPaymentMethod),
  };
  return { fields, classes };
}

function metadataClasses(part: ReturnType<typeof metadata>): Classes<{ readonly metadata?: object }> {
  return classesOfPart(part, (value) => value.metadata as JsonObject | undefined);
}

/** Classes by which optional fields are present: each, none, all. */
function optionalFields<T extends object>(names: readonly (keyof T & string)[]): Classes<T> {
  return {
    ...Object.fromEntries(names.map((name) => [`with ${name}`, (value: T) => value[name] !== undefined])),
    "no optional field": (value) => names.every((name) => value[name] === undefined),
    ...(names.length > 1
      ? { "every optional field": (value: T) => names.every((name) => value[name] !== undefined) }
      : {}),
  };
}
