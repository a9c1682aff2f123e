import type { Mutant } from "../mutant.ts";
import { mutants as credentials } from "./credentials.ts";
import { mutants as issuedKeys } from "./issued-keys.ts";
import { mutants as missingAndUnknownKeys } from "./missing-and-unknown-keys.ts";
import { mutants as passive } from "./passive.ts";
import { mutants as unauthorized } from "./unauthorized.ts";

export const mutants: readonly Mutant[] = [
  ...credentials,
  ...issuedKeys,
  ...missingAndUnknownKeys,
  ...passive,
  ...unauthorized,
];
