import type { Profile } from "../../profile/types.ts";
import { bodyOf, type Call, effectOf } from "./calls.ts";
import type { TraceContext, TraceRule } from "./rule.ts";

/** Operations that nothing documented makes impossible once a request of the account was accepted. */
const ALWAYS_POSSIBLE: ReadonlySet<string> = new Set([
  ...["createPaymentIntent", "createSession", "replacePayoutSchedule"],
  ...["retrieveActivation", "retrievePayoutSchedule", "retrieveOverview"],
  ...["listAccounts", "listRemittances", "listTestClocks"],
]);

/** Statuses of a key, a conflict or a limit, which may pass: they do not say that the request is wrong. */
const PASSING: ReadonlySet<number> = new Set([401, 408, 409, 425, 429]);

/**
 * What was accepted once is accepted again: a request is not refused that equals an accepted one of the same key, whatever came between (§4). Outside
 * of a run, another client may have changed the account meanwhile.
 */
export function acceptedAgain({ judge, profile, isOwn }: TraceContext): TraceRule {
  const accepted = new Map<string, Call>();
  const varying = varyingHeaders(profile);
  return {
    ends: (call) => {
      const { operation, request, exchange } = call;
      const status = exchange?.answer?.status;
      if (!isOwn || operation === null || !ALWAYS_POSSIBLE.has(operation.id)) return;
      if (request.wholeBytes !== undefined) return;
      // A charge depends on its vendor, a later page on what there is, and a key may be used up.
      if (
        call.idempotencyKey !== null ||
        "on_behalf_of" in bodyOf(call) ||
        request.url.searchParams.has("cursor")
      )
        return;
      const key = requestAsText(call, varying);
      const earlier = accepted.get(key);
      const effect = effectOf(call);
      if (effect === "made" && earlier === undefined) accepted.set(key, call);
      if (effect === "unknown" || status === undefined || PASSING.has(status)) return;
      if (earlier === undefined) return;
      judge({
        rule: "conventions/accepted-again",
        holds: effect === "made",
        seen: call,
        earlier: [earlier],
        expected: "the request to be accepted, as an equal one was before",
        actual: () => `the answer is ${status}`,
      });
    },
  };
}

/** The headers that differ between requests that are the same otherwise. */
function varyingHeaders({ trace }: Profile): ReadonlySet<string> {
  const names = (trace === false ? [] : [trace.parent, trace.case]).filter(
    (name) => typeof name === "string",
  );
  return new Set(["content-length", ...names.map((name) => name.toLowerCase())]);
}

function requestAsText({ request }: Call, varying: ReadonlySet<string>): string {
  const { method, url, headers, body } = request;
  const others = headers
    .map(([name, value]) => `${name.toLowerCase()}: ${value}`)
    .filter((line) => !varying.has(line.split(":")[0] ?? ""))
    .sort();
  return [method, url.href, ...others, body === null ? "" : Buffer.from(body).toString("latin1")].join("\n");
}
