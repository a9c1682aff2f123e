import type { ConnectInput } from "../../emulator/areas/connect/parts.ts";
import { allocations } from "../../emulator/areas/connect/records.ts";
import type { TargetedOperation, TargetParts } from "../../emulator/areas/connect/targets.ts";
import { transactions } from "../../emulator/areas/connect/transactions.ts";
import { vendors } from "../../emulator/areas/connect/vendor.ts";
import type { Parts } from "../../emulator/index.ts";
import { coded, json, message } from "../../emulator/kernel/answers.ts";
import type { Answer } from "../../emulator/kernel/request.ts";
import type { Decision } from "../../emulator/kernel/types.ts";
import { type RuleId, ruleIdOf } from "../../spec/index.ts";
import { allocating, connecting, refusing, reversing, withdrawing } from "../connect/parts.ts";
import { type Fault, type Mutant, mutant } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";
import { outageDisclosureMutants } from "./outages.ts";

/** The routes that name a vendor, as the rules and as the emulator call them. */
const routes = [
  { name: "account-read", operation: "retrieveAccount", what: "The reading of an account", live: true },
  {
    name: "transactions",
    operation: "listAccountTransactions",
    what: "The listing of transactions",
    live: true,
  },
  {
    name: "compliance",
    operation: "retrieveAccountCompliance",
    what: "The reading of compliance",
    live: true,
  },
  { name: "withdrawal", operation: "createWithdrawal", what: "A withdrawal", live: true },
  { name: "allocation", operation: "createAllocation", what: "An allocation", live: true },
  { name: "onboarding-link", operation: "createOnboardingLink", what: "An onboarding link", live: true },
  { name: "charge", operation: "createDirectCharge", what: "A charge", live: false },
] as const satisfies readonly { name: string; operation: TargetedOperation; what: string; live: boolean }[];

type Route = (typeof routes)[number];
type Unreachable = keyof TargetParts["answers"];

const targeting = (
  parts: Parts,
  operation: TargetedOperation,
  change: (usual: TargetParts) => Partial<TargetParts>,
): Parts =>
  connecting(parts, ({ targets }) => ({
    targets: { ...targets, [operation]: { ...targets[operation], ...change(targets[operation]) } },
  }));

/** Ways in which a route gives away why a vendor is out of reach. */
const ofRoute = ({ name, operation, what, live }: Route): readonly Mutant[] => {
  const shown = operation !== "createOnboardingLink" && operation !== "createDirectCharge";
  const rule = (cause: string): RuleId => ruleIdOf(`connect-targets/${name}-${cause}`);
  const answering = (fault: Fault, cause: Unreachable, answer: () => Answer): Mutant =>
    mutant(fault, (parts) =>
      targeting(parts, operation, ({ answers }) => ({ answers: { ...answers, [cause]: answer } })),
    );
  /** One cause is not seen in callers of one environment: the vendor is reached. */
  const overlooking = (fault: Fault, cause: Unreachable, mode: "test" | "live"): Mutant =>
    mutant(fault, (parts) =>
      targeting(parts, operation, ({ classify }) => ({
        classify: (state, caller, id) => {
          const found = classify(state, caller, id);
          return found === cause && caller.mode === mode ? undefined : found;
        },
      })),
    );
  return [
    answering(
      {
        id: `${name}-malformed-invalid`,
        violates: rule("malformed"),
        summary: `${what} for a malformed identifier is answered 422.`,
      },
      "malformed",
      () => json(422, { errors: [{ rule: "regex", field: "acct", message: "regex validation failed" }] }),
    ),
    answering(
      {
        id: `${name}-unknown-not-found`,
        violates: rule("unknown"),
        summary: `${what} for an unknown vendor is answered 404.`,
      },
      "unknown",
      () => message(404, "Account not found"),
    ),
    answering(
      {
        id: `${name}-deleted-gone`,
        violates: rule("deleted"),
        summary: `${what} for a deleted vendor is answered 410.`,
        subtle: true,
      },
      "deleted",
      () => message(410, "Gone"),
    ),
    overlooking(
      {
        id: `${name}-foreign-reached`,
        violates: rule("foreign"),
        summary: `${what} reaches another marketplace's vendors.`,
        subtle: true,
      },
      "foreign",
      "test",
    ),
    answering(
      {
        id: `${name}-foreign-with-a-byte-more`,
        violates: rule("answers-are-identical"),
        summary: `${what} for another marketplace's vendor is refused with a byte more.`,
        subtle: true,
      },
      "foreign",
      () => ({ status: 403, body: { message: "Forbidden" }, raw: '{"message":"Forbidden"} ' }),
    ),
    answering(
      {
        id: `${name}-live-forbidden`,
        violates: rule("of-live-vendor"),
        summary: `${what} for a vendor of the other mode is answered 403.`,
        subtle: true,
      },
      "otherMode",
      () => message(403, "Forbidden"),
    ),
    ...(shown
      ? [
          answering(
            {
              id: `${name}-live-says-more`,
              violates: "connect-targets/other-mode-says-unauthorized",
              summary: `${what} for a vendor of the other mode says why it is refused.`,
              subtle: true,
            },
            "otherMode",
            () => message(401, "This vendor is live"),
          ),
        ]
      : []),
    ...(name !== "charge" && name !== "onboarding-link"
      ? [
          answering(
            {
              id: `${name}-unknown-says-more`,
              violates: rule("says-forbidden"),
              summary: `${what} for an unknown vendor says why it is refused.`,
            },
            "unknown",
            () => message(403, "No such account"),
          ),
          answering(
            {
              id: `${name}-malformed-says-nothing`,
              violates: rule("says-forbidden"),
              summary: `${what} for a malformed identifier says nothing.`,
              // Of an account, the simplest request shows it.
              subtle: name !== "account-read",
            },
            "malformed",
            () => json(403, {}),
          ),
        ]
      : []),
    ...(live
      ? [
          overlooking(
            {
              id: `${name}-test-vendor-reached`,
              violates: rule("of-test-vendor"),
              summary: `${what} with a live key reaches test vendors.`,
              subtle: true,
            },
            "otherMode",
            "live",
          ),
        ]
      : []),
  ];
};

/** A refused target that has the effect all the same, where nothing else is in the way. */
const actingAll = (
  usual: { act: (input: ConnectInput) => Decision },
  refusal: Decision,
  input: ConnectInput,
): Decision => ({ ...usual.act(input), answer: refusal.answer });

/** A request as the merchant would send it to which the allocation of the path belongs. */
const asOwner = (input: ConnectInput): ConnectInput => {
  const { state, command } = input;
  const owner = state.get(allocations, command.params["allocationId"] ?? "")?.accountId;
  if (owner === undefined) return input;
  return { ...input, command: { ...command, caller: { ...command.caller, accountId: owner } } };
};

/** Requests about others' vendors and allocations that do something (§7.3). */
const effects: readonly Mutant[] = [
  mutant(
    {
      id: "allocation-to-foreign-credits",
      violates: "connect-targets/allocation-to-foreign-credits-nothing",
      summary: "An allocation to another marketplace's vendor is refused, and credited.",
      subtle: true,
    },
    (parts) =>
      allocating(parts, (usual) =>
        refusing(usual, "target", (refusal, input) => {
          const { body } = input.command;
          const vendor = input.state.get(vendors, isObject(body) ? String(body["destination"]) : "");
          return vendor === undefined ? refusal : actingAll(usual, refusal, input);
        }),
      ),
  ),
  mutant(
    {
      id: "allocation-across-modes-credits",
      violates: "connect-targets/allocation-to-live-vendor-credits-nothing",
      summary: "An allocation to a live vendor with a test key is refused, and credited.",
      subtle: true,
    },
    (parts) =>
      allocating(parts, (usual) =>
        refusing(usual, "target", (refusal, input) => {
          const { body, caller } = input.command;
          const vendor = input.state.get(vendors, isObject(body) ? String(body["destination"]) : "");
          if (vendor === undefined || vendor.accountId !== caller.accountId) return refusal;
          const command = { ...input.command, caller: { ...caller, mode: vendor.mode } };
          return actingAll(usual, refusal, { ...input, command });
        }),
      ),
  ),
  mutant(
    {
      id: "allocation-to-oneself-invalid",
      violates: "connect-targets/allocation-to-oneself",
      summary: "An allocation to oneself is refused as invalid.",
      subtle: true,
    },
    (parts) =>
      allocating(parts, ({ refusals }) => ({
        refusals: { ...refusals, toOneself: () => coded(422, "connect.self_allocation", "That is you") },
      })),
  ),
  mutant(
    {
      id: "foreign-allocation-reversed",
      violates: "connect-targets/foreign-allocation-cannot-be-reversed",
      summary: "Whoever knows the id of an allocation can reverse it.",
      subtle: true,
    },
    (parts) =>
      reversing(parts, ({ guards, act }) => ({
        guards: guards.map((guard) => ({ ...guard, refuse: (input) => guard.refuse(asOwner(input)) })),
        act: (input) => act(asOwner(input)),
      })),
  ),
  mutant(
    {
      id: "foreign-reversal-refused-and-done",
      violates: "connect-targets/foreign-reversal-moves-no-money",
      summary: "A reversal of another marketplace's allocation is refused, and done.",
      subtle: true,
    },
    (parts) =>
      reversing(parts, (usual) =>
        refusing(usual, "allocation", (refusal, input) => {
          const owner = asOwner(input);
          const foreign =
            owner !== input && owner.command.caller.accountId !== input.command.caller.accountId;
          const open = usual.guards.every((guard) => guard.refuse(owner) === undefined);
          return foreign && open ? actingAll(usual, refusal, owner) : refusal;
        }),
      ),
  ),
  mutant(
    {
      id: "unknown-allocation-reversed",
      violates: "connect-targets/unknown-allocation-cannot-be-reversed",
      summary: "A reversal of an allocation that nobody made succeeds with nothing.",
    },
    (parts) =>
      reversing(parts, () => ({ unknown: () => json(201, { object: "connect_reversal", amount: 0 }) })),
  ),
  mutant(
    {
      id: "withdrawal-of-foreign-pays",
      violates: "connect-targets/withdrawal-of-foreign-pays-nothing",
      summary: "A withdrawal of another marketplace's vendor is refused, and paid out.",
      subtle: true,
    },
    (parts) =>
      withdrawing(parts, (usual) =>
        refusing(usual, "target", (refusal, input) =>
          input.state.get(vendors, input.command.params["acct"] ?? "") === undefined
            ? refusal
            : actingAll(usual, refusal, input),
        ),
      ),
  ),
];

/** Vendors out of reach that are distinguished, reached or harmed (§5, §7.3). */
export const connectTargetMutants: readonly Mutant[] = [
  mutant(
    {
      id: "transactions-of-a-deleted-vendor-with-a-past",
      violates: "connect-targets/transactions-deleted",
      summary: "A deleted vendor's transactions can still be listed, if there are any.",
      subtle: true,
    },
    (parts) =>
      connecting(parts, ({ targets }) => {
        const usual = targets.listAccountTransactions;
        const classify: TargetParts["classify"] = (state, caller, id) => {
          const cause = usual.classify(state, caller, id);
          const hasPast = state.find(transactions, "account", id).length > 0;
          return cause === "deleted" && hasPast ? undefined : cause;
        };
        return { targets: { ...targets, listAccountTransactions: { ...usual, classify } } };
      }),
  ),
  ...routes.flatMap(ofRoute),
  ...effects,
  ...outageDisclosureMutants,
];
