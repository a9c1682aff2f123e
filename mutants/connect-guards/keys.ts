import { keyMutants } from "../shared/authentication.ts";

export const mutants = keyMutants("connect-guards", { prefix: "connect-", at: -1 });
