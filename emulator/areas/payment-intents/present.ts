import { isoUtc } from "../../kernel/clock.ts";
import type { Presenter } from "../common/present.ts";
import type { PaymentIntent } from "./record.ts";

/** The intent as the creation shows it (§2.1). */
export const createdIntent = (): Presenter<PaymentIntent> => ({
  id: (intent) => intent.id,
  label: () => "payment_intent",
  amount: (intent) => intent.amount,
  currency: (intent) => intent.currency,
  description: (intent) => intent.description,
  metadata: (intent) => intent.metadata,
  accountId: (intent) => intent.accountId,
  liveMode: (intent) => intent.mode === "live",
  clientSecret: (intent) => intent.clientSecret,
  createdAt: (intent) => isoUtc(intent.createdAt),
  updatedAt: (intent) => isoUtc(intent.updatedAt),
});

/** The intent as the retrieval shows it (§2.1). */
export const retrievedIntent = (): Presenter<PaymentIntent> => ({
  amount: (intent) => intent.amount,
  currency: (intent) => intent.currency,
  label: () => "payment_intent",
  id: (intent) => intent.id,
  status: (intent) => intent.status,
  client_secret: (intent) => intent.clientSecret,
});
