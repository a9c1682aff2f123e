import { contractOperations } from "../../../harness/contract.ts";
import { TransportFault } from "../../../harness/verdicts.ts";
import { outageOf, refusalOf } from "./answers.ts";
import { at } from "./behaviour.ts";
import { withCarried } from "./carried.ts";
import type { RequestOperator } from "./operator.ts";
import { parametersOf } from "./parameters.ts";

const isReading = (operation: string): boolean => contractOperations.get(operation)?.method === "GET";

/** The target lacks the route. */
export const absentRoute: RequestOperator = {
  name: "absent route",
  faults: (operation) => [
    {
      operation,
      group: isReading(operation) ? "readings" : "changes",
      behave: at(operation, ({ parsed, forward }) => {
        const url = new URL(parsed.url);
        url.pathname = "/v1/no-such-route";
        return forward({ ...parsed, url });
      }),
    },
  ],
};

const KEY = { where: "header", path: ["Idempotency-Key"] } as const;

/** A request that is sent once takes effect twice; the answer reports the first effect. */
export const applyTwice: RequestOperator = {
  name: "apply twice",
  faults: (operation) => {
    if (isReading(operation)) return [];
    const keyed = parametersOf(operation).find(
      ({ where, path }) => where === "header" && path[0] === KEY.path[0],
    );
    const cases = keyed === undefined ? [false] : keyed.required ? [true] : [true, false];
    return cases.map((withKey) => {
      const name = withKey ? "with a key" : "without a key";
      return {
        operation,
        detail: name,
        group: name,
        behave: at(operation, async ({ parsed, forward }) => {
          const answer = await forward();
          if (parsed.headers.has(KEY.path[0]) !== withKey || !answer.ok) return answer;
          // With another key, because the target would recognize the same key as a repetition.
          await forward(
            withKey ? withCarried(parsed, KEY, (key) => `${String(key).slice(0, 250)}-2`) : parsed,
          );
          return answer;
        }),
      };
    });
  },
};

/** The target executes the request, but returns a refusal or an error, or closes the connection. */
export const loseAnswer: RequestOperator = {
  name: "lose answer",
  faults: (operation) => {
    if (isReading(operation)) return [];
    const outage = outageOf(operation);
    const instead: Readonly<Record<string, () => Response>> = {
      "a refusal": () => refusalOf(operation, parametersOf(operation)[0]?.path.at(-1) ?? "request"),
      ...(outage === null ? {} : { "an outage": () => outage.clone() }),
      "an error": () => Response.json({ message: "Internal error" }, { status: 500 }),
      "no answer": () => {
        throw new TransportFault("reset", "the answer was lost");
      },
    };
    return Object.entries(instead).map(([name, respond]) => ({
      operation,
      detail: name,
      group: name,
      behave: at(operation, async ({ forward }) => {
        const answer = await forward();
        return answer.ok ? respond() : answer;
      }),
    }));
  },
};
