import { isDown } from "../../emulator/areas/common/outages.ts";
import type { Dependence } from "../../emulator/areas/connect/outages.ts";
import type { ConnectGuard, ConnectParts, ConnectRoute } from "../../emulator/areas/connect/parts.ts";
import type { Parts } from "../../emulator/index.ts";
import { coded, only } from "../../emulator/kernel/answers.ts";
import type { IdempotencyPolicy } from "../../emulator/kernel/idempotency.ts";
import type { RuleId } from "../../spec/index.ts";
import { acting, alsoRefusing, connecting, without } from "../connect/parts.ts";
import type { Mutant } from "../mutant.ts";
import { type Body, changes, finishing, isObject, mutant } from "../shared/answers.ts";

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
  id: string,
  violates: RuleId,
  what: string,
  change: (connect: ConnectParts) => Partial<ConnectParts>,
  subtle = false,
): Mutant =>
  mutant(
    {
      id: `connect-limits-${id}`,
      violates,
      summary: `More than twenty ${what} meet a limit of their rate.`,
      subtle,
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

const misnamed = (
  id: string,
  summary: string,
  operation: string,
  from: string,
  to: string,
  subtle: boolean,
): Mutant =>
  mutant({ id, violates: "connect-guards/validation-names-the-field", summary, subtle }, (parts) =>
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
  limits("overviews", "connect-guards/reads-are-not-rate-limited", "overviews a minute", ({ overview }) => ({
    overview: { ...overview, ...limited(overview) },
  })),
  limits(
    "lists-of-vendors",
    "connect-guards/reads-are-not-rate-limited",
    "lists of vendors a minute",
    ({ listAccounts }) => ({ listAccounts: { ...listAccounts, ...limited(listAccounts) } }),
    true,
  ),
  limits(
    "vendor-reads",
    "connect-guards/vendor-reads-are-not-rate-limited",
    "readings of a vendor a minute",
    ({ retrieveAccount }) => ({ retrieveAccount: { ...retrieveAccount, ...limited(retrieveAccount) } }),
  ),
  limits(
    "compliance",
    "connect-guards/vendor-reads-are-not-rate-limited",
    "readings of compliance a minute",
    ({ compliance }) => ({ compliance: { ...compliance, ...limited(compliance) } }),
    true,
  ),
  limits(
    "allocations",
    "connect-guards/allocations-are-not-rate-limited",
    "allocations a minute",
    ({ allocations }) => ({ allocations: { ...allocations, ...limited(allocations) } }),
  ),
  limits(
    "reversals",
    "connect-guards/reversals-are-not-rate-limited",
    "reversals a minute",
    ({ reversals }) => ({ reversals: { ...reversals, ...limited(reversals) } }),
  ),
  limits(
    "withdrawals",
    "connect-guards/withdrawals-are-not-rate-limited",
    "withdrawals a minute",
    ({ withdrawals }) => ({ withdrawals: { ...withdrawals, ...limited(withdrawals) } }),
  ),
  limits(
    "payout-schedules",
    "connect-guards/payout-schedule-is-not-rate-limited",
    "writings of the payout schedule a minute",
    ({ payoutSchedule }) => ({
      payoutSchedule: {
        ...payoutSchedule,
        replace: { ...payoutSchedule.replace, ...limited(payoutSchedule.replace) },
      },
    }),
  ),
  misnamed(
    "connect-fault-names-the-body",
    "The refusal of an allocation without an amount names the body.",
    "createAllocation",
    "amount",
    "body",
    false,
  ),
  misnamed(
    "connect-fault-names-the-header-in-lowercase",
    "The refusal of a withdrawal without a key names the header in lowercase.",
    "createWithdrawal",
    "Idempotency-Key",
    "idempotency-key",
    true,
  ),
  changes(
    { operations: ["createWithdrawal"], status: 422 },
    {
      id: "connect-code-is-a-number",
      violates: "connect-guards/refusal-code",
      summary: "The code of a refused withdrawal is a number.",
      when: (body) => body["code"] !== undefined,
    },
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
    "transactions",
    "connect-guards/vendor-reads-are-not-rate-limited",
    "lists of transactions a minute",
    ({ listTransactions }) => ({ listTransactions: { ...listTransactions, ...limited(listTransactions) } }),
    true,
  ),
  limits(
    "activations",
    "connect-guards/reads-are-not-rate-limited",
    "readings of the activation a minute",
    ({ activation }) => ({
      activation: { ...activation, retrieve: { ...activation.retrieve, ...limited(activation.retrieve) } },
    }),
    true,
  ),
  limits(
    "onboarding-links",
    "connect-guards/onboarding-links-are-not-rate-limited",
    "onboarding links a minute",
    ({ onboarding }) => ({ onboarding: { ...onboarding, ...limited(onboarding) } }),
  ),
  limits(
    "schedules-read",
    "connect-guards/reads-are-not-rate-limited",
    "readings of the payout schedule a minute",
    ({ payoutSchedule }) => ({
      payoutSchedule: {
        ...payoutSchedule,
        retrieve: { ...payoutSchedule.retrieve, ...limited(payoutSchedule.retrieve) },
      },
    }),
    true,
  ),
];
