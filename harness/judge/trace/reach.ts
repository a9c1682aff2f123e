import type { ResourceFacts } from "../../../spec/index.ts";
import { cut } from "../../plain.ts";
import { answerOf, bodyOf, type Call, effectOf, isOverBefore, mayBeMissing, textIn } from "./calls.ts";
import { headerValues } from "../../http/wire.ts";
import { namedBy, type Sighting } from "./resources.ts";
import type { TraceContext, TraceRule } from "./rule.ts";

interface Known {
  readonly account: string | null;
  /** The account and the mode that it was created in. */
  readonly scope: string;
  readonly isWhole: boolean;
  readonly created: Call;
}

/**
 * What an account created is known to its reads until it is deleted, and to nobody afterwards; what is private is never reached with the key of
 * another account, or of the other mode (§4, §5.7, §7.3, §7.9).
 */
export function reachedByTheOwner(context: TraceContext): TraceRule {
  const { judge, doubt, callerOf, profile, isOwn } = context;
  const { consistencyMs } = profile.deadlines;
  const objects = new Map<string, Known>();
  /** By id, what deletes an object, or may do so. */
  const deletions = new Map<string, Call[]>();
  /** The operations whose route is there, and of the others a read that does not find what it should. */
  const served = new Set<string>();
  const unserved = new Map<string, () => void>();
  const keyOf = (resource: ResourceFacts, id: string): string => `${resource.name} ${id}`;

  const isDeleted = (id: string, call: Call): Call | undefined =>
    (deletions.get(id) ?? []).find(
      (deletion) =>
        isDocumentedDeletion(deletion) && effectOf(deletion) === "made" && isOverBefore(deletion, call),
    );
  const mayBeDeleted = (id: string, call: Call): boolean =>
    (deletions.get(id) ?? []).some(
      (deletion) => deletion !== call && effectOf(deletion) !== "none" && deletion.begun < call.ended,
    );
  const judgeDeleted = (resource: ResourceFacts, id: string, call: Call): void => {
    const deletion = isDeleted(id, call);
    if (deletion === undefined || deletion === call) return;
    if (effectOf(call) === "made" && mayBeMissing(deletion, call, consistencyMs)) {
      if (call.request.method === "GET") doubt(call);
      return;
    }
    judge({
      rule: `${resource.area}/deleted-for-good`,
      holds: effectOf(call) !== "made",
      seen: call,
      earlier: [deletion],
      expected: () => `the ${resource.name} ${cut(id, 100)} to be unknown, because it was deleted`,
      actual: () => `the answer is ${call.exchange?.answer?.status ?? "none"}`,
    });
  };
  const judgeReach = (resource: ResourceFacts, id: string, call: Call): void => {
    const known = objects.get(keyOf(resource, id));
    const caller = callerOf(call);
    if (known === undefined || caller === null) return;
    const status = call.exchange?.answer?.status;
    if (caller.scope !== known.scope) {
      // Two keys may be of one account.
      if (caller.account === null || known.account === null) return;
      if (resource.private !== true || effectOf(call) === "unknown") return;
      judge({
        rule: `${resource.area}/reached-by-the-owner-only`,
        holds: effectOf(call) !== "made",
        seen: call,
        earlier: [known.created],
        expected: () =>
          `a refusal: the ${resource.name} ${cut(id, 100)} is of another account, or of the other mode`,
        actual: () => `the answer is ${status ?? "none"}`,
      });
      return;
    }
    if (call.request.method !== "GET" || status === undefined || resource.unknown === undefined) return;
    // Others who use the account may delete what they find.
    const isDeletable = resource.private === true;
    if ((isDeletable && !isOwn && !known.isWhole) || mayBeDeleted(id, call)) return;
    if (!isOverBefore(known.created, call)) return;
    if (effectOf(call) !== "made" && status !== resource.unknown) return;
    // A parameter that the operation does not take may be refused in any form.
    if (status === resource.unknown && call.request.url.search !== "") return;
    if (status === resource.unknown && mayBeMissing(known.created, call, consistencyMs)) {
      doubt(call);
      return;
    }
    const finding = {
      rule: `${resource.area}/stays-known`,
      holds: status !== resource.unknown,
      seen: call,
      earlier: [known.created],
      expected: () => `the ${resource.name} ${cut(id, 100)} to be found: the account created it`,
      actual: () => `the answer is ${status}`,
    };
    const operation = call.operation?.id ?? "";
    // A missing route is another rule's.
    if (served.has(operation)) judge(finding);
    else unserved.set(operation, () => judge(finding));
  };

  return {
    begins: (call) => {
      // A port can do anything, also to what its path or body names.
      const mayDelete = call.operation === null && call.control === null && call.request.method !== "GET";
      const named =
        call.request.method === "DELETE" ? Object.values(call.path) : mayDelete ? wordsIn(call) : [];
      for (const id of named) deletions.set(id, [...(deletions.get(id) ?? []), call]);
    },
    ends: (call) => {
      const operation = call.operation?.id ?? "";
      if (effectOf(call) === "made" && !served.has(operation)) {
        served.add(operation);
        unserved.get(operation)?.();
      }
      if (call.control === "createVendor" && effectOf(call) === "made") learnVendor(objects, call);
      for (const { resource, id } of namedBy(call)) {
        judgeDeleted(resource, id, call);
        judgeReach(resource, id, call);
      }
    },
    shows: ({ resource, id, call, isNew }: Sighting) => {
      const caller = call === null ? null : callerOf(call);
      if (call === null || caller === null) return;
      // Whether a deleted vendor is listed is open.
      if (resource.name === "test clock" && !isNew) judgeDeleted(resource, id, call);
      const { account, scope, isWhole } = caller;
      const key = keyOf(resource, id);
      if (isNew && !objects.has(key)) objects.set(key, { account, scope, isWhole, created: call });
    },
  };
}

const isDocumentedDeletion = ({ operation, control }: Call): boolean =>
  operation?.id === "deleteTestClock" || control === "deleteVendor";

function learnVendor(objects: Map<string, Known>, call: Call): void {
  const { acct } = answerOf(call);
  const account = call.path["accountId"];
  if (typeof acct !== "string" || account === undefined) return;
  const mode = bodyOf(call)["mode"] === "live" ? "live" : "test";
  objects.set(`vendor ${acct}`, { account, scope: `${mode} ${account}`, isWhole: false, created: call });
}

/** What the path and the body of a request may name. */
const wordsIn = (call: Call): readonly string[] => textIn(call).match(/[\w-]{6,}/g) ?? [];

/**
 * No documented request succeeds without a key, with one that another has replaced, or with one of an unknown account that another route has
 * refused (§5.1, §5.3, §5.6).
 */
export function validKeysOnly({ judge, callerOf }: TraceContext): TraceRule {
  const replacements: Call[] = [];
  const refused = new Map<string, Call>();
  let hasSeenKeys = false;

  const faultOf = (call: Call): { readonly expected: string; readonly because: readonly Call[] } | null => {
    const { key } = call;
    if (key === null) return { expected: "without a key", because: [] };
    const caller = callerOf(call);
    const ofMode = replacements.filter(
      (one) =>
        effectOf(one) !== "none" &&
        one.begun < call.ended &&
        one.path["accountId"] === caller?.account &&
        bodyOf(one)["mode"] === caller?.mode,
    );
    const latest = ofMode.at(-1);
    if (latest !== undefined && isSerial(ofMode) && isOverBefore(latest, call))
      return answerOf(latest)["key"] === key
        ? null
        : { expected: "with a key that was replaced", because: [latest] };
    const earlier = refused.get(key);
    return earlier === undefined || caller?.account !== null
      ? null
      : { expected: "with a key that another route has refused", because: [earlier] };
  };

  return {
    begins: (call) => {
      if (call.control === "regenerateKey") replacements.push(call);
    },
    ends: (call) => {
      if (call.operation === null) return;
      const { status } = call.exchange?.answer ?? {};
      hasSeenKeys ||= call.key !== null;
      // Recordings of browsers have no keys.
      if (!hasSeenKeys || effectOf(call) === "unknown") return;
      const fault = faultOf(call);
      // A vendor of the other mode is refused with the same status (§5.7).
      if (status === 401 && isPlain(call) && namedBy(call).length === 0 && call.request.method === "GET")
        refused.set(call.key ?? "", call);
      if (fault === null) return;
      judge({
        rule: "authentication/valid-keys-only",
        holds: effectOf(call) !== "made",
        seen: call,
        earlier: fault.because,
        expected: () => `a refusal of a request ${fault.expected}`,
        actual: () => `the answer is ${status ?? "none"}`,
      });
    },
  };
}

/** Whether it has one key, in the documented scheme. */
function isPlain({ request }: Call): boolean {
  const [value = "", ...more] = headerValues(request.headers, "authorization");
  return more.length === 0 && /^Bearer \S+$/.test(value);
}

const isSerial = (calls: readonly Call[]): boolean =>
  calls.every((call, index) => {
    const next = calls[index + 1];
    return next === undefined || isOverBefore(call, next);
  });
