import type { Mutant } from "../mutant.ts";
import { lifeMutants } from "./lives.ts";
import { streamMutants } from "./stream.ts";

export const subscriptionEventMutants: readonly Mutant[] = [...lifeMutants, ...streamMutants];
