import type { Mutant } from "../mutant.ts";
import { mutants as missingAndUnknownKeys } from "./missing-and-unknown-keys.ts";
import { mutants as outages } from "./outages.ts";
import { mutants as passive } from "./passive.ts";
import { mutants as rateLimits } from "./rate-limits.ts";
import { mutants as serviceAccount } from "./service-account.ts";
import { mutants as validation } from "./validation.ts";

export const mutants: readonly Mutant[] = [
  ...missingAndUnknownKeys,
  ...outages,
  ...passive,
  ...rateLimits,
  ...serviceAccount,
  ...validation,
];
