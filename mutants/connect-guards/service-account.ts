import type { ConnectInput } from "../../emulator/areas/connect/parts.ts";
import type { Screen } from "../../emulator/hooks.ts";
import { json, message } from "../../emulator/kernel/answers.ts";
import type { Decision } from "../../emulator/kernel/types.ts";
import { ruleIdOf } from "../../spec/index.ts";
import { acting } from "../connect/parts.ts";
import { treating } from "../faults/exchange.ts";
import { passing } from "../faults/requests.ts";
import {
  byId,
  entry,
  everyEntry,
  inOrder,
  type Mutant,
  named,
  perEmulator,
  type Replace,
} from "../mutant.ts";
import { guardedBy } from "../shared/operations.ts";

const HEADER = "service-account";

/** Changes the validation of one operation's headers. */
const screening = (operation: string, change: (usual: Screen) => Screen): Replace =>
  entry("screens", operation, change);

/** Changes the validation of every operation's headers. */
const screeningAll = (change: (usual: Screen) => Screen): Replace => everyEntry("screens", change);

const open: Screen = () => undefined;

const ignores = (name: string, operation: string): Mutant => ({
  id: `connect-${name}-ignores-service-account`,
  violates: [ruleIdOf(`connect-guards/${name}-with-service-account`)],
  summary: `The operation ${operation} ignores the reserved header.`,
  replace: screening(operation, () => open),
});

/** Commits a decision, but answers that the header is refused. */
const refusedForHeader = (decision: Decision, { command }: ConnectInput): Decision =>
  HEADER in command.headers
    ? { ...decision, answer: message(400, "The header is not supported on this endpoint") }
    : decision;

/** Refuses the header only after the request took effect. */
const late = (what: string, rule: string, operation: string, change: Replace): Mutant => ({
  id: `service-account-on-a-${what}-refused-too-late`,
  violates: [ruleIdOf(`connect-guards/service-account-${rule}`)],
  summary: `A ${what} with the reserved header is refused after it took effect.`,
  replace: inOrder(
    screening(operation, () => open),
    change,
  ),
});

export const mutants = named({
  ...byId(guardedBy("connect-guards").map(([operation, { row = "" }]) => ignores(row, operation))),
  "service-account-with-a-query-ignored": {
    violates: ["connect-guards/read-compliance-with-service-account"],
    summary: "A read of compliance with a query ignores the reserved header.",
    wrap: passing("retrieveAccountCompliance", {
      given: ({ url, headers }) => url.search !== "" && headers.has(HEADER),
      without: HEADER,
    }),
  },
  "service-account-of-an-account-ignored": {
    violates: [
      "connect-guards/read-vendor-with-service-account",
      "connect-guards/read-overview-with-service-account",
    ],
    summary: "The reserved header is ignored if it names an account.",
    replace: screeningAll(
      (usual) => (request) =>
        request.headers.get(HEADER)?.startsWith("acct_") === true ? undefined : usual(request),
    ),
  },
  ...byId(
    (
      [
        ["read-vendor", "retrieveAccount"],
        ["list-transactions", "listAccountTransactions"],
        ["read-compliance", "retrieveAccountCompliance"],
        ["reverse-allocation", "createAllocationReversal"],
      ] as const
    ).map(([name, operation]): Mutant => ({
      id: `service-account-on-${name}-unprocessable`,
      violates: [`connect-guards/${name}-with-service-account`],
      summary: `The reserved header on ${operation} is refused as an invalid value of the request.`,
      replace: screening(
        operation,
        (usual) => (request) =>
          usual(request) === undefined ? undefined : message(422, "The header is not supported"),
      ),
    })),
  ),
  "service-account-refused-in-silence": {
    violates: ["connect-guards/service-account-message"],
    summary: "The refusal of the reserved header has no message.",
    replace: screeningAll((usual) => (request) => (usual(request) === undefined ? undefined : json(400, {}))),
  },
  "service-account-refused-in-silence-on-overviews": {
    violates: ["connect-guards/service-account-message"],
    summary: "On overviews the refusal of the reserved header has no message.",
    replace: screening(
      "retrieveOverview",
      (usual) => (request) => (usual(request) === undefined ? undefined : json(400, { errors: [] })),
    ),
  },
  "service-account-with-other-credential-forbidden": {
    violates: ["connect-guards/service-account-with-other-credential"],
    summary: "The reserved header with a credential that is not a secret key returns 403.",
    replace: screeningAll(
      (usual) => (request) =>
        usual(request) === undefined || /sk_/.test(request.headers.get("authorization") ?? "")
          ? usual(request)
          : message(403, "Forbidden"),
    ),
  },
  "service-account-with-publishable-key-forbidden": {
    violates: ["connect-guards/service-account-with-other-credential"],
    summary: "The reserved header with a publishable key returns 403.",
    replace: screeningAll(
      (usual) => (request) =>
        /pk_/.test(request.headers.get("authorization") ?? "") && request.headers.has(HEADER)
          ? message(403, "Forbidden")
          : usual(request),
    ),
  },
  "service-account-empty-forbidden": {
    violates: [
      "connect-guards/read-vendor-with-service-account",
      "connect-guards/list-vendors-with-service-account",
    ],
    summary: "The reserved header without a value returns 403.",
    replace: screeningAll(
      (usual) => (request) =>
        request.headers.get(HEADER) === "" ? message(403, "Forbidden") : usual(request),
    ),
  },
  "service-account-refused-too-late": {
    violates: ["connect-guards/service-account-has-no-effect"],
    summary: "An allocation with the reserved header is refused after it took effect.",
    replace: inOrder(
      screening("createAllocation", () => open),
      acting("allocations", refusedForHeader),
    ),
  },
  ...byId([
    late("reversal", "reverses-nothing", "createAllocationReversal", acting("reversals", refusedForHeader)),
    late("withdrawal", "withdraws-nothing", "createWithdrawal", acting("withdrawals", refusedForHeader)),
    late(
      "schedule",
      "writes-no-schedule",
      "replacePayoutSchedule",
      acting("payoutSchedule.replace", refusedForHeader),
    ),
  ]),
  "service-account-ignored-beside-a-page": {
    violates: ["connect-guards/list-transactions-with-service-account"],
    summary: "The reserved header is ignored in requests for a page of transactions.",
    wrap: treating("listAccountTransactions", () => ({ url, headers, forward }) => {
      if (!url.searchParams.has("page")) return forward();
      const others = new Headers(headers);
      others.delete("service-account");
      return forward({ headers: others });
    }),
  },
  "service-account-ignored-in-replays": {
    violates: ["connect-guards/withdraw-with-service-account"],
    summary: "The reserved header is ignored beside a key that was sent before.",
    replace: perEmulator(() => {
      const known = new Set<string>();
      return screening("createWithdrawal", (usual) => (request) => {
        const key = request.headers.get("idempotency-key") ?? "";
        const isKnown = known.has(key);
        known.add(key);
        return isKnown ? undefined : usual(request);
      });
    }),
  },
  "service-account-with-live-key-ignored": {
    violates: ["connect-guards/service-account-with-live-key"],
    summary: "The reserved header is ignored in requests with a live key.",
    replace: screeningAll(
      (usual) => (request) =>
        /sk_live_/.test(request.headers.get("authorization") ?? "") ? undefined : usual(request),
    ),
  },
  ...byId(
    ["replacePayoutSchedule", "createAccount"].map((operation): Mutant => ({
      id: `service-account-with-live-key-ignored-by-${operation}`,
      violates: ["connect-guards/service-account-with-live-key-writes-nothing"],
      summary: `The operation ${operation} ignores the reserved header in requests with a live key.`,
      replace: screening(
        operation,
        (usual) => (request) =>
          /sk_live_/.test(request.headers.get("authorization") ?? "") ? undefined : usual(request),
      ),
    })),
  ),
});
