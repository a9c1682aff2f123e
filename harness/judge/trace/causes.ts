import { type OperationName, operationRows } from "../../../spec/index.ts";
import { isObject, pointed } from "../../../spec/json.ts";
import { cut } from "../../plain.ts";
import { numberOf, textOf } from "../../reported.ts";
import { headerValues } from "../../http/wire.ts";
import {
  answerOf,
  bodyOf,
  type Call,
  CallsBy,
  effectOf,
  isOverBefore,
  mayBeMissing,
  textIn,
} from "./calls.ts";
import { namedBy } from "./resources.ts";
import type { TraceContext, TraceRule } from "./rule.ts";

/** Whether a refusal has the cause that the document gives its code; null if nothing shows that. */
type Cause = {
  readonly holds: boolean;
  readonly expected: string;
  readonly because?: readonly Call[];
} | null;

/** The areas with a rule about it. */
const AREAS: ReadonlySet<string> = new Set([
  ...["allocations", "reversals", "vendors", "withdrawals", "overview", "test-clocks"],
]);

const isConnect = (call: Call): boolean => call.operation?.path.startsWith("/v1/connect/") === true;

/**
 * A refusal with a documented code has the cause that the document gives the code (§7): a key is used up or in progress only if it was sent
 * before, Connect is not activated only until it is, and so on. Accepted by mistake is another rule's.
 */
export function refusedForItsCause({ judge, callerOf, profile, isOwn }: TraceContext): TraceRule {
  const { consistencyMs } = profile.deadlines;
  /** By idempotency key, of all accounts: a service may keep them together. */
  const keyed = new CallsBy();
  /** By account and mode, an answer that showed that Connect is activated. */
  const activated = new Map<string, Call>();
  /** The vendors that were created. */
  const created = new Set<string>();
  /** By vendor, its withdrawals. */
  const withdrawals = new CallsBy();
  /** Accounts whose vendors may be paid out at any time, on a schedule. */
  const paidOut = new Set<string>();
  /** Requests that the contract does not have: they may withdraw. */
  const others: Call[] = [];

  const usedBefore = (call: Call): readonly Call[] =>
    call.idempotencyKey === null
      ? []
      : keyed.of(call.idempotencyKey).filter((other) => other !== call && other.begun < call.ended);

  const causes: Readonly<Record<string, (call: Call) => Cause>> = {
    E_DUPLICATE_OPERATION: (call) => ({
      // A refused request of the same kind uses up no key.
      holds: usedBefore(call).some(
        (other) =>
          effectOf(other) !== "none" ||
          other.operation?.id !== call.operation?.id ||
          callerOf(other)?.scope !== callerOf(call)?.scope,
      ),
      expected: "this code only after a request with this idempotency key that was not refused",
      because: usedBefore(call).slice(0, 1),
    }),
    E_IDEMPOTENCY_CONFLICT: (call) => ({
      holds: usedBefore(call).some(
        (other) => effectOf(other) === "unknown" || mayBeMissing(other, call, consistencyMs),
      ),
      expected: "this code only while a request with this idempotency key is in progress",
      because: usedBefore(call).slice(0, 1),
    }),
    "connect.fee_payer_unset": (call) => notActivated(call),
    "connect.controller_mode_unset": (call) => notActivated(call),
    E_PENDING_WITHDRAW: (call) => {
      const caller = callerOf(call);
      const acct = call.path["acct"];
      // Others who use the account may withdraw, but not for a vendor that they do not know.
      if (acct === undefined || caller === null || paidOut.has(caller.account ?? "")) return null;
      if (!caller.isWhole && !(isOwn && created.has(acct))) return null;
      if (others.some((other) => other.begun < call.ended && textIn(other).includes(acct))) return null;
      const made = withdrawals.of(acct).filter((other) => other !== call && effectOf(other) !== "none");
      return {
        holds: made.some((other) => other.begun < call.ended),
        expected: "this code only after an earlier withdrawal of the same vendor",
      };
    },
    TEST_CLOCK_NOT_AVAILABLE: (call) => {
      const mode = callerOf(call)?.mode;
      return mode === undefined
        ? null
        : { holds: mode === "live", expected: "this code only with a live key" };
    },
    E_TOO_MANY_REQUESTS: (call) =>
      isConnect(call)
        ? { holds: call.operation?.id === "createAccount", expected: "no rate limit on this route" }
        : null,
    "connect.insufficient_funds_for_reversal": (call) => {
      const [required, available] = ["required", "seller_available"].map((name) =>
        numberOf(answerOf(call)[name]),
      );
      return required === undefined || available === undefined || Number.isNaN(required - available)
        ? null
        : { holds: available < required, expected: `seller_available to be less than required, ${required}` };
    },
    compatible_with_range: (call) => {
      const asked = call.request.url.searchParams;
      if (call.operation?.id !== "retrieveOverview" || asked.getAll("range").length > 1) return null;
      const [range, granularity] = [asked.get("range") ?? "12m", asked.get("granularity") ?? "month"];
      const isOffered =
        granularity === "day" ? range === "30d" : granularity === "month" && /^(?:6m|12m)$/.test(range);
      const isKnown = /^(?:day|month)$/.test(granularity) && /^(?:30d|6m|12m)$/.test(range);
      return isKnown
        ? { holds: !isOffered, expected: `the granularity ${granularity} to be available for ${range}` }
        : null;
    },
  };

  function notActivated(call: Call): Cause {
    const scope = callerOf(call)?.scope;
    if (scope === undefined) return null;
    const earlier = activated.get(scope);
    return {
      holds: earlier === undefined || mayBeMissing(earlier, call, consistencyMs),
      expected: "Connect to be activated, as an earlier answer shows",
      because: earlier === undefined ? [] : [earlier],
    };
  }

  return {
    begins: (call) => {
      if (call.idempotencyKey !== null) keyed.add(call.idempotencyKey, call);
      if (call.operation?.id === "createWithdrawal") withdrawals.add(call.path["acct"] ?? "", call);
      if (call.operation?.id === "replacePayoutSchedule") paidOut.add(callerOf(call)?.account ?? "");
      if (call.operation === null && call.control === null && call.request.method !== "GET")
        others.push(call);
    },
    shows: ({ resource, id, isNew }) => {
      if (resource.name === "vendor" && isNew) created.add(id);
    },
    ends: (call) => {
      const { operation } = call;
      if (operation === null) return;
      const scope = callerOf(call)?.scope;
      if (operation.id === "retrieveActivation" && effectOf(call) === "made" && scope !== undefined) {
        const mode = answerOf(call)["connect_mode"];
        if (typeof mode === "string" && !activated.has(scope)) activated.set(scope, call);
      }
      if (effectOf(call) !== "none" || call.request.wholeBytes !== undefined) return;
      const code = codeOf(call);
      const cause = Object.hasOwn(causes, code) ? (causes[code]?.(call) ?? null) : null;
      if (cause === null) return;
      const { area } = operationRows[operation.id as OperationName];
      const isLimit = code === "E_TOO_MANY_REQUESTS";
      if (!isLimit && !AREAS.has(area)) return;
      judge({
        rule: `${isLimit ? "connect-guards" : area}/refused-for-its-cause`,
        holds: cause.holds,
        seen: call,
        earlier: cause.because ?? [],
        expected: () => cause.expected,
        actual: () => `the answer is ${call.exchange?.answer?.status ?? "none"} ${code}`,
      });
    },
  };
}

/** The code of a refusal, or the rule of its first error. */
function codeOf(call: Call): string {
  const { code, errors } = answerOf(call);
  if (typeof code === "string") return code;
  const [first] = Array.isArray(errors) ? (errors as unknown[]) : [];
  return isObject(first) ? textOf(pointed(first, "/rule")) : "";
}

/** The members that are refused wherever they are sent, and so never where they are not (§7.4). */
const REJECTED: ReadonlySet<string> = new Set([
  ...["phone", "type", "fee_payer", "amount", "destination", "account_id", "country", "kycLevel"],
]);

/** A key that every target permits: which characters others may have is open. */
const PLAIN_KEY = /^[\w-]{1,255}$/;

/** The longest value that is remembered, UTF-16 units. */
const LONGEST_VALUE = 100;

/**
 * A validation error that names a field has its cause there (§7.1, §7.4): `required` is said of no value that the operation accepted before,
 * `unsupported` and `derived` of no member that the request lacks, and nothing of a permitted idempotency key.
 */
export function refusedForTheFieldNamed({ judge }: TraceContext): TraceRule {
  /** By operation, field and value, a request that was accepted. */
  const accepted = new Map<string, Call>();
  /** The operations with the names of members that they accepted. */
  const names = new Set<string>();
  const nameOf = (call: Call, member: string): string => `${call.operation?.id ?? ""} ${member}`;
  /** Whether the request has a member that was never accepted: it may be refused under another name. */
  const isUnusual = (call: Call): boolean =>
    Object.keys(bodyOf(call)).some((member) => !names.has(nameOf(call, member)));
  /** Idempotency keys, and requests that repeat one: their refusal may be that of the first. */
  const keys = new Set<string>();
  const repeated = new WeakSet<Call>();
  const keyOf = (call: Call, field: string, value: unknown): string =>
    `${call.operation?.id ?? ""} ${field} ${JSON.stringify(value)}`;
  const valueIn = (call: Call, field: string): unknown => {
    const body = bodyOf(call);
    return field in body ? body[field] : (call.request.url.searchParams.get(field) ?? undefined);
  };
  const judgeError = (call: Call, { rule, field }: { rule: unknown; field: string }): void => {
    const value = valueIn(call, field);
    const earlier = accepted.get(keyOf(call, field, value));
    const isRejected = (rule === "unsupported" || rule === "derived") && REJECTED.has(field);
    const holds =
      field.toLowerCase() === "idempotency-key"
        ? !PLAIN_KEY.test(call.idempotencyKey ?? "")
        : isRejected
          ? isUnusual(call) || value !== undefined
          : rule === "required" && typeof value !== "object"
            ? value === undefined || earlier === undefined
            : null;
    if (holds === null) return;
    judge({
      rule: "conventions/refused-for-the-field-named",
      holds,
      seen: call,
      earlier: earlier === undefined ? [] : [earlier],
      expected: () => `the request to have a fault in ${cut(field, 100)}`,
      actual: () => `it is refused as ${cut(textOf(rule), 100)} there`,
    });
  };
  return {
    begins: (call) => {
      if (call.idempotencyKey === null) return;
      if (keys.has(call.idempotencyKey)) repeated.add(call);
      keys.add(call.idempotencyKey);
    },
    ends: (call) => {
      const effect = effectOf(call);
      if (call.operation === null || effect === "unknown" || call.request.wholeBytes !== undefined) return;
      if (effect === "made") {
        const fields = [...Object.entries(bodyOf(call)), ...call.request.url.searchParams];
        for (const member of Object.keys(bodyOf(call))) names.add(nameOf(call, member));
        for (const [field, value] of fields)
          if (typeof value !== "object" && textOf(value).length <= LONGEST_VALUE)
            accepted.set(keyOf(call, field, value), call);
        return;
      }
      if (repeated.has(call)) return;
      const { errors } = answerOf(call);
      for (const error of Array.isArray(errors) ? (errors as unknown[]).filter(isObject) : [])
        if (typeof error["field"] === "string")
          judgeError(call, { rule: error["rule"], field: error["field"] });
    },
  };
}

/**
 * A key that a documented request accepted is accepted by all, until another replaces it (§5): only a vendor of the other mode is refused in the
 * same way.
 */
export function validKeysAlways({ judge, callerOf, isOwn }: TraceContext): TraceRule {
  const accepted = new Map<string, Call>();
  const replacements: Call[] = [];
  return {
    begins: (call) => {
      if (call.control === "regenerateKey") replacements.push(call);
    },
    ends: (call) => {
      const { operation, key } = call;
      const caller = callerOf(call);
      if (operation === null || key === null || caller === null) return;
      const status = call.exchange?.answer?.status;
      // Two hosts, and the two kinds of keys, may have different states.
      const scope = `${call.request.url.host} ${key}`;
      const earlier = accepted.get(scope);
      if (effectOf(call) === "made" && earlier === undefined) accepted.set(scope, call);
      if (earlier === undefined || status === undefined || !isOwn || operation.path.includes("{")) return;
      if (namedBy(call).length > 0 || !isOverBefore(earlier, call)) return;
      const mayBeReplaced = replacements.some(
        (one) =>
          effectOf(one) !== "none" &&
          one.begun < call.ended &&
          (caller.account ?? one.path["accountId"]) === one.path["accountId"],
      );
      const [value = "", ...more] = headerValues(call.request.headers, "authorization");
      if (mayBeReplaced || more.length > 0 || value !== `Bearer ${key}`) return;
      judge({
        rule: "authentication/valid-keys-always",
        holds: status !== 401,
        seen: call,
        earlier: [earlier],
        expected: "a key that an earlier request accepted to be accepted",
        actual: "the answer is 401",
      });
    },
  };
}
