import { isDown } from "../../emulator/areas/common/outages.ts";
import type { Dependence } from "../../emulator/areas/connect/outages.ts";
import type { ConnectGuard, ConnectParts, ConnectRoute } from "../../emulator/areas/connect/parts.ts";
import type { Parts } from "../../emulator/index.ts";
import { coded, only } from "../../emulator/kernel/answers.ts";
import type { IdempotencyPolicy } from "../../emulator/kernel/idempotency.ts";
import { acting, alsoRefusing, connecting, without } from "../connect/parts.ts";
import { type Fault, type Mutant, mutant } from "../mutant.ts";
import { type Body, changes, finishing, isObject } from "../shared/answers.ts";

/** A route that refuses whoever came twenty times. */
const limited = (route: ConnectRoute): { guards: readonly ConnectGuard[] } => {
  const seen = new Map<string, number>();
  return alsoRefusing(route, ({ command }) => {
    const { accountId } = command.caller;
    const before = seen.get(accountId) ?? 0;
    seen.set(accountId, before + 1);
    return before >= 20 ? only(coded(429, "E_TOO_MANY_REQUESTS", "Slower, please")) : undefined;
  });
};

const limits = (
  fault: Omit<Fault, "summary">,
  what: string,
  change: (connect: ConnectParts) => Partial<ConnectParts>,
): Mutant =>
  mutant(
    {
      ...fault,
      id: `connect-limits-${fault.id}`,
      summary: `More than twenty ${what} meet a limit of their rate.`,
    },
    (parts) => connecting(parts, change),
  );

/** What an operation answers while a service is out. */
const depending = (
  parts: Parts,
  operation: string,
  service: string,
  change: (usual: Dependence) => Dependence,
): Parts =>
  connecting(parts, ({ outages }) => ({
    outages: {
      ...outages,
      [operation]: (outages[operation] ?? []).map((one) => (one.service === service ? change(one) : one)),
    },
  }));

/** A route that does its work though a service is out, and says that it did not. */
const workingOn = (route: ConnectRoute, service: "sso" | "upstream", code: string): ConnectRoute => ({
  ...without(route, "outage"),
  ...acting(route, (decision, { state, command }) =>
    isDown(state, command.caller.accountId, service)
      ? { ...decision, answer: coded(503, code, "Out") }
      : decision,
  ),
});

const scopeOfAccount: IdempotencyPolicy["scope"] = ({ caller }, key) => JSON.stringify([caller, key]);

const misnamed = (fault: Omit<Fault, "violates">, operation: string, from: string, to: string): Mutant =>
  mutant({ ...fault, violates: "connect-guards/validation-names-the-field" }, (parts) =>
    finishing(parts, operation, (answer) => {
      if (!isObject(answer.body) || !Array.isArray(answer.body["errors"])) return answer;
      const errors = (answer.body["errors"] as Body[]).map((error) =>
        error["field"] === from ? { ...error, field: to } : error,
      );
      return { ...answer, body: { ...answer.body, errors } };
    }),
  );

/** Limits, refusals and outages of Connect, wrongly. */
export const connectWorkMutants: readonly Mutant[] = [
  limits(
    { id: "overviews", violates: "connect-guards/reads-are-not-rate-limited" },
    "overviews a minute",
    ({ overview }) => ({
      overview: { ...overview, ...limited(overview) },
    }),
  ),
  limits(
    { id: "lists-of-vendors", violates: "connect-guards/reads-are-not-rate-limited", subtle: true },
    "lists of vendors a minute",
    ({ listAccounts }) => ({ listAccounts: { ...listAccounts, ...limited(listAccounts) } }),
  ),
  limits(
    { id: "vendor-reads", violates: "connect-guards/vendor-reads-are-not-rate-limited" },
    "readings of a vendor a minute",
    ({ retrieveAccount }) => ({ retrieveAccount: { ...retrieveAccount, ...limited(retrieveAccount) } }),
  ),
  limits(
    { id: "compliance", violates: "connect-guards/vendor-reads-are-not-rate-limited", subtle: true },
    "readings of compliance a minute",
    ({ compliance }) => ({ compliance: { ...compliance, ...limited(compliance) } }),
  ),
  limits(
    { id: "allocations", violates: "connect-guards/allocations-are-not-rate-limited" },
    "allocations a minute",
    ({ allocations }) => ({ allocations: { ...allocations, ...limited(allocations) } }),
  ),
  limits(
    { id: "reversals", violates: "connect-guards/reversals-are-not-rate-limited" },
    "reversals a minute",
    ({ reversals }) => ({ reversals: { ...reversals, ...limited(reversals) } }),
  ),
  limits(
    { id: "withdrawals", violates: "connect-guards/withdrawals-are-not-rate-limited" },
    "withdrawals a minute",
    ({ withdrawals }) => ({ withdrawals: { ...withdrawals, ...limited(withdrawals) } }),
  ),
  limits(
    { id: "payout-schedules", violates: "connect-guards/payout-schedule-is-not-rate-limited" },
    "writings of the payout schedule a minute",
    ({ payoutSchedule }) => ({
      payoutSchedule: {
        ...payoutSchedule,
        replace: { ...payoutSchedule.replace, ...limited(payoutSchedule.replace) },
      },
    }),
  ),
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
      subtle: true,
    },
    "createWithdrawal",
    "Idempotency-Key",
    "idempotency-key",
  ),
  changes(
    {
      id: "connect-code-is-a-number",
      violates: "connect-guards/refusal-code",
      summary: "The code of a refused withdrawal is a number.",
      when: (body) => body["code"] !== undefined,
    },
    { operations: ["createWithdrawal"], status: 422 },
    (body) => {
      body["code"] = 422;
    },
  ),
  mutant(
    {
      id: "connect-key-in-progress-on-another-route",
      violates: "connect-guards/key-on-another-route",
      summary: "A key that another route has spent is said to be in progress.",
    },
    (parts) =>
      connecting(parts, ({ allocations, createAccount }) => {
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
  ),
  mutant(
    {
      id: "identity-outage-with-another-code",
      violates: "connect-guards/identity-outage-refused",
      summary: "While identities are out, a creation is refused as if verification were.",
    },
    (parts) =>
      depending(parts, "createAccount", "sso", (usual) => ({
        ...usual,
        refuse: () => coded(503, "E_IDENTITY_UNAVAILABLE", "Out"),
      })),
  ),
  mutant(
    {
      id: "upstream-outage-with-another-code",
      violates: "connect-guards/upstream-outage-refused",
      summary: "While the upstream service is out, an allocation is refused as if identities were.",
    },
    (parts) =>
      depending(parts, "createAllocation", "upstream", (usual) => ({
        ...usual,
        refuse: () => coded(503, "E_SSO_UNAVAILABLE", "Out"),
      })),
  ),
  mutant(
    {
      id: "upstream-outage-of-withdrawals-is-500",
      violates: "connect-guards/upstream-outage-refused",
      summary: "While the upstream service is out, a withdrawal fails with 500.",
      subtle: true,
    },
    (parts) =>
      depending(parts, "createWithdrawal", "upstream", (usual) => ({
        ...usual,
        refuse: () => ({ ...usual.refuse(), status: 500 }),
      })),
  ),
  mutant(
    {
      id: "identity-outage-creates-all-the-same",
      violates: "connect-guards/identity-outage-has-no-effect",
      summary: "While identities are out, a vendor is created and the creation refused.",
    },
    (parts) =>
      connecting(parts, ({ createAccount }) => ({
        createAccount: { ...createAccount, ...workingOn(createAccount, "sso", "E_SSO_UNAVAILABLE") },
      })),
  ),
  mutant(
    {
      id: "upstream-outage-allocates-all-the-same",
      violates: "connect-guards/upstream-outage-has-no-effect",
      summary: "While the upstream service is out, an allocation is made and refused.",
      subtle: true,
    },
    (parts) =>
      connecting(parts, ({ allocations }) => ({
        allocations: { ...allocations, ...workingOn(allocations, "upstream", "E_SERVICE_UNAVAILABLE") },
      })),
  ),
  mutant(
    {
      id: "identity-outage-spends-the-key",
      violates: "connect-guards/identity-outage-recovery",
      summary: "A creation that an outage refused has spent its key.",
    },
    (parts) =>
      connecting(parts, ({ createAccount }) => ({
        createAccount: { ...createAccount, idempotency: { ...createAccount.idempotency, keeps: () => true } },
      })),
  ),
  mutant(
    {
      id: "upstream-outage-spends-the-key",
      violates: "connect-guards/upstream-outage-recovery",
      summary: "An allocation that an outage refused has spent its key.",
      subtle: true,
    },
    (parts) =>
      connecting(parts, ({ allocations }) => ({
        allocations: { ...allocations, idempotency: { ...allocations.idempotency, keeps: () => true } },
      })),
  ),
  limits(
    { id: "transactions", violates: "connect-guards/vendor-reads-are-not-rate-limited", subtle: true },
    "lists of transactions a minute",
    ({ listTransactions }) => ({ listTransactions: { ...listTransactions, ...limited(listTransactions) } }),
  ),
  limits(
    { id: "activations", violates: "connect-guards/reads-are-not-rate-limited", subtle: true },
    "readings of the activation a minute",
    ({ activation }) => ({
      activation: { ...activation, retrieve: { ...activation.retrieve, ...limited(activation.retrieve) } },
    }),
  ),
  limits(
    { id: "onboarding-links", violates: "connect-guards/onboarding-links-are-not-rate-limited" },
    "onboarding links a minute",
    ({ onboarding }) => ({ onboarding: { ...onboarding, ...limited(onboarding) } }),
  ),
  limits(
    { id: "schedules-read", violates: "connect-guards/reads-are-not-rate-limited", subtle: true },
    "readings of the payout schedule a minute",
    ({ payoutSchedule }) => ({
      payoutSchedule: {
        ...payoutSchedule,
        retrieve: { ...payoutSchedule.retrieve, ...limited(payoutSchedule.retrieve) },
      },
    }),
  ),
];
