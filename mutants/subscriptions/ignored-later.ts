import { ruleIdOf } from "../../spec/index.ts";
import { behaving, parseReply } from "../faults/exchange.ts";
import type { Mutant } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";
import { acting } from "../shared/billing.ts";

/** Executes an ignored field of a request when a test clock is advanced. */
function carriedOutLater(
  act: string,
  path: RegExp,
  field: "cancelAtPeriodEnd" | "pauseUntil",
  what: "cancel" | "pause" | "resume",
): Mutant {
  return {
    id: `subscription-${act}-remembers-${field === "pauseUntil" ? "pause-until" : "cancel-at-period-end"}`,
    violates: [ruleIdOf(`subscriptions/ignored-by-${act}-has-no-later-effect`)],
    summary: `The ignored ${field} of ${act} takes effect when the clock advances.`,
    wrap: behaving(() => {
      // By key, because other clients may advance clocks meanwhile.
      const waiting = new Map<string, string[]>();
      return async ({ operation, url, headers, body, forward }) => {
        const key = headers.get("authorization") ?? "";
        const answer = await forward();
        if (!answer.ok) return answer;
        if (operation === "advanceTestClock") {
          const ids = waiting.get(key) ?? [];
          waiting.delete(key);
          for (const id of ids)
            await forward({
              url: new URL(`/v1/subscriptions/${id}/${what}`, url),
              body: what === "cancel" ? { cancelImmediately: true } : {},
            });
        } else if (path.test(url.pathname) && isObject(body) && body[field] !== undefined) {
          const shown = (await parseReply(answer))?.body;
          if (isObject(shown)) waiting.set(key, [...(waiting.get(key) ?? []), String(shown["id"])]);
        }
        return answer;
      };
    }),
  };
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
