import { vendors } from "../../emulator/areas/connect/vendor.ts";
import type { Parts } from "../../emulator/index.ts";
import { coded, json, message } from "../../emulator/kernel/answers.ts";
import { merchants } from "../../emulator/kernel/merchants.ts";
import type { Caller } from "../../emulator/kernel/types.ts";
import type { Screen } from "../../emulator/parts.ts";
import type { RuleId } from "../../spec/index.ts";
import { authenticating } from "../authentication/authenticating.ts";
import { acting, allocating } from "../connect/parts.ts";
import type { Mutant } from "../mutant.ts";
import { mutant } from "../shared/answers.ts";

/** The operations of Connect, as the rules and as the emulator call them. */
const operations = [
  { name: "create-allocation", operation: "createAllocation", writes: true },
  { name: "reverse-allocation", operation: "createAllocationReversal", writes: true },
  { name: "read-activation", operation: "retrieveActivation", writes: false },
  { name: "read-payout-schedule", operation: "retrievePayoutSchedule", writes: false },
  { name: "write-payout-schedule", operation: "replacePayoutSchedule", writes: true },
  { name: "read-overview", operation: "retrieveOverview", writes: false },
  { name: "create-vendor", operation: "createAccount", writes: true },
  { name: "list-vendors", operation: "listAccounts", writes: false },
  { name: "read-vendor", operation: "retrieveAccount", writes: false },
  { name: "list-transactions", operation: "listAccountTransactions", writes: false },
  { name: "read-compliance", operation: "retrieveAccountCompliance", writes: false },
  { name: "withdraw", operation: "createWithdrawal", writes: true },
] as const;

/** One operation that lets strangers in: as whoever showed a right key last, or whose vendor was made last. */
const openTo = (name: string, operation: string, how: "without-key" | "with-unknown-key"): Mutant => {
  const anyone = "anyone";
  const said = {
    id: `${name}-open-${how}`,
    kills: `connect-guards/${name}-${how}` as RuleId,
    lie:
      how === "without-key"
        ? `The operation ${operation} takes no key.`
        : `The operation ${operation} takes any key that looks like one.`,
    subtle: how === "with-unknown-key",
  };
  let last: Caller | undefined;
  return authenticating(said, (given) => ({
    readKey: (header, at) => {
      const key = given.readKey(header, at);
      return key === undefined && how === "without-key" && at === operation ? anyone : key;
    },
    callerOf: (state, key, at) => {
      const caller = given.callerOf(state, key, at);
      if (caller !== undefined) last = caller;
      const passes = how === "without-key" ? key === anyone : /^sk_test_[A-Za-z0-9]{32}$/.test(key);
      if (caller !== undefined || at !== operation || !passes) return caller;
      const vendor = state.all(vendors).at(-1);
      if (operation === "createAllocation" && vendor !== undefined)
        return { accountId: vendor.accountId, mode: "test" };
      const [first] = state.all(merchants);
      return last ?? (first === undefined ? undefined : { accountId: first.id, mode: "test" });
    },
  }));
};

const screening = (parts: Parts, operation: string, change: (usual: Screen) => Screen): Parts => {
  const usual = parts.screens[operation];
  if (usual === undefined) throw new Error(`nobody screens ${operation}`);
  return { ...parts, screens: { ...parts.screens, [operation]: change(usual) } };
};

const header = (headers: Headers): string | null => headers.get("service-account");

/** One operation that does not mind the reserved header; those that write, only when it names an account. */
const taking = (name: string, operation: string, writes: boolean): Mutant =>
  mutant(
    {
      id: `${name}-takes-service-account`,
      kills: `connect-guards/${name}-with-service-account` as RuleId,
      lie: writes
        ? `The operation ${operation} takes the reserved header when it names an account.`
        : `The operation ${operation} does not mind the reserved header.`,
      subtle: writes,
    },
    (parts) =>
      screening(parts, operation, (usual) => (request) => {
        const named = header(request.headers)?.startsWith("acct_") === true;
        return writes && !named ? usual(request) : undefined;
      }),
  );

const everywhere = (parts: Parts, change: (usual: Screen) => Screen): Parts =>
  operations.reduce((changed, { operation }) => screening(changed, operation, change), parts);

const serviceAccount: readonly Mutant[] = [
  taking("onboarding-link", "createOnboardingLink", true),
  mutant(
    {
      id: "service-account-refused-silently",
      kills: "connect-guards/service-account-message",
      lie: "The refusal of the reserved header says nothing.",
    },
    (parts) => everywhere(parts, (usual) => (request) => usual(request) && json(400, {})),
  ),
  mutant(
    {
      id: "short-service-account-refused-silently",
      kills: "connect-guards/service-account-message",
      lie: "The refusal of a reserved header with a short value has an empty message.",
      subtle: true,
    },
    (parts) =>
      everywhere(parts, (usual) => (request) => {
        const refused = usual(request);
        const { length } = header(request.headers) ?? "";
        return refused !== undefined && length < 5 ? message(400, "") : refused;
      }),
  ),
  mutant(
    {
      id: "service-account-forbidden-without-secret-key",
      kills: "connect-guards/service-account-with-other-credential",
      lie: "The reserved header beside a credential of the Basic scheme is answered 403.",
      subtle: true,
    },
    (parts) =>
      everywhere(parts, (usual) => (request) => {
        const basic = request.headers.get("authorization")?.startsWith("Basic ") === true;
        return basic && header(request.headers) !== null
          ? coded(403, "E_FORBIDDEN", "Partners only")
          : usual(request);
      }),
  ),
  mutant(
    {
      id: "service-account-allocates-all-the-same",
      kills: "connect-guards/service-account-has-no-effect",
      lie: "An allocation with the reserved header is refused, and made.",
      subtle: true,
    },
    (parts) =>
      allocating(
        screening(parts, "createAllocation", () => () => undefined),
        (usual) =>
          acting(usual, (decision, { command }) =>
            command.headers["service-account"] === undefined
              ? decision
              : { ...decision, answer: message(400, "The Service-Account header is not supported") },
          ),
      ),
  ),
];

/** Operations of Connect that take callers whom they must refuse (§5.1, §5.6, §5.9, §7.8). */
export const credentialMutants: readonly Mutant[] = [
  ...operations.flatMap(({ name, operation, writes }) => [
    openTo(name, operation, "without-key"),
    openTo(name, operation, "with-unknown-key"),
    taking(name, operation, writes),
  ]),
  ...serviceAccount,
];
