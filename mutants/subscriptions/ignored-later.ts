import { ruleIdOf } from "../../spec/index.ts";
import type { Handler, Mutant } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";
import { acting } from "../shared/billing.ts";

/** Executes an ignored field of a request when a test clock is advanced. */
function carriedOutLater(
  act: string,
  path: RegExp,
  field: "cancelAtPeriodEnd" | "pauseUntil",
  what: "cancel" | "pause" | "resume",
): Mutant {
  const wrap = (handler: Handler): Handler => {
    // By key, because other clients may advance clocks meanwhile.
    const waiting = new Map<string, string[]>();
    return async (request) => {
      const { pathname, origin } = new URL(request.url);
      const key = request.headers.get("authorization") ?? "";
      const text = request.method === "POST" ? await request.clone().text() : "";
      const answer = await handler(request);
      if (!answer.ok || request.method !== "POST") return answer;
      if (pathname.endsWith("/advance")) {
        const ids = waiting.get(key) ?? [];
        waiting.delete(key);
        for (const id of ids)
          await handler(
            new Request(`${origin}/v1/subscriptions/${id}/${what}`, {
              method: "POST",
              headers: { authorization: key, "content-type": "application/json" },
              body: what === "cancel" ? '{"cancelImmediately":true}' : "{}",
            }),
          );
      } else if (
        path.test(pathname) &&
        isObject(parsed(text)) &&
        (parsed(text) as object)[field as never] !== undefined
      ) {
        const body: unknown = await answer.clone().json();
        if (isObject(body)) waiting.set(key, [...(waiting.get(key) ?? []), String(body["id"])]);
      }
      return answer;
    };
  };
  return {
    id: `subscription-${act}-remembers-${field === "pauseUntil" ? "pause-until" : "cancel-at-period-end"}`,
    violates: [ruleIdOf(`subscriptions/ignored-by-${act}-has-no-later-effect`)],
    summary: `The ignored ${field} of ${act} takes effect when the clock advances.`,
    wrap: wrap,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const mutants: readonly Mutant[] = [
  carriedOutLater("create", /\/subscriptions$/, "cancelAtPeriodEnd", "cancel"),
  carriedOutLater("create", /\/subscriptions$/, "pauseUntil", "pause"),
  {
    id: "subscription-cancel-obeys-cancel-at-period-end",
    violates: ["subscriptions/ignored-by-cancel-has-no-later-effect"],
    summary: "A cancellation with cancelAtPeriodEnd false is reported as scheduled, but never takes effect.",
    replace: acting("cancel", (usual, input) => {
      const acted = usual(input);
      return input.body["cancelAtPeriodEnd"] === false
        ? { ...acted, effects: { ...acted.effects, timers: [] } }
        : acted;
    }),
  },
  carriedOutLater("change", /\/subscriptions\/[^/]+$/, "cancelAtPeriodEnd", "cancel"),
  carriedOutLater("pause", /\/pause$/, "cancelAtPeriodEnd", "cancel"),
  carriedOutLater("pause", /\/pause$/, "pauseUntil", "resume"),
  carriedOutLater("resume", /\/resume$/, "cancelAtPeriodEnd", "cancel"),
  carriedOutLater("resume", /\/resume$/, "pauseUntil", "pause"),
  carriedOutLater("retry", /\/retry-payment$/, "cancelAtPeriodEnd", "cancel"),
  carriedOutLater("retry", /\/retry-payment$/, "pauseUntil", "pause"),
];
