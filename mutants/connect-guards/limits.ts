import type { Parts } from "../../emulator/index.ts";
import { coded, validationFailed } from "../../emulator/kernel/answers.ts";
import type { Command } from "../../emulator/kernel/types.ts";
import type { Finish } from "../../emulator/parts.ts";
import type { RuleId } from "../../spec/index.ts";
import { allocating, connecting, refusing } from "../connect/parts.ts";
import type { Mutant } from "../mutant.ts";
import { isObject, type Lie, mutant } from "../shared/answers.ts";

const LIMIT = 20;

/** An operation of which each account has so many, and then no more. */
const limiting = (said: Omit<Lie, "subtle">, operation: string): Mutant =>
  mutant({ ...said, subtle: true }, (parts) => {
    const counts = new Map<string, number>();
    const usual = parts.answers[operation];
    if (usual === undefined) throw new Error(`the emulator has no operation ${operation}`);
    const finish: Finish = async (answer, context) => {
      const account = context.caller?.accountId ?? "";
      const count = (counts.get(account) ?? 0) + 1;
      counts.set(account, count);
      const limited = count > LIMIT ? coded(429, "E_TOO_MANY_REQUESTS", "Too many requests") : answer;
      return usual(limited, context);
    };
    return { ...parts, answers: { ...parts.answers, [operation]: finish } };
  });

const limits: readonly Mutant[] = (
  [
    ["overview-rate-limited", "reads", "retrieveOverview", "The overview"],
    ["transactions-rate-limited", "vendor-reads", "listAccountTransactions", "The listing of transactions"],
    ["allocations-rate-limited", "allocations", "createAllocation", "The creation of allocations"],
    ["reversals-rate-limited", "reversals", "createAllocationReversal", "The creation of reversals"],
    ["withdrawals-rate-limited", "withdrawals", "createWithdrawal", "The creation of withdrawals"],
    ["payout-schedule-rate-limited", "payout-schedule", "replacePayoutSchedule", "The payout schedule"],
  ] as const
).map(([id, name, operation, what]) =>
  limiting(
    {
      id,
      kills: `connect-guards/${name}-${name.endsWith("schedule") ? "is" : "are"}-not-rate-limited` as RuleId,
      lie: `${what} is limited as the creation of vendors is.`,
    },
    operation,
  ),
);

type Dependences = Parts["connect"]["outages"][string];

const depending = (parts: Parts, change: (usual: Dependences) => Dependences): Parts =>
  connecting(parts, ({ outages }) => ({
    outages: Object.fromEntries(
      Object.entries(outages).map(([operation, usual]) => [operation, change(usual)]),
    ),
  }));

/** A refusal for an outage with this code. */
const codeIn = (body: unknown): unknown => (isObject(body) ? body["code"] : undefined);

const outages: readonly Mutant[] = [
  mutant(
    {
      id: "identity-outage-told-otherwise",
      kills: "connect-guards/identity-outage-refused",
      lie: "The outage of the identity service has the general code.",
    },
    (parts) =>
      depending(parts, (usual) =>
        usual.map((one) =>
          one.service === "sso"
            ? { ...one, refuse: () => coded(503, "E_SERVICE_UNAVAILABLE", "Unavailable") }
            : one,
        ),
      ),
  ),
  mutant(
    {
      id: "identity-outage-creates-vendors",
      kills: "connect-guards/identity-outage-has-no-effect",
      lie: "A vendor whose creation is refused for an outage is there afterwards.",
      subtle: true,
    },
    (parts) =>
      connecting(parts, ({ createAccount }) => ({
        createAccount: {
          ...createAccount,
          ...refusing(createAccount, "outage", (refusal, input) => ({
            ...createAccount.act(input),
            answer: refusal.answer,
          })),
        },
      })),
  ),
  mutant(
    {
      id: "identity-outage-spends-keys",
      kills: "connect-guards/identity-outage-recovery",
      lie: "The key of a creation that an outage stopped is spent.",
      subtle: true,
    },
    (parts) =>
      connecting(parts, ({ createAccount }) => ({
        createAccount: {
          ...createAccount,
          idempotency: { ...createAccount.idempotency, keeps: ({ status }) => [201, 503].includes(status) },
        },
      })),
  ),
  mutant(
    {
      id: "upstream-outage-told-otherwise",
      kills: "connect-guards/upstream-outage-refused",
      lie: "The outage of an upstream service has a code of its own.",
    },
    (parts) =>
      depending(parts, (usual) =>
        usual.map((one) =>
          one.service === "upstream"
            ? { ...one, refuse: () => coded(503, "E_UPSTREAM_UNAVAILABLE", "Unavailable") }
            : one,
        ),
      ),
  ),
  mutant(
    {
      id: "upstream-outage-credits",
      kills: "connect-guards/upstream-outage-has-no-effect",
      lie: "An allocation that is refused for an upstream service credits the vendor.",
      subtle: true,
    },
    (parts) =>
      allocating(parts, (usual) =>
        refusing(usual, "outage", (refusal, input) =>
          codeIn(refusal.answer.body) === "E_SERVICE_UNAVAILABLE"
            ? { ...usual.act(input), answer: refusal.answer }
            : refusal,
        ),
      ),
  ),
  mutant(
    {
      id: "upstream-outage-spends-keys",
      kills: "connect-guards/upstream-outage-recovery",
      lie: "The key of an allocation that an outage stopped is spent.",
      subtle: true,
    },
    (parts) =>
      allocating(parts, ({ idempotency }) => ({
        idempotency: { ...idempotency, keeps: ({ status }) => [201, 503].includes(status) },
      })),
  ),
];

const shapes: readonly Mutant[] = [
  mutant(
    {
      id: "missing-key-named-otherwise",
      kills: "connect-guards/validation-names-the-field",
      lie: "A missing idempotency key is told under another name.",
    },
    (parts) =>
      connecting(parts, ({ withdrawals }) => ({
        withdrawals: {
          ...withdrawals,
          idempotency: {
            ...withdrawals.idempotency,
            refuse: (key) =>
              key === undefined
                ? validationFailed(422, [
                    { rule: "required", field: "idempotency_key", message: "required validation failed" },
                  ])
                : withdrawals.idempotency.refuse(key),
          },
        },
      })),
  ),
  mutant(
    {
      id: "unknown-cadence-names-the-body",
      kills: "connect-guards/validation-names-the-field",
      lie: "A cadence that is none is told as a fault of the body.",
      subtle: true,
    },
    (parts) =>
      connecting(parts, ({ payoutSchedule }) => {
        const { cadence } = payoutSchedule.replace;
        const refuse: typeof cadence.refuse = (field, rule, choices) =>
          cadence.refuse(rule === "enum" ? "body" : field, rule, choices);
        return {
          payoutSchedule: {
            ...payoutSchedule,
            replace: { ...payoutSchedule.replace, cadence: { ...cadence, refuse } },
          },
        };
      }),
  ),
  mutant(
    {
      id: "key-of-another-route-unprocessable",
      kills: "connect-guards/key-on-another-route",
      lie: "A key that another route has spent is refused with 422.",
      subtle: true,
    },
    (parts) => {
      const scope = ({ caller }: Command, key: string): string =>
        JSON.stringify([caller.accountId, caller.mode, key]);
      const shared = allocating(parts, ({ idempotency }) => ({
        idempotency: {
          ...idempotency,
          scope,
          replay: (record, command, now) =>
            record.operationId === command.operationId
              ? idempotency.replay(record, command, now)
              : coded(422, "E_IDEMPOTENCY_MISMATCH", "The key belongs to another request"),
        },
      }));
      return connecting(shared, ({ createAccount }) => ({
        createAccount: { ...createAccount, idempotency: { ...createAccount.idempotency, scope } },
      }));
    },
  ),
];

/** Limits, outages and refusals of Connect that are not the documented ones (§7.1, §7.6, §7.7, §8). */
export const limitMutants: readonly Mutant[] = [...limits, ...outages, ...shapes];
