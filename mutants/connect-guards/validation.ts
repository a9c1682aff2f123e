import type { IdempotencyPolicy } from "../../emulator/kernel/idempotency.ts";
import { type Fault, type Mutant, part } from "../mutant.ts";
import { type Body, finishing, isObject } from "../shared/answers.ts";

const scopeOfAccount: IdempotencyPolicy["scope"] = ({ caller }, key) => JSON.stringify([caller, key]);

const misnamed = (fault: Omit<Fault, "violates">, operation: string, from: string, to: string): Mutant => ({
  ...fault,
  violates: ["connect-guards/validation-names-the-field"],
  replace: finishing(operation, (answer) => {
    if (!isObject(answer.body) || !Array.isArray(answer.body["errors"])) return answer;
    const errors = (answer.body["errors"] as Body[]).map((error) =>
      error["field"] === from ? { ...error, field: to } : error,
    );
    return { ...answer, body: { ...answer.body, errors } };
  }),
});

export const mutants: readonly Mutant[] = [
  misnamed(
    {
      id: "connect-fault-names-the-body",
      summary: "The refusal of an allocation without an amount names the body.",
    },
    "createAllocation",
    "amount",
    "body",
  ),
  misnamed(
    {
      id: "connect-fault-names-the-header-in-lowercase",
      summary: "The refusal of a withdrawal without a key names the header in lowercase.",
    },
    "createWithdrawal",
    "Idempotency-Key",
    "idempotency-key",
  ),
  {
    id: "connect-key-in-progress-on-another-route",
    violates: ["connect-guards/key-on-another-route"],
    summary: "A key that was used on another route is reported as in progress.",
    replace: part(["connect"], ({ allocations, createAccount }) => {
      const shared = (usual: IdempotencyPolicy): IdempotencyPolicy => ({
        ...usual,
        scope: scopeOfAccount,
        replay: (record, command, now) =>
          record.operationId === command.operationId
            ? usual.replay(record, command, now)
            : usual.inProgress(record),
      });
      return {
        allocations: { ...allocations, idempotency: shared(allocations.idempotency) },
        createAccount: { ...createAccount, idempotency: shared(createAccount.idempotency) },
      };
    }),
  },
];
