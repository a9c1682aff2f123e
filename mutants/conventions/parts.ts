import type { AnswerSelector } from "../shared/answers.ts";

export const refusedIntents: AnswerSelector = { operations: ["createPaymentIntent"], status: 422 };
