import type { Parts } from "../../emulator/index.ts";
import { merchants } from "../../emulator/kernel/merchants.ts";
import { ruleIdOf } from "../../spec/index.ts";
import { type Mutant, mutant } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";
import { demanded, fielding, isCount, isWord, mistakes, prohibited } from "../shared/creations.ts";
import { payoutBehaviourMutants } from "../shared/payout-behaviour.ts";
import { payoutPassiveMutants } from "../shared/payout-fields.ts";
import type { PayoutArea } from "../shared/payouts.ts";
import { crashes, wireMutants } from "../shared/wire.ts";
import { remittanceListMutants } from "./list.ts";

const area = "remittances";
const payouts: PayoutArea = {
  area,
  word: "remittance",
  rule: (name) => ruleIdOf(`remittances/${name}`),
  create: "createRemittance",
  retrieve: "retrieveRemittance",
};

/** Remittances with one thing wrong (§2.4, §4.4). */
export const remittanceMutants: readonly Mutant[] = [
  ...payoutPassiveMutants(payouts),
  ...payoutBehaviourMutants(payouts),
  ...remittanceListMutants,
  ...wireMutants({
    operation: "createRemittance",
    what: "the creation of a remittance",
    id: "created-remittance",
    success: 200,
    contentType: "remittances/create-content-type",
    status: "remittances/create-status",
    body: "remittances/body",
  }),
  ...wireMutants({
    operation: "retrieveRemittance",
    what: "the retrieval of a remittance",
    id: "retrieved-remittance",
    success: 200,
    anySuccess: true,
    contentType: "remittances/retrieve-content-type",
    status: "remittances/retrieve-status",
    body: "remittances/body",
  }),
  crashes({
    operation: "createRemittance",
    status: 400,
    id: "remittance-refusal-crashes",
    what: "a refused remittance",
    violates: "remittances/create-status",
  }),
  mutant(
    {
      id: "remittance-metadata-required",
      violates: "remittances/metadata-may-be-omitted",
      summary: "A remittance without metadata is refused.",
    },
    (parts) => fielding(parts, area, "metadata", (rules) => [demanded, ...rules]),
  ),
  mutant(
    {
      id: "remittance-metadata-forbidden",
      violates: "remittances/metadata-is-accepted",
      summary: "A remittance with metadata is refused.",
    },
    (parts) => fielding(parts, area, "metadata", () => [prohibited]),
  ),
  mistakes(
    {
      id: "remittance-metadata-from-word",
      violates: "remittances/metadata-of-wrong-type",
      summary: "A word is taken for the metadata of a remittance.",
    },
    area,
    "metadata",
    { from: isWord, to: {} },
  ),
  mistakes(
    {
      id: "remittance-metadata-from-number",
      violates: "remittances/metadata-of-wrong-type",
      summary: "A number is taken for the metadata of a remittance.",
      subtle: true,
    },
    area,
    "metadata",
    { from: isCount, to: {} },
  ),
  mutant(
    {
      id: "remittance-refused-but-kept",
      violates: "remittances/refusal-leaves-no-remittance",
      summary: "A refused remittance is listed all the same.",
    },
    (parts) => keepingRefused(parts, () => true),
  ),
  mutant(
    {
      id: "remittance-refused-for-amount-but-kept",
      violates: "remittances/refusal-leaves-no-remittance",
      summary: "A remittance that is refused for its amount's type is listed all the same.",
      subtle: true,
    },
    (parts) => keepingRefused(parts, (body) => isObject(body["amount"])),
  ),
  mutant(
    {
      id: "remittance-of-stranger-kept",
      violates: "remittances/unauthorized-creation-leaves-no-remittance",
      summary: "A creation without a key is answered 401 and carried out for the newest merchant.",
    },
    (parts) => carryingOutForStrangers(parts),
  ),
];

/** Stores a remittance although its creation is refused. */
function keepingRefused(parts: Parts, when: (body: Record<string, unknown>) => boolean): Parts {
  const { create } = parts.remittances;
  const guards = create.guards.map((guard): (typeof create.guards)[number] => ({
    ...guard,
    refuse: (input) => {
      const refusal = guard.refuse(input);
      if (refusal === undefined || !isObject(input.command.body) || !when(input.command.body)) return refusal;
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
  }));
  return { ...parts, remittances: { ...parts.remittances, create: { ...create, guards } } };
}

/** Lets a creation without a key through for the newest merchant, and answers it as if it had not. */
function carryingOutForStrangers(parts: Parts): Parts {
  const { authentication } = parts;
  const stranger = "a stranger";
  const strangers = new WeakSet();
  const changed: Parts = {
    ...parts,
    authentication: {
      ...authentication,
      readKey: (header, operationId) =>
        header === undefined && operationId === "createRemittance"
          ? stranger
          : authentication.readKey(header, operationId),
      callerOf: (state, key, operationId) => {
        if (key !== stranger) return authentication.callerOf(state, key, operationId);
        const newest = state.all(merchants).at(-1);
        if (newest === undefined) return undefined;
        const caller = { accountId: newest.id, mode: "test" as const };
        strangers.add(caller);
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
        context.caller !== undefined && strangers.has(context.caller)
          ? authentication.unauthorized.usual()
          : ((await usual?.(answer, context)) ?? answer),
    },
  };
}
