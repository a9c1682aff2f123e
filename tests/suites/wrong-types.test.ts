import { expect, test } from "vitest";
import { judgeTarget } from "../../cli/mutants/judge.ts";
import { inProcess, inThisProcess } from "../../cli/in-process/target.ts";
import { createParts } from "../../emulator/index.ts";
import { operationOf, parseReply, rewriteReply } from "../../mutants/faults/exchange.ts";
import { type Handler, inOrder } from "../../mutants/mutant.ts";
import { enveloping } from "../../mutants/shared/envelopes.ts";
import { changedAt, isObject } from "../../spec/json.ts";

/* Answers of a target never break a check: any field can have any type. */

const SEED = 1;
/** One of so many answers or events is changed, so that checks get beyond their first requests. */
const SPACING = 3;

const WRONG: readonly unknown[] = [
  "another type",
  7,
  true,
  null,
  ["another type"],
  // It has no text and no number, unless as JSON.
  { toString: 7, valueOf: 7, length: 2 },
];

test("a location is every field at every depth, and every entry of a list", () => {
  expect(locationsIn({ id: 1, data: [{ a: 1 }, { b: 2 }] }).map((path) => path.join("/"))).toEqual([
    "id",
    "data",
    "data/*",
    "data/*/a",
    "data/*/b",
  ]);
});

test("no check breaks, whatever the type of a field in an answer or event is", async () => {
  const retyped = retyping();
  const open = async () => {
    const parts = inOrder(
      ...["subscription", "connect"].map((family) =>
        enveloping(family, (event, usual) => retyped(event.type, usual(event))),
      ),
    )(createParts());
    return inProcess(inThisProcess({ seed: SEED, parts }), answering(retyped));
  };
  const target = { time: "simulated", open } as const;
  const verdicts = await judgeTarget({ target, patterns: [], seed: SEED, runs: 1 });
  const broken = [...verdicts.values()].filter(({ verdict }) => verdict === "broken");
  expect(broken.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
  const judged = [...verdicts.values()].filter(({ verdict }) => ["passed", "violated"].includes(verdict));
  expect(judged.length).toBeGreaterThan(verdicts.size / 4);
});

type Retype = <Body>(kind: string, body: Body) => Body;

/** Changes one location of a body at a time: of each kind of answer or event, another one or to another type each time. */
function retyping(): Retype {
  const seen = new Map<string, number>();
  let count = 0;
  return (kind, body) => {
    count += 1;
    const locations = locationsIn(body);
    if (count % SPACING !== 0 || locations.length === 0) return body;
    const turn = seen.get(kind) ?? 0;
    seen.set(kind, turn + 1);
    const location = locations[turn % locations.length] ?? [];
    const wrong = WRONG[(turn + Math.floor(turn / locations.length)) % WRONG.length];
    return changedAt(body, location, () => wrong) as typeof body;
  };
}

const answering =
  (retyped: Retype) =>
  (handler: Handler): Handler =>
  async (request) => {
    const answer = await handler(request);
    const reply = await parseReply(answer);
    if (reply === null) return answer;
    const route = operationOf(request) ?? new URL(request.url).pathname;
    const body = retyped(`${route} ${answer.status}`, reply.body);
    return body === reply.body ? answer : rewriteReply(answer, reply, { ...reply, body });
  };

function locationsIn(body: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  const found = new Map<string, readonly string[]>();
  const visit = (value: unknown, at: readonly string[]): void => {
    if (at.length > 0) found.set(at.join("/"), at);
    if (Array.isArray(value)) for (const entry of value) visit(entry, [...at, "*"]);
    else if (isObject(value)) for (const [name, inner] of Object.entries(value)) visit(inner, [...at, name]);
  };
  visit(body, path);
  return [...found.values()];
}
