import { apiKeys } from "../../emulator/kernel/merchants.ts";
import type { Variant } from "../mutant.ts";
import { variant } from "../variants/parts/variant.ts";

/** Open points about keys (§5). */
export const authenticationVariants: readonly Variant[] = [
  variant(
    "scheme-as-written",
    "bearer-scheme-casing",
    "The scheme is read only as the document writes it",
    (parts) => ({
      ...parts,
      authentication: {
        ...parts.authentication,
        readKey: (header, operation) =>
          header?.startsWith("Bearer ") === true
            ? parts.authentication.readKey(header, operation)
            : undefined,
      },
    }),
  ),
  variant(
    "both-keys-replaced",
    "regeneration-of-other-mode",
    "Replacing one key ends the merchant's other key as well",
    (parts) => {
      const ended = new Set<string>();
      const { authentication } = parts;
      return {
        ...parts,
        authentication: {
          ...authentication,
          revoke: (key) => {
            ended.add(`${key.caller.accountId}/${key.caller.mode === "test" ? "live" : "test"}`);
            return authentication.revoke(key);
          },
          callerOf: (state, key, operation) => {
            const caller = authentication.callerOf(state, key, operation);
            const known = state.get(apiKeys, key);
            if (caller === undefined || known === undefined) return caller;
            return ended.has(`${caller.accountId}/${caller.mode}`) ? undefined : caller;
          },
        },
      };
    },
  ),
];
