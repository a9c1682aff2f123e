import { checkoutSessionOperations } from "./areas/checkout-sessions/index.ts";
import { connectOperations } from "./areas/connect/index.ts";
import { disbursementOperations } from "./areas/disbursements/index.ts";
import { paymentIntentOperations } from "./areas/payment-intents/index.ts";
import { remittanceOperations } from "./areas/remittances/index.ts";
import type { Operation } from "./kernel/types.ts";
import type { AreaParts } from "./parts.ts";

/** Every documented route, made of the parts in force. */
export const createOperations = (parts: AreaParts): Operation[] => [
  ...paymentIntentOperations(parts.paymentIntents),
  ...checkoutSessionOperations(parts.checkoutSessions),
  ...disbursementOperations(parts.disbursements),
  ...remittanceOperations(parts.remittances),
  ...connectOperations(parts.connect),
];
