import type { RuleId } from "../../spec/index.ts";
import type { Named, Replace } from "../mutant.ts";
import { type Act, actParts, billing } from "../shared/billing.ts";
import type { ActInput } from "../../emulator/areas/billing/acts.ts";
import type { Parts } from "../../emulator/index.ts";
import { json, only } from "../../emulator/kernel/answers.ts";
import { isObject } from "../shared/answers.ts";

type Statuses = Parts["billing"]["statuses"];

export const leading = (statuses: Partial<Statuses>): Replace =>
  billing((usual) => ({ statuses: { ...usual.statuses, ...statuses } }));

const DOCUMENTED: readonly string[] = [
  "customerId",
  "items",
  "trialDays",
  "cancelImmediately",
  "reason",
  "quantity",
  "priceId",
];

const unknownIn = (body: unknown): boolean =>
  isObject(body) && Object.keys(body).some((name) => !DOCUMENTED.includes(name));

export const refusal = (body: unknown) =>
  unknownIn(body) ? only(json(422, { message: "Unknown field" })) : undefined;

/** A mutant whose operation on a subscription refuses unknown fields. */
export const strict = (violates: RuleId, act: Act): Named[string] => ({
  violates: [violates],
  summary: `${act} refuses unknown fields.`,
  replace: actParts(act, ({ guards }) => ({
    guards: [{ name: "strict", refuse: ({ body }: ActInput) => refusal(body) }, ...guards],
  })),
});
