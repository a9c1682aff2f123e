import type { Place } from "../shared/answers.ts";

export const refusedIntents: Place = { operations: ["createPaymentIntent"], status: 422 };
