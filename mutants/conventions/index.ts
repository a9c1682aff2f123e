import type { Mutant } from "../mutant.ts";
import { mutants as liveRoutes } from "./live-routes.ts";
import { mutants as passive } from "./passive.ts";
import { mutants as validation } from "./validation.ts";

export const mutants: readonly Mutant[] = [...liveRoutes, ...passive, ...validation];
