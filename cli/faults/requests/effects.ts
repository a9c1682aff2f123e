import { contractOperations } from "../../../harness/contract.ts";
import { TransportFault } from "../../../harness/verdicts.ts";
import { outageOf, refusalOf } from "./answers.ts";
import { at, unchanged } from "./behaviour.ts";
import { withCarried } from "./carried.ts";
import { type Misbehaviour, misbehaviour, type RequestOperator } from "./operator.ts";
import { parametersOf } from "./parameters.ts";

const methodOf = (operation: string): string => contractOperations.get(operation)?.method ?? "";
const changes = (operations: readonly string[]): readonly string[] =>
  operations.filter((operation) => methodOf(operation) !== "GET");

/** The target lacks the route. */
export const absentRoute: RequestOperator = {
  name: "absent route",
  faults: ({ operations }) =>
    operations.map((operation) =>
      misbehaviour({
        operation,
        group: methodOf(operation) === "GET" ? "readings" : "changes",
        behave: () =>
          at(operation, async (passing) => {
            const url = new URL(passing.parsed.url);
            url.pathname = "/v1/no-such-route";
            return { answer: await passing.forward({ ...passing.parsed, url }), changed: true };
          }),
      }),
    ),
};

const KEY = { where: "header", path: ["Idempotency-Key"] } as const;

/** A request that is sent once takes effect twice; the answer reports the first time. */
export const applyTwice: RequestOperator = {
  name: "apply twice",
  faults: ({ operations }) =>
    changes(operations).flatMap((operation) => {
      const keyed = parametersOf(operation).find(
        ({ where, path }) => where === "header" && path[0] === KEY.path[0],
      );
      const cases = keyed === undefined ? [false] : keyed.required ? [true] : [true, false];
      return cases.map((withKey) => twice(operation, withKey));
    }),
};

function twice(operation: string, withKey: boolean): Misbehaviour {
  return misbehaviour({
    operation,
    detail: withKey ? "with a key" : "without a key",
    group: withKey ? "with a key" : "without a key",
    behave: () =>
      at(operation, async (passing) => {
        const { parsed } = passing;
        if (parsed.headers.has(KEY.path[0]) !== withKey) return unchanged(passing);
        const answer = await passing.forward();
        if (!answer.ok) return { answer, changed: false };
        // With another key: otherwise the target would treat it as the same request.
        const again = withKey
          ? withCarried(parsed, KEY, (key) => `${String(key)}`.slice(0, 250) + "-2")
          : parsed;
        await passing.forward(again);
        return { answer, changed: true };
      }),
  });
}

/** The target executes the request, and answers that it did not or does not answer. */
export const loseAnswer: RequestOperator = {
  name: "lose answer",
  faults: ({ operations }) =>
    changes(operations).flatMap((operation) => [
      losing(operation, "a refusal", () =>
        refusalOf(operation, parametersOf(operation)[0]?.path.at(-1) ?? "request"),
      ),
      ...(outageOf(operation) === null
        ? []
        : [losing(operation, "an outage", () => outageOf(operation) ?? Response.error())]),
      losing(operation, "an error", () => Response.json({ message: "Internal error" }, { status: 500 })),
      losing(operation, "no answer", () => {
        throw new TransportFault("reset", "the answer was lost");
      }),
    ]),
};

function losing(operation: string, group: string, instead: () => Response): Misbehaviour {
  return misbehaviour({
    operation,
    detail: group,
    group,
    behave: () =>
      at(operation, async (passing) => {
        const answer = await passing.forward();
        return answer.ok ? { answer: instead(), changed: true } : { answer, changed: false };
      }),
  });
}
