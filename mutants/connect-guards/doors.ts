import { merchants } from "../../emulator/kernel/merchants.ts";
import type { RuleId } from "../../spec/index.ts";
import { authenticating } from "../authentication/authenticating.ts";
import type { Mutant } from "../mutant.ts";
import { CONNECT_OPERATIONS } from "./operations.ts";

/** One Connect operation that lets strangers in: as whoever came last. */
export const connectDoorMutants: readonly Mutant[] = [
  ...CONNECT_OPERATIONS,
  ["onboarding-link", "createOnboardingLink"] as const,
].flatMap(([name, operation]): Mutant[] => [
  openTo(name, operation, "without-key", "no key"),
  openTo(name, operation, "with-unknown-key", "any key"),
]);

function openTo(
  name: string,
  operation: string,
  how: "without-key" | "with-unknown-key",
  what: string,
): Mutant {
  const anyone = "anyone";
  const lie = {
    id: `connect-${name}-open-${how}`,
    kills: `connect-guards/${name}-${how}` as RuleId,
    lie: `The Connect operation ${operation} takes ${what}.`,
  };
  return authenticating(lie, (given) => ({
    readKey: (header, at) => {
      const key = given.readKey(header, at);
      return key === undefined && how === "without-key" && at === operation ? anyone : key;
    },
    callerOf: (state, key, at) => {
      const caller = given.callerOf(state, key, at);
      if (caller !== undefined || at !== operation) return caller;
      if (how === "without-key" && key !== anyone) return undefined;
      const last = state.all(merchants).at(-1);
      return last === undefined ? undefined : { accountId: last.id, mode: "test" };
    },
  }));
}
