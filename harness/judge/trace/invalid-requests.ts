import { openapi, type OperationName, operationRows } from "../../../spec/index.ts";
import { isObject, resolve } from "../../../spec/json.ts";
import { contractOperations } from "../../contract.ts";
import { cut, show } from "../../plain.ts";
import { readIso } from "../../timestamps.ts";
import type { Caller } from "./accounts.ts";
import { bodyOf, type Call, effectOf, isOverBefore } from "./calls.ts";
import { msBetween } from "./resources.ts";
import type { TraceContext, TraceRule } from "./rule.ts";

interface Request {
  readonly call: Call;
  readonly body: Readonly<Record<string, unknown>>;
  readonly caller: Caller | null;
  /** The latest time that a clock of this id had before this request, ISO 8601. */
  readonly clockTime: string | undefined;
}

/** Why the document refuses a request; null if it does not, or if that is open. */
type Guard = (request: Request) => string | null;

/** UTF-16 units (§8). */
const LONGEST_KEY = 255;
const LONGEST_NAME = 255;

const absent =
  (...names: readonly string[]): Guard =>
  ({ body }) => {
    const missing = names.filter((name) => !(name in body));
    return missing.length === 0 ? null : `without ${missing.join(" and ")}`;
  };

const prohibited =
  (...names: readonly string[]): Guard =>
  ({ body }) => {
    const found = names.filter((name) => body[name] !== undefined && body[name] !== null);
    return found.length === 0 ? null : `with ${found.join(" and ")}`;
  };

const keyed: Guard = ({ call: { idempotencyKey } }) =>
  idempotencyKey === null
    ? "without an Idempotency-Key"
    : idempotencyKey.length > LONGEST_KEY
      ? `with an Idempotency-Key of ${idempotencyKey.length} characters`
      : null;

/** A word in another casing or with blanks may be read as the word. */
const outside =
  (name: string, words: readonly string[]): Guard =>
  ({ body }) => {
    const value = body[name];
    const isWord = typeof value === "string" && words.includes(value.trim().toLowerCase());
    return value === undefined || isWord ? null : `with the ${name} ${show(value, LONGEST_NAME)}`;
  };

const notLater = (from: unknown, to: unknown, than: string): string | null => {
  const ms = [from, to].every((one) => readIso(String(one)) !== null) ? msBetween(from, to) : null;
  return ms === null || ms > 0 ? null : `with a time that is not later than ${than}`;
};

/** By operation, what is refused beside missing members (§4, §7). */
const GUARDS: Readonly<Partial<Record<OperationName, readonly Guard[]>>> = {
  createAllocation: [
    ({ body: { amount } }) =>
      typeof amount === "number" && amount <= 0 ? `with the amount ${amount}, which is not positive` : null,
    ({ body, caller }) =>
      caller?.account != null && body["destination"] === caller.account ? "to its own account" : null,
  ],
  createAccount: [keyed, prohibited("phone", "type", "fee_payer")],
  createWithdrawal: [keyed, prohibited("amount")],
  replacePayoutSchedule: [outside("cadence", ["daily", "weekly"])],
  retrieveOverview: [
    ({ call }) => {
      const [range, granularity] = ["range", "granularity"].map((name) =>
        call.request.url.searchParams.getAll(name).join(" "),
      );
      const isLong = range === "6m" || range === "12m";
      const isRefused = granularity === "day" ? isLong : granularity === "month" && range === "30d";
      return isRefused ? `with the granularity ${granularity} for the range ${range}` : null;
    },
  ],
  createTestClock: [
    ({ body: { name } }) =>
      typeof name === "string" && name.length > LONGEST_NAME
        ? `with a name of ${name.length} characters`
        : null,
  ],
  attachTestClock: [
    ({ body }) =>
      "subscriptionId" in body || "customerId" in body ? null : "without subscriptionId and customerId",
  ],
  advanceTestClock: [
    ({ body, clockTime }) =>
      clockTime === undefined ? null : notLater(clockTime, body["frozenTime"], `the clock's, ${clockTime}`),
  ],
  simulateTestClock: [({ body }) => notLater(body["startFrom"], body["advanceTo"], "startFrom")],
};

/** The members that an operation's body must have, by the contract. */
const requiredOf = (name: string): readonly string[] => {
  const schema = contractOperations.get(name)?.request;
  const required = isObject(schema) ? resolve(openapi, schema)["required"] : undefined;
  return Array.isArray(required) ? (required as string[]) : [];
};

const REQUIRED: ReadonlyMap<string, Guard> = new Map(
  [...contractOperations.keys()].map((name) => [name, absent(...requiredOf(name))]),
);

/**
 * A request that the document refuses for what it says itself never succeeds, wherever it is sent (§4, §7.4, §7.8, §7.9). A repetition by an
 * idempotency key may get the first answer, whatever it says.
 */
export function invalidNeverAccepted({ judge, callerOf }: TraceContext): TraceRule {
  const keys = new Map<string, Call>();
  /** By id, the calls whose answer showed a clock, with its time. */
  const clocks = new Map<string, { readonly call: Call; readonly time: string }[]>();

  const judgeAgainst = (area: string, call: Call, fault: string, because: readonly Call[] = []): void =>
    judge({
      rule: `${area}/invalid-never-accepted`,
      holds: effectOf(call) !== "made",
      seen: call,
      earlier: because,
      expected: () => `a refusal of a request ${cut(fault, 2 * LONGEST_NAME)}`,
      actual: () => `the answer is ${call.exchange?.answer?.status ?? "none"}`,
    });

  return {
    begins: (call) => {
      if (call.idempotencyKey !== null && !keys.has(call.idempotencyKey)) keys.set(call.idempotencyKey, call);
    },
    shows: ({ resource, id, call, valueOf }) => {
      const time = valueOf("frozenTime");
      if (resource.name !== "test clock" || call === null || typeof time !== "string") return;
      clocks.set(id, [...(clocks.get(id) ?? []).slice(-4), { call, time }]);
    },
    ends: (call) => {
      const { operation, request } = call;
      if (operation === null || effectOf(call) === "unknown" || request.wholeBytes !== undefined) return;
      const name = operation.id as OperationName;
      const { area } = operationRows[name];
      if (operation.forLiveKeys.has(403) && callerOf(call)?.mode === "live")
        judgeAgainst(area, call, "with a live key");
      const first = call.idempotencyKey === null ? undefined : keys.get(call.idempotencyKey);
      if (first !== undefined && first !== call) return;
      const clock = (clocks.get(call.path["id"] ?? "") ?? []).findLast((one) => isOverBefore(one.call, call));
      const given = { call, body: bodyOf(call), caller: callerOf(call), clockTime: clock?.time };
      // Without a body, a recording may have left it out.
      const guards = [
        ...(request.body === null ? [] : [REQUIRED.get(name) ?? absent()]),
        ...(GUARDS[name] ?? []),
      ];
      for (const guard of guards) {
        const fault = guard(given);
        const because = clock !== undefined && name === "advanceTestClock" ? [clock.call] : [];
        if (fault !== null) judgeAgainst(area, call, fault, because);
      }
    },
  };
}
