import { cut } from "../../plain.ts";
import { textOf } from "../../reported.ts";
import { answerOf, type Call, effectOf, isOverBefore, mayBeMissing } from "./calls.ts";
import { namedBy } from "./resources.ts";
import type { TraceContext, TraceRule } from "./rule.ts";

/** Each route refuses every vendor that is malformed, unknown, deleted or another marketplace's with the same bytes (§7.3). */
export function oneTargetRefusal({ judge, callerOf }: TraceContext): TraceRule {
  const own = new Set<string>();
  const first = new Map<string, Call>();
  return {
    shows: ({ resource, id, call }) => {
      const scope = call === null ? null : callerOf(call)?.scope;
      if (resource.name === "vendor" && scope != null) own.add(`${scope} ${id}`);
    },
    ends: (call) => {
      const [named] = namedBy(call).filter(({ resource }) => resource.name === "vendor");
      const caller = callerOf(call);
      const { answer } = call.exchange ?? {};
      if (named === undefined || answer?.status !== 403 || caller?.account == null) return;
      if (answer.wholeBytes !== undefined) return;
      // The document does not say how the account itself is refused, nor why a vendor of the caller's would be.
      if (named.id === caller.account || own.has(`${caller.scope} ${named.id}`)) return;
      // Sandbox and production may be different servers, and a key may lack a permission.
      const key = `${caller.scope} ${call.operation?.id ?? ""}`;
      const earlier = first.get(key);
      if (earlier === undefined) {
        first.set(key, call);
        return;
      }
      const [known, body] = [earlier.exchange?.answer?.body, answer.body].map((bytes) =>
        Buffer.from(bytes ?? []).toString("latin1"),
      );
      judge({
        rule: "connect-targets/one-refusal-on-each-route",
        holds: known === body,
        seen: call,
        earlier: [earlier],
        expected: () =>
          `the same bytes for every vendor that the caller does not have: ${cut(known ?? "", 200)}`,
        actual: () => `the body is ${cut(body ?? "", 200)}`,
      });
    },
  };
}

/** A completed clock never advances again, and is not shown in another status while nothing is done with it (§3, §7.9). */
export function completedForever({ judge, doubt, callerOf, profile }: TraceContext): TraceRule {
  const { consistencyMs } = profile.deadlines;
  const completed = new Map<string, Call>();
  /** By id, the last request that may change a clock. */
  const changes = new Map<string, Call>();
  return {
    begins: (call) => {
      if (call.request.method !== "GET") for (const id of Object.values(call.path)) changes.set(id, call);
    },
    ends: (call) => {
      if (call.operation?.id !== "advanceTestClock" || effectOf(call) === "unknown") return;
      const earlier = completed.get(`${callerOf(call)?.scope ?? ""} ${call.path["id"] ?? ""}`);
      if (earlier === undefined || !isOverBefore(earlier, call)) return;
      judge({
        rule: "test-clocks/completed-for-good",
        holds: effectOf(call) !== "made",
        seen: call,
        earlier: [earlier],
        expected: "the advance of a completed clock to be refused",
        actual: "it succeeded",
      });
    },
    shows: ({ resource, id, call, valueOf }) => {
      const scope = call === null ? undefined : callerOf(call)?.scope;
      if (call === null || scope === undefined || resource.name !== "test clock") return;
      const key = `${scope} ${id}`;
      const status = valueOf("status");
      const earlier = completed.get(key);
      if (status === "completed" && earlier === undefined) completed.set(key, call);
      if (earlier === undefined || typeof status !== "string" || !isOverBefore(earlier, call)) return;
      if ((changes.get(id)?.ended ?? -1) > earlier.begun) return;
      const holds = status === "completed";
      if (!holds && mayBeMissing(earlier, call, consistencyMs)) {
        doubt(call);
        return;
      }
      judge({
        rule: "test-clocks/completed-for-good",
        holds,
        seen: call,
        earlier: [earlier],
        field: "/status",
        expected: () => `the status of the test clock ${cut(id, 100)} to still be completed`,
        actual: () => `it is ${cut(status, 100)}`,
      });
    },
  };
}

/** The operations with one effect for each idempotency key, and the resource that they create (§7.6). */
const KEYED: Readonly<Record<string, string>> = { createAllocation: "allocations", createAccount: "vendors" };

/**
 * All requests of an account with one idempotency key create one object (§7.6). How long a key is remembered is open: only repetitions as soon as
 * those of one check are judged.
 */
export function oneEffectOfAKey({ judge, callerOf, profile }: TraceContext): TraceRule {
  const made = new Map<string, Call>();
  const moved = new Map<string, Call>();
  return {
    begins: (call) => {
      if (call.control === "moveWallClock") moved.set(call.path["accountId"] ?? "", call);
    },
    ends: (call) => {
      const area = KEYED[call.operation?.id ?? ""];
      const caller = callerOf(call);
      const effect = effectOf(call);
      if (area === undefined || caller === null || call.idempotencyKey === null || effect === "unknown")
        return;
      const key = `${area} ${caller.scope} ${call.idempotencyKey}`;
      const earlier = made.get(key);
      if (effect === "made" && earlier === undefined) made.set(key, call);
      if (earlier === undefined || (moved.get(caller.account ?? "")?.begun ?? -1) > earlier.begun) return;
      if (call.calledAt - earlier.calledAt > profile.deadlines.ruleMs) return;
      const [first, id] = [earlier, call].map((one) => answerOf(one)["id"]);
      if (effect === "made" && (typeof first !== "string" || typeof id !== "string")) return;
      judge({
        rule: `${area}/one-effect-of-a-key`,
        holds: effect === "none" || id === first,
        seen: call,
        earlier: [earlier],
        field: "/id",
        expected: () =>
          `a refusal, or ${cut(textOf(first), 100)}, which the first request with this idempotency key created`,
        actual: () => `it is ${cut(textOf(id), 100)}`,
      });
    },
  };
}
