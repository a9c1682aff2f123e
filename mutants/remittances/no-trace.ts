import { named, part, type Replace } from "../mutant.ts";
import type { Parts } from "../../emulator/index.ts";
import { merchants } from "../../emulator/kernel/merchants.ts";
import { isObject } from "../shared/answers.ts";

/** Stores a remittance although its creation is refused. */
function keepingRefused(when: (body: Record<string, unknown>) => boolean): Replace {
  return part(["remittances", "create"], (create) => ({
    guards: create.guards.map((guard) => ({
      ...guard,
      refuse: (input) => {
        const refusal = guard.refuse(input);
        if (refusal === undefined || !isObject(input.command.body) || !when(input.command.body))
          return refusal;
        const whole = {
          amount: "1000",
          currency: "xaf",
          payment_method_data: { momo: { msisdn: "242060000000", country: "cg", operator_name: "mtn" } },
          first_name: "Nobody",
          last_name: "Nobody",
        };
        const record = create.record({ ...input, command: { ...input.command, body: whole } });
        return { ...refusal, ...create.effects(record, input) };
      },
    })),
  }));
}

/** Executes a creation without a key for the newest merchant, but answers as if it had been refused. */
function executingUnauthenticated(parts: Parts): Parts {
  const { authentication } = parts;
  const noKey = "a stranger";
  const unauthenticated = new WeakSet();
  const changed: Parts = {
    ...parts,
    authentication: {
      ...authentication,
      readKey: (header, operationId) =>
        header === undefined && operationId === "createRemittance"
          ? noKey
          : authentication.readKey(header, operationId),
      callerOf: (state, key, operationId) => {
        if (key !== noKey) return authentication.callerOf(state, key, operationId);
        const newest = state.all(merchants).at(-1);
        if (newest === undefined) return undefined;
        const caller = { accountId: newest.id, mode: "test" as const };
        unauthenticated.add(caller);
        return caller;
      },
    },
  };
  const usual = changed.answers["createRemittance"];
  return {
    ...changed,
    answers: {
      ...changed.answers,
      createRemittance: async (answer, context) =>
        context.caller !== undefined && unauthenticated.has(context.caller)
          ? authentication.unauthorized.usual()
          : ((await usual?.(answer, context)) ?? answer),
    },
  };
}

export const mutants = named({
  "remittance-refused-but-kept": {
    violates: ["remittances/refusal-leaves-no-remittance"],
    summary: "A refused remittance is still listed.",
    replace: keepingRefused(() => true),
  },
  "remittance-refused-for-amount-but-kept": {
    violates: ["remittances/refusal-leaves-no-remittance"],
    summary: "A remittance that is refused for its amount's type is still listed.",
    replace: keepingRefused((body) => isObject(body["amount"])),
  },
  "remittance-refused-without-a-currency-but-kept": {
    violates: ["remittances/refusal-leaves-no-remittance"],
    summary: "A remittance that is refused because its currency is missing is still listed.",
    replace: keepingRefused((body) => body["currency"] === undefined),
  },
  "remittance-of-stranger-kept": {
    violates: ["remittances/unauthorized-creation-leaves-no-remittance"],
    summary: "A creation without a key returns 401 but takes effect for the newest merchant.",
    replace: (parts) => executingUnauthenticated(parts),
  },
});
